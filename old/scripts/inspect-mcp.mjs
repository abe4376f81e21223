// Runs the MCP inspector's command line against the built server. The inspector is large and needs its own Node: it is
// installed from npm into a throw-away folder. Usage: npm run test:inspector
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNew = major > 22 || (major === 22 && minor >= 19);
/** The newest inspector, and the last one that runs on Node 20. */
const [version, file] = isNew ? ['2.12.0', 'clients/launcher/build/index.js'] : ['0.15.0', 'cli/build/cli.js'];
const folder = mkdtempSync(path.join(tmpdir(), 'pawl-inspector-'));
try {
  const install = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  spawnSync('npm', [...install, `@modelcontextprotocol/inspector@${version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const inspector = path.join(folder, 'node_modules/@modelcontextprotocol/inspector', file);
  if (!existsSync(inspector)) throw new Error(`the MCP inspector ${version} could not be installed`);
  console.log(`The MCP inspector ${version} on Node ${process.versions.node}`);
  const run = spawnSync(process.execPath, ['scripts/test.mjs', ...process.argv.slice(2), 'test/e2e/mcp-inspector'], {
    stdio: 'inherit',
    env: { ...process.env, MCP_INSPECTOR: inspector },
  });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
