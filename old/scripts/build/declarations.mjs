// What describes the code: JSON Schemas and type declarations.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { build } from 'esbuild';
import { globSync } from '../glob.mjs';
import { common, libraryEntries, out } from './settings.mjs';

/** Writes the JSON Schemas. */
export async function buildSchemas() {
  const entry = `${out}/schemas.mjs`;
  await build({ ...common, entryPoints: ['scripts/json-schemas.ts'], outfile: entry, format: 'esm' });
  const { schemas } = await import(`../../${entry}`);
  rmSync(entry);
  mkdirSync(`${out}/schemas`, { recursive: true });
  for (const [name, schema] of Object.entries(schemas)) {
    writeFileSync(`${out}/schemas/${name}.json`, `${JSON.stringify(schema)}\n`);
  }
}

/** One `import` or `export … from` of a declaration file: which names it takes (null for all), and from where. */
const passage = /^(import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|\*(?:\s+as\s+\w+)?)\s+from\s+'(\.[^']+)\.js';\n?/gm;
const namesIn = (list) =>
  list?.split(',').map((one) =>
    one
      .replace(/^\s*type\s+/, '')
      .split(/\s+as\s+/)[0]
      .trim(),
  ) ?? null;

/**
 * Only declarations that the entry points lead to are shipped. Whoever takes a name from an index leads to that name's file, and
 * not to everything else that the index passes on.
 */
function keepReachable(folder, entries) {
  const wanted = new Map();
  const follow = (file, names) => {
    const known = wanted.get(file) ?? new Set();
    const fresh = names === null ? [null] : names.filter((name) => !known.has(name));
    if (known.has(null) || (fresh.length === 0 && wanted.has(file))) return;
    wanted.set(file, known);
    for (const name of fresh) known.add(name);
    const text = readFileSync(file, 'utf8');
    const at = (target) => posix.join(posix.dirname(file), `${target}.d.ts`);
    for (const [, kind, list, target] of text.matchAll(passage)) {
      const taken = namesIn(list);
      const passed =
        kind === 'import' || taken === null || known.has(null) ? taken : taken.filter((one) => known.has(one));
      if (passed === null || passed.length > 0) follow(at(target), passed);
    }
    for (const [, target] of text.matchAll(/import\("(\.[^"]+)\.js"\)/g)) follow(at(target), null);
  };
  for (const entry of entries) follow(`${folder}/${entry}`, null);
  for (const file of globSync(folder, '.d.ts')) {
    if (!wanted.has(file)) rmSync(file);
    else {
      const isThere = (target) => wanted.has(posix.join(posix.dirname(file), `${target}.d.ts`));
      const text = readFileSync(file, 'utf8');
      const names = wanted.get(file);
      const linked = text.replace(passage, (line, kind, list, target) => {
        if (kind === 'import') return line;
        if (!isThere(target)) return '';
        if (list === undefined || names.has(null)) return line;
        const passed = list.split(',').filter((one) => namesIn(one).some((name) => names.has(name)));
        return passed.length === 0 ? '' : line.replace(`{${list}}`, `{${passed.join(',')}}`);
      });
      const lean = withoutUnusedImports(withoutUnused(linked, names));
      // Editors lay them out themselves.
      writeFileSync(
        file,
        lean.replaceAll(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 4)),
      );
    }
  }
}

/** Pieces of a declaration that matter for where it ends: what is quoted, comments, brackets and its last sign. */
const pieces = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\/\*[^]*?\*\/|[()[\]{};]/g;

function endOf(text, start) {
  let depth = 0;
  pieces.lastIndex = start;
  for (let found = pieces.exec(text); found !== null; found = pieces.exec(text)) {
    const [piece] = found;
    if ('([{'.includes(piece)) depth++;
    else if (')]}'.includes(piece)) depth--;
    else if (piece === ';' && depth === 0) return pieces.lastIndex;
  }
  throw new Error('a declaration has no end');
}

/**
 * Leaves functions and values out that no entry point leads to. Types stay: others may be made of them.
 * @param text a declaration file
 * @param wanted the names that lead here; null among them for all
 */
function withoutUnused(text, wanted) {
  if (wanted.has(null)) return text;
  const declared = /^(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export declare (?:function|const) (\w+)/gm;
  let [kept, at] = ['', 0];
  for (const { 0: head, 1: name, index } of text.matchAll(declared)) {
    if (wanted.has(name) || text.includes(`typeof ${name}`)) continue;
    kept += text.slice(at, index);
    at = endOf(text, index + head.length) + 1;
  }
  return kept + text.slice(at);
}

/** Leaves names out that a file takes from another one and does not use. */
function withoutUnusedImports(text) {
  const words = new Map();
  for (const [word] of text.matchAll(/\w+/g)) words.set(word, (words.get(word) ?? 0) + 1);
  return text.replace(passage, (line, kind, list) => {
    if (kind !== 'import' || list === undefined) return line;
    const names = list.split(',').map((one) => one.trim());
    const used = names.filter((one) => words.get(/\w+$/.exec(one)?.[0]) > 1);
    return used.length === 0 ? '' : line.replace(`{${list}}`, `{ ${used.join(', ')} }`);
  });
}

/** Writes the type declarations. */
export function buildTypes() {
  const tsc = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json', '--outDir', `${out}/types`],
    { stdio: 'inherit' },
  );
  if (tsc.status !== 0) throw new Error('tsc found errors in the sources');
  // What is left out may have been all that led to others.
  for (let before = Infinity, now = 0; now < before; ) {
    before = globSync(`${out}/types`, '.d.ts').length;
    keepReachable(
      `${out}/types`,
      libraryEntries.map((name) => `${name}.d.ts`),
    );
    now = globSync(`${out}/types`, '.d.ts').length;
  }
  // The declarations are CommonJS, as the code is; those of the ES modules lead to them.
  writeFileSync(`${out}/types/package.json`, '{ "type": "commonjs" }\n');
  for (const name of libraryEntries) {
    writeFileSync(`${out}/${name}.d.mts`, `export * from './types/${name}.js';\n`);
  }
}
