// The program's entry, and the commands that are called all the time.
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { globSync } from '../glob.mjs';
import { asFunction, buildLean } from './lean.mjs';
import { isHot, out, quickCommands, small } from './settings.mjs';

/** What the entry needs only now and then stays a part of its own, which is required when it is needed. */
const lazyParts = (folder) => ({
  name: 'lazy parts',
  setup({ onResolve }) {
    onResolve({ filter: /\/lazy\/[\w-]+\.js$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `${folder}/${posix.basename(path, '.js')}.cjs`, external: true } : undefined,
    );
  },
});

/** One small entry that starts fast; each command is a file of its own that is loaded when it is called. */
export async function buildProgram() {
  const settings = { ...small, outdir: `${out}/cli`, outbase: 'src/surfaces/cli' };
  const hot = globSync('src/surfaces/cli/commands', '.ts').filter((file) => isHot(file));
  const quick = quickCommands.map((name) => `src/surfaces/cli/quick/${name}.ts`);
  for (const entry of ['src/surfaces/cli/front.ts', 'src/surfaces/cli/main.ts', ...hot, ...quick]) {
    const plugins = [lazyParts(hot.includes(entry) || quick.includes(entry) ? '../lazy' : './lazy')];
    await buildLean(
      { ...settings, entryPoints: [entry], plugins },
      entry.endsWith('/front.ts') ? undefined : asFunction,
    );
  }
  renameSync(`${out}/cli/front.cjs`, `${out}/cli/pawl.cjs`);
  makeExecutable(`${out}/cli/pawl.cjs`);
}

/** Gives a file a first line for Node, and lets it be run. */
export function makeExecutable(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.startsWith('#!') ? text : `#!/usr/bin/env node\n${text}`);
  chmodSync(file, 0o755);
}
