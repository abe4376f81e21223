// The drop-ins: self-contained CommonJS. People read the documented functions; the core behind them is as small as it can be,
// since it goes into their repositories.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { globSync } from '../glob.mjs';
import { common, out, version } from './settings.mjs';

/** The drop-ins keep their JSDoc: their source is plain CommonJS, and only the core behind it is put in. */
export async function buildDropins() {
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
    const entryPoints = [cores[line[1]]];
    const result = await build({ ...common, minify: true, lineLimit: 120, entryPoints, write: false, format: 'cjs' });
    const code = result.outputFiles[0].text.replace(/^"use strict";\n?/, '').trimEnd();
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
