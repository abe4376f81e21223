// Loads a built file with V8's code cache, so that a start need not parse and compile it again. What cannot be cached is
// simply loaded: nothing here may fail a call. `module.enableCompileCache` does the same from Node 22 on.

import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

/** What a built file is called with, as every CommonJS module. */
type Wrapper = (
  exports: unknown,
  require: (id: string) => unknown,
  module: { exports: unknown },
  file: string,
  dir: string,
) => void;

/** Fewer helper threads start faster, and change nothing about the code. */
const isHarmlessOption = (option: string): boolean => option.startsWith('--v8-pool-size=');
const isPlainStart =
  process.execArgv.every(isHarmlessOption) && !process.env['NODE_OPTIONS'] && !process.env['NODE_V8_COVERAGE'];

/** Paths are cut and put together as texts: each function of Node that is called is compiled at every start. */
const above = (folder: string): string => folder.slice(0, folder.lastIndexOf(path.sep));

/** Beside other tools' caches, where a new installation takes it away: below the `node_modules` that pawl stands in, or has. */
function cacheFolder(): string {
  const root = above(above(__dirname));
  const modules = above(root).endsWith(`${path.sep}node_modules`) ? above(root) : `${root}/node_modules`;
  return `${modules}/.cache/pawl`;
}

/** A cache fits one content, which the build marked with its hash, and one Node; V8 itself checks its own version and flags. */
function cacheFile(name: string, code: string): string {
  const mark = code.startsWith('//') ? code.slice(2, 18) : '';
  return `${cacheFolder()}/${name}-${code.length.toString(36)}-${mark}-${process.version}-${process.arch}`;
}

function loadBytes(file: string): Buffer | undefined {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Two checkouts may share one folder: what another build uses stays for a while. */
const forgottenMs = 7 * 24 * 60 * 60 * 1000;

function removeForgotten(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - fs.statSync(file).mtimeMs > forgottenMs) fs.rmSync(file);
  }
}

/** Whole and on disk before it has its name: V8 trusts what it finds. */
function keep(file: string, script: vm.Script): void {
  const temp = `${file}.${process.pid}.tmp`;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(temp, script.createCachedData(), { flag: 'wx', flush: true });
    fs.renameSync(temp, file);
    removeForgotten(path.dirname(file));
  } catch {
    // Not ours to write: the next start is as slow as this one.
  }
}

/** What was loaded from a file, as Node's own loader would remember it. */
const loaded = new Map<string, { exports: unknown }>();

/**
 * Loads a built CommonJS file, and what it requires from beside it.
 * @param folder where it stands, without a separator at the end
 * @param name the file's name
 * @returns what it exports
 */
export function loadCompiled(folder: string, name: string): unknown {
  const file = `${folder}/${name}`;
  if (!isPlainStart) return require(file);
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  const code = fs.readFileSync(file, 'utf8');
  const cached = cacheFile(name, code);
  const cachedData = loadBytes(cached);
  const source = `(function (exports, require, module, __filename, __dirname) { ${code}\n})`;
  const script = new vm.Script(source, { filename: file, cachedData });
  const module = { exports: {} as unknown };
  const wrapper: Wrapper = script.runInThisContext();
  wrapper(module.exports, (id) => requireFrom(folder, id), module, file, folder);
  loaded.set(file, module);
  // At the end, when what a call needs is compiled.
  if (cachedData === undefined || script.cachedDataRejected === true) process.once('exit', () => keep(cached, script));
  return module.exports;
}

function requireFrom(folder: string, id: string): unknown {
  if (id.startsWith('./')) return loadCompiled(folder, id.slice(2));
  return require(id.startsWith('.') ? `${folder}/${id}` : id);
}
