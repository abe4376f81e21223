// Loads a built file with V8's code cache, so that a start need not parse and compile it again. What cannot be cached is
// simply loaded: nothing here may fail a call. `module.enableCompileCache` does the same from Node 22 on.

import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

/** What a built file is called with, as every CommonJS module. */
type Wrapper = (
  exports: unknown,
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

/**
 * A cache fits one build and one Node; V8 itself checks its own version and flags. Of a part that many commands share, each
 * keeps what it needed of it.
 */
function cacheFile(file: string, entry: string): string {
  const { size, mtimeMs } = fs.statSync(file);
  const build = `${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}`;
  const name = file === entry ? path.basename(file) : `${path.basename(entry, '.cjs')}+${path.basename(file)}`;
  return path.join(cacheFolder(), `${name}-${build}-${process.version}-${process.arch}`);
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

/** What was compiled here, by the file that keeps it. */
const compiled = new Map<string, vm.Script>();

/** At the end, when what a call needs is compiled. Whole and on disk before it has its name: V8 trusts what it finds. */
function keepAll(): void {
  const folder = cacheFolder();
  try {
    fs.mkdirSync(folder, { recursive: true });
    for (const [file, script] of compiled) {
      const temp = `${file}.${process.pid}.tmp`;
      fs.writeFileSync(temp, script.createCachedData(), { flag: 'wx', flush: true });
      fs.renameSync(temp, file);
    }
    removeForgotten(folder);
  } catch {
    // Not ours to write: the next start is as slow as this one.
  }
}

/** What was loaded here. It is there before its code runs, as two parts may ask for each other. */
const loaded = new Map<string, { exports: unknown }>();

/**
 * Loads a built CommonJS file, and what it requires of the same build in the same way.
 * @param file its path
 * @param entry the file that was loaded first, and needs it
 * @returns what it exports
 */
export function loadCompiled(file: string, entry: string = file): unknown {
  if (!isPlainStart) return require(file);
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  const module = { exports: {} as unknown };
  loaded.set(file, module);
  run(file, entry, module);
  return module.exports;
}

function run(file: string, entry: string, module: { exports: unknown }): void {
  const cached = cacheFile(file, entry);
  const known = loadBytes(cached);
  const code = fs.readFileSync(file, 'latin1'); // builds are plain ASCII
  const script = new vm.Script(`(function (exports, require, module, __filename, __dirname) { ${code}\n})`, {
    filename: file,
    ...(known === undefined ? {} : { cachedData: known }),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (known === undefined || script.cachedDataRejected === true) {
    if (compiled.size === 0) process.once('exit', keepAll);
    compiled.set(cached, script);
  }
  const folder = path.dirname(file);
  const near = Object.assign(
    (name: string): unknown => (name.startsWith('.') ? loadCompiled(path.join(folder, name), entry) : require(name)),
    require,
  );
  const wrapper: Wrapper = script.runInThisContext();
  wrapper(module.exports, near, module, file, folder);
}
