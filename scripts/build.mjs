// Builds dist/: the program, the library with its types, the drop-ins, the dashboard's page and the JSON Schemas.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

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

/** Parts of the program that one command needs: each becomes a file of its own, loaded by `await import(…)`. */
const lazyParts = {
  mcp: 'src/mcp/serve.ts',
  demo: 'src/cli/demo-story.ts',
  spec: 'src/formats/spec.ts',
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

async function buildProgram() {
  const banner = { js: '#!/usr/bin/env node' };
  const cjs = { ...common, format: 'cjs' };
  const outfile = 'dist/cli/pawl.cjs';
  await build({ ...cjs, entryPoints: ['src/cli/pawl.ts'], outfile, banner, plugins: [lazyImports] });
  const parts = { entryPoints: lazyParts, outdir: 'dist/cli', outExtension: { '.js': '.cjs' } };
  await build({ ...cjs, ...parts, plugins: [lazyImports] });
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
  cpSync('dist/ui', 'plugin/dist/ui', { recursive: true });
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
if (existsSync('scripts/build-dropins.mjs')) await (await import('./build-dropins.mjs')).buildDropins('dist/lib');
copyTemplates();
await buildPage();
await buildSchemas();
buildTypes();
