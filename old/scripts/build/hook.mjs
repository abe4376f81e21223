// The hook and the plugin that carries it.
import { cpSync } from 'node:fs';
import { globSync } from '../glob.mjs';
import { asFunction, buildLean } from './lean.mjs';
import { putInPlace } from './place.mjs';
import { makeExecutable } from './program.mjs';
import { out, small } from './settings.mjs';

/** The hook's parts load the patterns of secrets when a text may hold one. */
const redactWhenNeeded = {
  name: 'redact when needed',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/redact\.js$/ }, () => ({ path: 'redact', namespace: 'when-needed' }));
    onResolve({ filter: /^\.\/redact\.cjs$/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'when-needed' }, () => ({
      contents: ['redactText', 'redactNew']
        .map((name) => `export const ${name} = (...args) => require('./redact.cjs').${name}(...args);`)
        .join('\n'),
    }));
  },
};

/** The hook: a small entry and what answers most events; the slower half, which has a store, is built with the commands. */
export async function buildHook() {
  const settings = { ...small, outdir: `${out}/hook` };
  // The patterns of secrets are a third of a part that seldom needs them.
  await buildLean({ ...settings, entryPoints: ['src/rules/text/redact.ts'] }, asFunction);
  await buildLean({ ...settings, entryPoints: ['src/surfaces/hook/pawl-hook.ts'] });
  for (const entry of globSync('src/surfaces/hook/parts', '.ts')) {
    await buildLean({ ...settings, plugins: [redactWhenNeeded], entryPoints: [entry] }, asFunction);
  }
  makeExecutable(`${out}/hook/pawl-hook.cjs`);
}

/** An agent installs the folder of the plugin and nothing around it: the hook and what it needs stand there, and the package has them only there. */
export function fillPlugin() {
  const fresh = `plugin/dist.${process.pid}`;
  for (const folder of ['hook', 'shared']) cpSync(`dist/${folder}`, `${fresh}/${folder}`, { recursive: true });
  putInPlace(fresh, 'plugin/dist');
}
