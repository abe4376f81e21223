// Builds dist/: the library (ES modules and CommonJS with types), the program, the drop-ins and the JSON Schemas.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, posix } from 'node:path';
import { build, transform } from 'esbuild';
import { globSync } from './glob.mjs';

// Built aside and put in place at the end: whoever runs the program meanwhile never meets half of it.
const out = `dist.${process.pid}`;
const version = JSON.parse(readFileSync('package.json', 'utf8')).version;

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  define: { PAWL_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
  legalComments: 'none',
};

/**
 * esbuild copies every member of a module of Node for each file that imports it, although all that is used is the module
 * itself: 2 ms of every start.
 */
function withoutCopies(code) {
  const copied = /([\w$]+) ?= ?__toESM\(require\("(node:[\w/]+)"\)(?:, ?1)?\)/g;
  return code.replace(copied, (whole, name, module) => {
    const uses = code.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}\\.(?!default\\b)`, 'g')) ?? [];
    return uses.length === 0 ? `${name}={default:require("${module}")}` : whole;
  });
}

/** Builds CommonJS. */
async function buildLean(settings) {
  const { outputFiles } = await build({ ...settings, format: 'cjs', write: false });
  for (const { path, text } of outputFiles) await writeLean(path, text);
}

/**
 * Names inside of the program are shortened last: what looks for copies goes by them. The library's files keep the line
 * that tells ES modules which names they export.
 */
async function writeLean(path, code) {
  const lean = withoutCopies(code);
  const shorten = { minifyIdentifiers: true, minifyWhitespace: true, format: 'cjs', target: 'node20' };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, /\/(?:cli|hook)\//.test(path) ? (await transform(lean, shorten)).code : lean);
}

/** Commands that hooks and agents call all the time: one file each, as every file that is shared costs a start. */
const hotCommands = ['phase', 'status', 'list', 'resume', 'hook', 'statusline'];
const isHot = (file) => hotCommands.some((name) => file.endsWith(`/${name}.ts`));

const libraryEntries = ['index', 'silent', 'testing'];

/**
 * One copy for both kinds of modules: the code is CommonJS, in parts that the entries share, and an ES module names what
 * an entry exports. So an error is the same class wherever it comes from.
 */
async function buildLibrary() {
  await buildShared({
    ...common,
    entryPoints: libraryEntries.map((name) => `src/${name}.ts`),
    outdir: out,
    chunkNames: 'library/[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    minifySyntax: true,
    minifyWhitespace: true,
    supported: { 'dynamic-import': false },
  });
  for (const name of libraryEntries) {
    const { metafile } = await build({
      ...common,
      entryPoints: [`src/${name}.ts`],
      format: 'esm',
      write: false,
      metafile: true,
      outdir: out,
    });
    const [{ exports }] = Object.values(metafile.outputs);
    const lines = exports.map((one) => `export const ${one} = entry.${one};`);
    writeFileSync(`${out}/${name}.mjs`, [`import entry from './${name}.cjs';`, ...lines, ''].join('\n'));
  }
}

/** One small entry that starts fast; each command is a file of its own that is loaded when it is called. */
async function buildProgram() {
  const settings = {
    ...common,
    outdir: `${out}/cli`,
    outbase: 'src/surfaces/cli',
    outExtension: { '.js': '.cjs' },
    minifySyntax: true,
    minifyWhitespace: true,
    supported: { 'dynamic-import': false }, // a lazy part is required: Node's loader of ES modules costs 5 ms
  };
  const sources = ['commands', 'lazy'].flatMap((folder) => globSync(`src/surfaces/cli/${folder}`, '.ts'));
  const parts = sources.filter((file) => !file.endsWith('.test.ts'));
  for (const entry of ['src/surfaces/cli/front.ts', 'src/surfaces/cli/main.ts', ...parts.filter(isHot)]) {
    const plugins = [lazyParts(isHot(entry) ? '../lazy' : './lazy')];
    await buildLean({ ...settings, entryPoints: [entry], plugins });
  }
  const others = parts.filter((file) => !isHot(file));
  await buildShared({ ...settings, plugins: [leanMcp], entryPoints: others, chunkNames: 'commands/shared-[hash]' });
  renameSync(`${out}/cli/front.cjs`, `${out}/cli/pawl.cjs`);
  const program = readFileSync(`${out}/cli/pawl.cjs`, 'utf8');
  writeFileSync(`${out}/cli/pawl.cjs`, program.startsWith('#!') ? program : `#!/usr/bin/env node\n${program}`);
  chmodSync(`${out}/cli/pawl.cjs`, 0o755);
}

/** The hook's parts load the patterns of secrets when a text may hold one. */
const redactWhenNeeded = {
  name: 'redact when needed',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/redact\.js$/ }, () => ({ path: 'redact', namespace: 'when-needed' }));
    onResolve({ filter: /^\.\/redact\.cjs$/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'when-needed' }, () => ({
      contents: `export const redactText = (text) => require('./redact.cjs').redactText(text);`,
    }));
  },
};

/** The hook: a small entry, what answers most events, and the slower half that has a store. */
async function buildHook() {
  const settings = {
    ...common,
    outdir: `${out}/hook`,
    outExtension: { '.js': '.cjs' },
    minifySyntax: true,
    minifyWhitespace: true,
    supported: { 'dynamic-import': false },
    plugins: [lazyParts('../cli/lazy')],
  };
  // The patterns of secrets are a third of a part that seldom needs them.
  await buildLean({ ...settings, entryPoints: ['src/rules/text/redact.ts'] });
  const sources = ['src/surfaces/hook/pawl-hook.ts', 'src/surfaces/hook/slow/slow.ts'];
  for (const entry of [...sources, ...globSync('src/surfaces/hook/parts', '.ts')]) {
    const plugins = [...settings.plugins, ...(entry.endsWith('/slow.ts') ? [] : [redactWhenNeeded])];
    await buildLean({ ...settings, plugins, entryPoints: [entry] });
  }
  const file = `${out}/hook/pawl-hook.cjs`;
  writeFileSync(file, `#!/usr/bin/env node\n${readFileSync(file, 'utf8')}`);
  chmodSync(file, 0o755);
}

/** What the entry needs only now and then stays a part of its own, which is required when it is needed. */
const lazyParts = (folder) => ({
  name: 'lazy parts',
  setup({ onResolve }) {
    onResolve({ filter: /\/lazy\/[\w-]+\.js$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `${folder}/${posix.basename(path, '.js')}.cjs`, external: true } : undefined,
    );
  },
});

/**
 * The MCP SDK brings a JSON Schema validator and a generator of JSON Schemas for tools that are described with zod. Ours are
 * described and checked by the program itself: both stay out, which is 50 KB of the packed program.
 */
const leanMcp = {
  name: 'lean mcp',
  setup({ onLoad }) {
    onLoad({ filter: /@modelcontextprotocol.server.dist.shimsNode\.mjs$/ }, () => ({
      contents:
        "export { default as process } from 'node:process';\n" +
        'export class DefaultJsonSchemaValidator { getValidator() { throw new Error("no JSON Schema validator is built in"); } }',
    }));
    onLoad({ filter: /zod.v4.core.(?:to-json-schema|json-schema-processors)\.js$/ }, ({ path }) => {
      const names = [...readFileSync(path, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name]) => name,
      );
      return { contents: names.map((name) => `export const ${name} = () => () => ({});`).join('\n') };
    });
  },
};

/** What entries have in common is built once. esbuild shares parts of ES modules only; those then become CommonJS. */
async function buildShared(settings) {
  const shared = { splitting: true, format: 'esm', write: false };
  const { outputFiles } = await build({ ...settings, ...shared, supported: {} });
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      minifyWhitespace: true,
      supported: settings.supported,
    });
    await writeLean(path, code);
  }
}

/** The drop-ins keep their JSDoc: their source is plain CommonJS, and only the core behind it is put in. */
async function buildDropins() {
  const cores = {
    'pawl:silent': 'src/silent.ts',
    'pawl:tokens': 'src/rules/text/tokens.ts',
    'pawl:utils': 'src/surfaces/dropins/utils-core.ts',
    'pawl:ship-hook': 'src/surfaces/dropins/ship-hook-core.ts',
  };
  mkdirSync(`${out}/lib`, { recursive: true });
  for (const file of globSync('src/surfaces/dropins', '.cjs')) {
    const source = readFileSync(file, 'utf8');
    const line = /^const core = require\('(pawl:[\w-]+)'\);$/m.exec(source);
    if (line === null) throw new Error(`${file} has no line "const core = require('pawl:…');"`);
    const result = await build({ ...common, entryPoints: [cores[line[1]]], write: false, format: 'cjs' });
    const code = result.outputFiles[0].text.replace(/^"use strict";\n/, '').trimEnd();
    // Behind the documented functions, so that a reader meets those first.
    const core = [
      '',
      '/**',
      ` * The core of pawl ${version}, built from its sources.`,
      ' * @returns {Object} Its functions',
      ' */',
      'function loadCore() {',
      'const module = { exports: {} };',
      code,
      'return module.exports;',
      '}',
      '',
    ].join('\n');
    const text = source.replace(line[0], 'const core = loadCore();') + core;
    writeFileSync(`${out}/lib/${file.split('/').at(-1)}`, text);
  }
}

/** Documents that `pawl init` writes as they are. */
function copyTemplates() {
  cpSync('templates', `${out}/templates`, { recursive: true });
}

async function buildSchemas() {
  const entry = `${out}/schemas.mjs`;
  await build({ ...common, entryPoints: ['scripts/json-schemas.ts'], outfile: entry, format: 'esm' });
  const { schemas } = await import(`../${entry}`);
  rmSync(entry);
  mkdirSync(`${out}/schemas`, { recursive: true });
  for (const [name, schema] of Object.entries(schemas)) {
    writeFileSync(`${out}/schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`);
  }
}

/** Only declarations that the entry points lead to are shipped. */
function keepReachable(folder, entries) {
  const reached = new Set();
  const follow = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/(?:from |import\(|import )['"](\.[^'"]+)\.js['"]/g)) {
      follow(posix.join(posix.dirname(file), `${target}.d.ts`));
    }
  };
  for (const entry of entries) follow(`${folder}/${entry}`);
  for (const file of globSync(folder, '.d.ts')) if (!reached.has(file)) rmSync(file);
}

function buildTypes() {
  const tsc = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json', '--outDir', `${out}/types`],
    { stdio: 'inherit' },
  );
  if (tsc.status !== 0) throw new Error('tsc found errors in the sources');
  keepReachable(
    `${out}/types`,
    libraryEntries.map((name) => `${name}.d.ts`),
  );
  // The declarations are CommonJS, as the code is; those of the ES modules lead to them.
  writeFileSync(`${out}/types/package.json`, '{ "type": "commonjs" }\n');
  for (const name of libraryEntries) {
    writeFileSync(`${out}/${name}.d.mts`, `export * from './types/${name}.js';\n`);
  }
}

/** What builds left behind that were killed. */
function sweep() {
  for (const name of readdirSync('.')) {
    const pid = /^dist\.(?:old\.)?(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(name, { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Two renames: a reader finds the old build, the new one, or nothing for less than a millisecond. */
function putInPlace() {
  const old = `dist.old.${process.pid}`;
  for (let attempt = 0; ; attempt++) {
    try {
      if (existsSync('dist')) renameSync('dist', old);
      renameSync(out, 'dist');
      break;
    } catch (error) {
      if (attempt >= 20) throw error; // another build was faster: once more
      rmSync(old, { recursive: true, force: true });
    }
  }
  rmSync(old, { recursive: true, force: true });
}

/**
 * An agent installs the folder of the plugin and nothing around it: the hook stands there, with the parts that it loads now and
 * then. The package has it only there.
 */
function fillPlugin() {
  const fresh = `plugin/dist.${process.pid}`;
  cpSync('dist/hook', `${fresh}/hook`, { recursive: true });
  const code = globSync('dist/hook', '.cjs').map((file) => readFileSync(file, 'utf8'));
  for (const [, name] of code.join('').matchAll(/"\.\.\/cli\/(lazy\/[\w-]+\.cjs)"/g)) {
    mkdirSync(`${fresh}/cli/lazy`, { recursive: true });
    cpSync(`dist/cli/${name}`, `${fresh}/cli/${name}`);
  }
  rmSync('plugin/dist', { recursive: true, force: true });
  renameSync(fresh, 'plugin/dist');
}

sweep();
try {
  const parts = await Promise.allSettled([
    buildLibrary(),
    buildProgram(),
    buildHook(),
    buildDropins(),
    buildSchemas(),
    copyTemplates(),
  ]);
  const failed = parts.find((part) => part.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  buildTypes();
  putInPlace();
  fillPlugin();
} catch (error) {
  process.exitCode = 1;
  console.error(`The build failed: ${error.message}`);
} finally {
  rmSync(out, { recursive: true, force: true });
}
