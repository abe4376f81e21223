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

/** Writes the type declarations. */
export function buildTypes() {
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
