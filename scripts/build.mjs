// Builds dist/: the program, the library with its types, the drop-ins, the dashboard's page and the JSON Schemas.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';
import { buildDropins } from './build-dropins.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'], // jsonc-parser's main file hides its imports from bundlers
  alias: { yaml: path.resolve('node_modules/yaml/browser/dist/index.js') }, // its main file requires `process`, which no ES module can
  define: { PAWL_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
};

/** The packages whose code is part of what was built. */
const bundled = new Set();

async function build(options) {
  const { metafile } = await bundle({ ...options, metafile: true });
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(file) ?? [];
      if (name !== undefined && bytesInOutput > 0) bundled.add(name);
    }
}

/** The licences of bundled packages: they ask that their text comes along. */
function writeNotices() {
  const notices = [...bundled]
    .sort((a, b) => a.localeCompare(b))
    .map((name) => {
      const folder = `node_modules/${name}`;
      const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      const text = file === undefined ? `License: ${license}` : readFileSync(`${folder}/${file}`, 'utf8').trim();
      return `${name} ${version} (${license})\n\n${text}\n`;
    });
  const head = 'pawl contains code of these packages:\n\n';
  writeFileSync('dist/THIRD-PARTY-NOTICES.txt', head + notices.join(`\n${'-'.repeat(80)}\n\n`));
}

/** Parts of the program that one command needs: each becomes a file of its own, loaded by `await import(…)`. */
const lazyParts = {
  mcp: 'src/mcp/serve.ts',
  demo: 'src/cli/demo-story.ts',
  spec: 'src/formats/spec.ts',
  doctor: 'src/doctor/doctor.ts',
  server: 'src/ui/server.ts',
  export: 'src/ui/export.ts',
};

/** Leaves the imports of lazy parts as imports of the files that are made of them. */
const lazyImports = {
  name: 'lazy parts',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.js$/, namespace: 'file' }, ({ path: target, resolveDir, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = path.relative('.', path.join(resolveDir, target.replace(/\.js$/, '.ts'))).replaceAll('\\', '/');
      const [name] = Object.entries(lazyParts).find(([, source]) => source === file) ?? [];
      return name === undefined ? undefined : { path: `./${name}.cjs`, external: true };
    });
  },
};

/** The program's own file only turns on Node's compile cache, where Node has one, and loads the rest. */
const starter = `#!/usr/bin/env node
'use strict';
require('node:module').enableCompileCache?.();
require('./main.cjs');
`;

async function buildProgram() {
  const cjs = { ...common, format: 'cjs', plugins: [lazyImports] };
  await build({ ...cjs, entryPoints: ['src/cli/pawl.ts'], outfile: 'dist/cli/main.cjs' });
  await build({ ...cjs, entryPoints: lazyParts, outdir: 'dist/cli', outExtension: { '.js': '.cjs' } });
  writeFileSync('dist/cli/pawl.cjs', starter, { mode: 0o755 });
}

/** What `pawl init` writes stands beside the program, and both in the plugin: a clone's plugin works once this was built. */
function copyTemplates() {
  const templates = 'dist/cli/templates';
  cpSync('templates', templates, { recursive: true });
  cpSync('plugin/skills', `${templates}/skills`, { recursive: true });
  cpSync('plugin/hooks', `${templates}/hooks`, { recursive: true });
  cpSync('dist/lib', `${templates}/lib`, { recursive: true });
  rmSync('plugin/dist', { recursive: true, force: true });
  cpSync('dist/cli', 'plugin/dist', { recursive: true });
  cpSync('dist/ui', 'plugin/dist/ui', { recursive: true });
  cpSync('dist/THIRD-PARTY-NOTICES.txt', 'plugin/dist/THIRD-PARTY-NOTICES.txt');
}

/** The dashboard's page for the browser. The graph's layout is a file of its own, loaded by the first pipeline that is shown. */
async function buildPage() {
  const page = {
    bundle: true,
    format: 'esm',
    minify: true,
    target: ['es2022'],
    logLevel: 'warning',
    outdir: 'dist/ui',
  };
  const jsx = { jsx: 'automatic', jsxImportSource: 'preact' };
  await build({
    ...page,
    ...jsx,
    entryPoints: ['src/ui/page/page.tsx', 'src/ui/page/page.css'],
    external: ['./graph.js'],
  });
  await build({ ...page, entryPoints: ['src/ui/page/graph.ts'] });
  cpSync('src/ui/page/index.html', 'dist/ui/index.html');
}

/** The library for `import` and `require`. */
async function buildLibrary() {
  const entryPoints = { index: 'src/library.ts', silent: 'src/silent.ts', testing: 'src/testing.ts' };
  for (const [format, ending] of [
    ['esm', '.mjs'],
    ['cjs', '.cjs'],
  ]) {
    await build({ ...common, entryPoints, outdir: 'dist', format, outExtension: { '.js': ending } });
  }
}

/** One set of declarations, which count as CommonJS; `import` reaches them through a line of its own. */
function buildTypes() {
  const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json'], {
    stdio: 'inherit',
  });
  if (tsc.status !== 0) throw new Error('tsc failed');
  writeFileSync('dist/types/package.json', '{ "type": "commonjs" }\n');
  for (const [name, entry] of [
    ['index', 'library'],
    ['silent', 'silent'],
    ['testing', 'testing'],
  ]) {
    writeFileSync(`dist/${name}.d.mts`, `export * from './types/${entry}.js';\n`);
  }
}

async function buildSchemas() {
  const outfile = 'dist/schemas/schemas.mjs';
  await build({ ...common, entryPoints: ['scripts/json-schemas.ts'], outfile, format: 'esm' });
  const { schemas } = await import(pathToFileURL(outfile));
  rmSync(outfile);
  for (const [name, schema] of Object.entries(schemas)) {
    writeFileSync(`dist/schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`);
  }
}

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist/types', { recursive: true });
await buildProgram();
await buildLibrary();
await buildDropins('dist/lib');
await buildPage();
await buildSchemas();
writeNotices();
copyTemplates();
buildTypes();
