// The program's entry, and the commands that are called all the time.
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { globSync } from '../glob.mjs';
import { asFunction, buildLean } from './lean.mjs';
import { isHot, out, quickFiles, seldomCalled, small } from './settings.mjs';

/** What the entry needs only now and then stays a part of its own, which is required when it is needed. */
const lazyParts = (folder) => ({
  name: 'lazy parts',
  setup({ onResolve }) {
    onResolve({ filter: /\/lazy\/[\w-]+\.js$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `${folder}/${posix.basename(path, '.js')}.cjs`, external: true } : undefined,
    );
  },
});

/** See `seldomCalled`. */
const whenCalled = {
  name: 'when called',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/(?:secret-patterns|load)\.js$/ }, ({ path }) => ({
      path: posix.basename(path, '.js'),
      namespace: 'when-called',
    }));
    onResolve({ filter: /^\.\.\/lazy\/[\w-]+\.cjs$/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'when-called' }, ({ path }) => {
      const { part, functions } = seldomCalled[path];
      const lines = functions.map(
        (one) => `export const ${one} = (...args) => require('../lazy/${part}.cjs').${one}(...args);`,
      );
      return { contents: lines.join('\n') };
    });
  },
};

const source = (name) => `src/surfaces/cli/quick/${name}.ts`;

/** One small entry that starts fast; each command is a file of its own that is loaded when it is called. */
export async function buildProgram() {
  const settings = { ...small, outdir: `${out}/cli`, outbase: 'src/surfaces/cli' };
  const hot = globSync('src/surfaces/cli/commands', '.ts').filter((file) => isHot(file));
  const quick = quickFiles.map(source);
  for (const entry of ['src/surfaces/cli/front.ts', 'src/surfaces/cli/main.ts', ...hot, ...quick]) {
    const isQuick = quick.includes(entry);
    const plugins = [
      lazyParts(hot.includes(entry) || isQuick ? '../lazy' : './lazy'),
      ...(isQuick ? [whenCalled] : []),
    ];
    await buildLean(
      { ...settings, entryPoints: [entry], plugins },
      entry.endsWith('/front.ts') ? undefined : asFunction,
    );
  }
  const parts = Object.values(seldomCalled).map(({ part }) => `src/surfaces/cli/lazy/${part}.ts`);
  await buildLean({ ...settings, entryPoints: parts });
  renameSync(`${out}/cli/front.cjs`, `${out}/cli/pawl.cjs`);
  makeExecutable(`${out}/cli/pawl.cjs`);
}

/** Gives a file a first line for Node, and lets it be run. */
export function makeExecutable(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.startsWith('#!') ? text : `#!/usr/bin/env node\n${text}`);
  chmodSync(file, 0o755);
}
