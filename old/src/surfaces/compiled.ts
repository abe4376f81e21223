// Loads a built file with V8's code cache, so that a start need not parse and compile it again. What cannot be cached is
// simply loaded: nothing here may fail a call. `module.enableCompileCache` does the same from Node 22 on.

import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

/** What such a file is: one function, which is called as the body of every CommonJS module is. */
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
  const end = __dirname.lastIndexOf(`${path.sep}dist${path.sep}`);
  const root = end < 0 ? above(above(__dirname)) : __dirname.slice(0, end);
  const modules = above(root).endsWith(`${path.sep}node_modules`) ? above(root) : `${root}/node_modules`;
  return `${modules}/.cache/pawl`;
}

/** A cache fits one content, which the build marked with its hash, and one Node; V8 itself checks its own version and flags. */
function cacheFile(folder: string, name: string, code: string): string {
  const kind = folder.slice(Math.max(folder.lastIndexOf('/'), folder.lastIndexOf(path.sep)) + 1);
  const content = `${code.length.toString(36)}-${code.startsWith('//') ? code.slice(2, 18) : ''}`;
  return `${cacheFolder()}/${kind}.${name}-${content}-${process.version}-${process.arch}`;
}

function loadBytes(file: string): Buffer | undefined {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * What a call runs is compiled for it, and only that is kept. The first calls differ, as a run that begins does from one that
 * goes on: so each of these adds what it compiled, and later ones find it.
 */
const generations = 3;

interface Cached {
  readonly generation: number;
  readonly bytes: Buffer | undefined;
}

function loadNewest(file: string): Cached {
  for (let generation = generations; generation > 0; generation--) {
    const bytes = loadBytes(`${file}-${generation}`);
    if (bytes !== undefined) return { generation, bytes };
  }
  return { generation: 0, bytes: undefined };
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
function keep(base: string, generation: number, script: vm.Script): void {
  const file = `${base}-${Math.min(generation + 1, generations)}`;
  const temp = `${file}.${process.pid}.tmp`;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(temp, script.createCachedData(), { flag: 'wx', flush: true });
    fs.renameSync(temp, file);
    if (generation > 0 && generation < generations) fs.rmSync(`${base}-${generation}`, { force: true });
    removeForgotten(path.dirname(file));
  } catch {
    // Not ours to write: the next start is as slow as this one.
  }
}

const atExit: (() => void)[] = [];

/** One listener for all parts: Node warns of more than ten. */
function keepAtExit(keepOne: () => void): void {
  if (atExit.length === 0) process.once('exit', () => atExit.forEach((one) => one()));
  atExit.push(keepOne);
}

/** What was loaded from a file, as Node's own loader would remember it. */
const loaded = new Map<string, { exports: unknown }>();

/**
 * Loads a built file that is one function (`asFunction` of the build), and what it requires from beside it and of the parts
 * that commands share: to put the function around all code here would copy it.
 * @param folder where it stands, without a separator at the end
 * @param name the file's name
 * @param call what it is loaded for
 * @returns what it exports
 */
export function loadCompiled(folder: string, name: string, call: Call = {}): unknown {
  const file = `${folder}/${name}`;
  const module = loaded.get(file) ?? { exports: {} };
  if (!loaded.has(file)) {
    loaded.set(file, module);
    run(folder, name, module, call);
  }
  return module.exports;
}

/** What a file is loaded for. */
interface Call {
  /** The command, where a file answers several: each keeps what it needed. */
  readonly asker?: string;
  /** Asked at the end: whether this was a call as most are, so that what it compiled is kept. */
  readonly isUsual?: () => boolean;
}

/** The command that was asked for: of a part that many share, each keeps what it needed. */
let asker = '';

/** What the library has, too, is a module as Node knows them, and not a function. */
const isShared = (folder: string): boolean => folder.endsWith(`${path.sep}shared`);

function run(folder: string, name: string, module: { exports: unknown }, call: Call): void {
  const file = `${folder}/${name}`;
  const text = fs.readFileSync(file, 'utf8');
  if (folder.endsWith('/commands')) asker = name.slice(0, -'.cjs'.length);
  const own = call.asker ?? (isShared(folder) ? asker : '');
  const kept = own === '' ? name : `${own}+${name}`;
  const code = isShared(folder) ? `(function(exports,require,module,__filename,__dirname){${text}\n})` : text;
  const cached = isPlainStart ? cacheFile(folder, kept, text) : null;
  const { generation, bytes } = cached === null ? { generation: 0, bytes: undefined } : loadNewest(cached);
  const script = new vm.Script(code, { filename: file, cachedData: bytes });
  const wrapper: Wrapper = script.runInThisContext();
  wrapper(module.exports, (id) => requireFrom(folder, id), module, file, folder);
  // At the end, when what a call needs is compiled.
  if (cached !== null && (generation < generations || script.cachedDataRejected === true)) {
    keepAtExit(() => (call.isUsual?.() === false ? undefined : keep(cached, generation, script)));
  }
}

function requireFrom(folder: string, id: string): unknown {
  if (!id.startsWith('.')) return require(id);
  const isBeside = id.startsWith('./') && id.indexOf('/', 2) < 0;
  if (isBeside) return loadCompiled(folder, id.slice(2));
  const file = path.join(folder, id);
  return isShared(path.dirname(file)) ? loadCompiled(path.dirname(file), path.basename(file)) : require(file);
}
