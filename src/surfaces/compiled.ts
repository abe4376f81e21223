// Loads a built file with V8's code cache, so that a start need not parse and compile it again. What cannot be cached is
// simply loaded: nothing here may fail a call. `module.enableCompileCache` does the same from Node 22 on.

import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

/** What such a file is: one function, which is called as the body of every CommonJS module is. */
type Wrapper = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: unknown },
  file: string,
  dir: string,
) => void;

/** Fewer helper threads start faster, and change nothing about the code. */
const isHarmlessOption = (option: string): boolean => option.startsWith('--v8-pool-size=');
const isPlainStart =
  process.execArgv.every(isHarmlessOption) && !process.env['NODE_OPTIONS'] && !process.env['NODE_V8_COVERAGE'];

/** Beside other tools' caches, where a new installation takes it away: below the `node_modules` that pawl stands in, or has. */
function cacheFolder(): string {
  const root = path.join(__dirname, '..', '..');
  const above = path.dirname(root);
  const modules = path.basename(above) === 'node_modules' ? above : path.join(root, 'node_modules');
  return path.join(modules, '.cache', 'pawl');
}

/** A cache fits one build and one Node; V8 itself checks its own version and flags. */
function cacheFile(file: string): string {
  const { size, mtimeMs } = fs.statSync(file);
  const build = `${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}`;
  const name = `${path.basename(path.dirname(file))}.${path.basename(file)}`;
  return path.join(cacheFolder(), `${name}-${build}-${process.version}-${process.arch}`);
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

const loaded = new Map<string, { exports: unknown }>();

/**
 * Loads a built file that is one function (`asFunction` of the build): to put that around its code here would copy all of it.
 * @param file its path
 * @param isUsual asked at the end: whether this was a call as most are, so that what it compiled is kept
 * @returns what it exports
 */
export function loadCompiled(file: string, isUsual: () => boolean = () => true): unknown {
  const module = loaded.get(file) ?? { exports: {} };
  if (!loaded.has(file)) {
    loaded.set(file, module);
    run(file, module, isUsual);
  }
  return module.exports;
}

function run(file: string, module: { exports: unknown }, isUsual: () => boolean): void {
  const cached = isPlainStart ? cacheFile(file) : null;
  const { generation, bytes: known } = cached === null ? { generation: 0, bytes: undefined } : loadNewest(cached);
  const code = fs.readFileSync(file, 'latin1'); // builds are plain ASCII
  const script = new vm.Script(code, {
    filename: file,
    ...(known === undefined ? {} : { cachedData: known }),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const folder = path.dirname(file);
  const near = Object.assign(
    (name: string): unknown => require(name.startsWith('.') ? path.join(folder, name) : name),
    require,
  );
  const wrapper: Wrapper = script.runInThisContext();
  wrapper({}, near, module, file, folder);
  // At the end, when what a call needs is compiled.
  if (cached !== null && (generation < generations || script.cachedDataRejected === true)) {
    process.once('exit', () => (isUsual() ? keep(cached, generation, script) : undefined));
  }
}
