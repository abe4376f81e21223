// The library, most commands and the hook's slower half, built together: what they have in common stands in the package once,
// in the plugin, which an agent installs without what is around it.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { globSync } from '../glob.mjs';
import { leanMcp } from './lean-mcp.mjs';
import { leanYaml } from './lean-yaml.mjs';
import { asFunction, toCommonJs, write } from './lean.mjs';
import { common, isHot, libraryEntries, out, seldomCalled, small } from './settings.mjs';

const sharedFolder = 'shared';
/** Every file that is loaded takes a quarter of a millisecond: parts that are smaller than this go into one file. */
const smallBytes = 16_000;
/** One for what the library loads, so that it need not read what only commands use. */
const packs = { library: 'library.cjs', program: 'program.cjs' };

/** An error that a program does not catch is shown with its line of the library: that may not be a whole file. */
const libraryLineLimit = 500;

const isSeldom = (file) => Object.values(seldomCalled).some(({ part }) => file.endsWith(`/lazy/${part}.ts`));

/** Where each entry's code goes, and where it comes from. */
function entries() {
  const library = libraryEntries.map((name) => [name, `src/${name}.ts`]);
  const sources = ['commands', 'lazy'].flatMap((folder) => globSync(`src/surfaces/cli/${folder}`, '.ts'));
  const commands = sources
    .filter((file) => !file.endsWith('.test.ts') && !isHot(file) && !isSeldom(file))
    .map((file) => [file.replace('src/surfaces/', '').replace(/\.ts$/, ''), file]);
  return Object.fromEntries([...library, ...commands, ['hook/slow', 'src/surfaces/hook/slow/slow.ts']]);
}

/**
 * Puts small parts into one file, in which each is run when it is first asked for. `require` is the file's own, and no
 * parameter: a program's bundler finds what else it has to take along by these calls.
 */
function pack(parts) {
  const functions = [...parts].map(([name, code]) => `${JSON.stringify(name)}(module,exports){${code}}`);
  return [
    '"use strict";',
    `const parts={${functions.join(',\n')}};`,
    'const made=new Map();',
    'function load(name){',
    'let one=made.get(name);',
    'if(one===undefined){one={exports:{}};made.set(name,one);parts[name](one,one.exports)}',
    'return one.exports}',
    'module.exports=load;',
    '',
  ].join('\n');
}

/** Finds what the library loads: as soon as it is loaded itself, or at all. */
function loadedByLibrary(outputs, kinds) {
  const found = new Set();
  const follow = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const { path: target, kind } of outputs[file]?.imports ?? []) if (kinds.includes(kind)) follow(target);
  };
  for (const name of libraryEntries) follow(`${out}/${name}.cjs`);
  return found;
}

/** Commands and the hook's slower half are loaded with V8's code cache. */
const isCommand = (file) => ['cli/commands', 'hook'].includes(path.dirname(file));

/** Where a built file stands in the package. */
const placeOf = (file) => `${/^(?:hook|shared)\//.test(file) ? 'plugin/' : ''}dist/${file}`;

/** How one built file names another. */
function pathTo(file, wanted) {
  const from = path.posix.relative(path.posix.dirname(placeOf(file)), placeOf(wanted));
  return from.startsWith('.') ? from : `./${from}`;
}

/** Builds the library's entries and all commands that are not called all the time. */
export async function buildShared() {
  const { outputFiles, metafile } = await build({
    ...small,
    supported: {},
    plugins: [leanMcp, leanYaml],
    entryPoints: entries(),
    outdir: out,
    chunkNames: `${sharedFolder}/[name]-[hash]`,
    splitting: true,
    format: 'esm',
    write: false,
    metafile: true,
  });
  const early = loadedByLibrary(metafile.outputs, ['import-statement']);
  const library = loadedByLibrary(metafile.outputs, ['import-statement', 'dynamic-import']);
  const packOf = (file) => (early.has(`${out}/${file}`) ? packs.library : packs.program);
  const files = new Map();
  for (const { path: full, text } of outputFiles) {
    const file = path.relative(out, full);
    files.set(file, await toCommonJs(text, library.has(`${out}/${file}`) ? libraryLineLimit : 0));
  }
  const isSmall = (file) => path.dirname(file) === sharedFolder && files.get(file).length < smallBytes;
  const toPack = (file, code) =>
    code.replace(/require\("(\.[^"]+)"\)/g, (whole, target) => {
      const wanted = path.posix.join(path.posix.dirname(file), target);
      if (!files.has(wanted)) return whole;
      if (!isSmall(wanted)) return `require("${pathTo(file, wanted)}")`;
      const name = JSON.stringify(path.posix.basename(wanted));
      // Beside it in the same file, the function that loads has this name.
      if (isSmall(file) && packOf(file) === packOf(wanted)) return `load(${name})`;
      return `require("${pathTo(file, `${sharedFolder}/${packOf(wanted)}`)}")(${name})`;
    });
  const packed = new Map(Object.values(packs).map((name) => [name, new Map()]));
  for (const [file, code] of files) {
    if (isSmall(file)) packed.get(packOf(file)).set(path.basename(file), toPack(file, code));
    else write(`${out}/${file}`, (isCommand(file) ? asFunction : String)(toPack(file, code)));
  }
  for (const [name, parts] of packed) write(`${out}/${sharedFolder}/${name}`, pack(parts));
}

/** ES modules that name what the library exports: one copy of the code serves both kinds, and an error is one class. */
export async function nameExports() {
  for (const name of libraryEntries) {
    const settings = { ...common, format: 'esm', write: false, metafile: true, outdir: out };
    const { metafile } = await build({ ...settings, entryPoints: [`src/${name}.ts`] });
    const [{ exports }] = Object.values(metafile.outputs);
    const lines = exports.map((one) => `export const ${one} = entry.${one};`);
    writeFileSync(`${out}/${name}.mjs`, [`import entry from './${name}.cjs';`, ...lines, ''].join('\n'));
  }
}
