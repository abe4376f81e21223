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

/**
 * A spec is read by the program's own part where that is in reach; where an agent installed the plugin alone, that it has changed
 * is all that is said. The YAML parser would be a third of the plugin.
 */
const specWhenThere = {
  name: 'spec when there',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/lazy\/spec-hashes\.js$/ }, () => ({ path: 'spec', namespace: 'when-there' }));
    onLoad({ filter: /./, namespace: 'when-there' }, () => ({
      contents: `
        const places = ['../cli/lazy/spec-hashes.cjs', '../../../dist/cli/lazy/spec-hashes.cjs'];
        const load = process.getBuiltinModule('node:module').createRequire(__filename);
        const part = () => {
          for (const place of places) {
            try {
              return load(place);
            } catch (error) {
              if (error.code !== 'MODULE_NOT_FOUND') throw error;
            }
          }
        };
        export const hashesOfSpec = (...args) =>
          part()?.hashesOfSpec(...args) ?? { problem: 'its spec has changed; pawl resume tells what that means' };
        export const personFirst = (...args) => part()?.personFirst(...args) ?? null;
        export const planFinder = (...args) => part()?.planFinder(...args) ?? ((state) => state);`,
    }));
  },
};

/** The hook: a small entry, what answers most events, and the slower half that has a store. */
export async function buildHook() {
  const settings = { ...small, outdir: `${out}/hook` };
  // The patterns of secrets are a third of a part that seldom needs them.
  await buildLean({ ...settings, entryPoints: ['src/rules/text/redact.ts'] }, asFunction);
  await buildLean({ ...settings, entryPoints: ['src/surfaces/hook/pawl-hook.ts'] });
  const slow = { plugins: [specWhenThere, redactWhenNeeded], entryPoints: ['src/surfaces/hook/slow/slow.ts'] };
  await buildLean({ ...settings, ...slow }, asFunction);
  for (const entry of globSync('src/surfaces/hook/parts', '.ts')) {
    await buildLean({ ...settings, plugins: [redactWhenNeeded], entryPoints: [entry] }, asFunction);
  }
  makeExecutable(`${out}/hook/pawl-hook.cjs`);
}

/** An agent installs the folder of the plugin and nothing around it: the hook stands there, and the package has it only there. */
export function fillPlugin() {
  const fresh = `plugin/dist.${process.pid}`;
  cpSync('dist/hook', `${fresh}/hook`, { recursive: true });
  putInPlace(fresh, 'plugin/dist');
}
