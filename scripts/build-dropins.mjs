// Builds the drop-ins: self-contained CommonJS that people read and keep in their repositories. The core is bundled, not
// minified, and formatted like the sources, with tabs.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const source = 'src/dropins';
const manager = 'checkpoint-manager.cjs';

/** Writes the drop-ins and their tests into a folder. */
export async function buildDropins(outDir) {
  mkdirSync(outDir, { recursive: true });
  for (const file of readdirSync(source)) if (file.endsWith('.cjs')) cpSync(`${source}/${file}`, `${outDir}/${file}`);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const core = `
/**
 * The core of pawl ${version}, built from its sources; each part names its file.
 * @returns {Object} The five functions, and what they take from around them
 */
function loadCore() {
${await buildCore()}}
`;
  // Behind the documented functions, so that a reader meets those first.
  writeFileSync(`${outDir}/${manager}`, readFileSync(`${source}/${manager}`, 'utf8') + core);
}

/** The silent facade with all that it needs, as the body of a function. */
async function buildCore() {
  const { outputFiles } = await build({
    entryPoints: ['src/silent.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    supported: { 'regexp-unicode-property-escapes': true }, // esbuild would write them as strings
    format: 'esm',
    charset: 'utf8',
    logLevel: 'warning',
  });
  const notes = /\/\* @__PURE__ \*\/ |\/\/ @__NO_SIDE_EFFECTS__\n/g; // for bundlers
  return toFunctionBody(format(outputFiles[0].text.replaceAll(notes, '')));
}

function format(code) {
  const args = ['format', '--indent-style=tab', '--line-width=120', '--stdin-file-path=core.mjs'];
  const biome = spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', ...args], { input: code });
  if (biome.status !== 0) throw new Error(`the core cannot be formatted: ${biome.stderr}`);
  return biome.stdout.toString('utf8');
}

/** Imports become requires, exports the answer. Each stands at the beginning of a line. */
function toFunctionBody(code) {
  const body = code
    .replace(/^import (\w+) from ('[\w:]+');$/gm, 'const $1 = require($2);')
    .replace(/^import \{ (.+) \} from ('[\w:]+');$/gm, (_, names, from) => {
      return `const { ${names.replaceAll(' as ', ': ')} } = require(${from});`;
    })
    .replace(/^export \{([^}]*)\};$/m, 'return {$1};');
  if (/^(?:import|export)\b/m.test(body)) throw new Error('the core has an import or export of an unknown form');
  return body;
}
