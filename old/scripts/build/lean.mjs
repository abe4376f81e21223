// CommonJS files without what costs a start.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build, transform } from 'esbuild';
import { minify } from 'terser';
import { small } from './settings.mjs';

/**
 * esbuild copies every member of a module of Node for each file that imports it, although all that is used is the module
 * itself: 2 ms of every start.
 */
function withoutCopies(code) {
  const copied = /([\w$]+) ?= ?__toESM\(require\("(node:[\w/]+)"\)(?:, ?1)?\)/g;
  const asked = new Map();
  const lean = code.replace(copied, (whole, name, module) => {
    const uses = code.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}\\.(?!default\\b)`, 'g')) ?? [];
    if (uses.length > 0) return whole;
    asked.set(module, `__${module.replaceAll(/\W/g, '_')}`);
    return `${name}=${asked.get(module)}`;
  });
  // Once for all: every source asks for its modules anew.
  const first = [...asked].map(([module, name]) => `var ${name}={default:require("${module}")};`).join('');
  return lean.replace(/^(?:"use strict";)?/, (strict) => `${strict}${first}`);
}

/** esbuild leaves letters of other scripts in regular expressions as they are; plain ASCII is read faster. */
function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * esbuild copies what a module exports into one more object. Nothing else sees the first one, so that one will do; what
 * copies is then left out where nothing needs it.
 */
function withOneExports(code) {
  const copied = /__copyProps\(__defProp\(\{\}, ?("__esModule", ?\{ ?value: ?(?:true|!0) ?\})\), ?mod\)/;
  return code.replace(copied, '__defProp(mod,$1)');
}

/** Names are shortened last: what looks for copies goes by them. */
export async function leanCode(code, lineLimit = 0) {
  const form = { lineLimit, format: 'cjs', target: 'node20', treeShaking: true };
  const shorten = { minifyIdentifiers: true, minifySyntax: true, minifyWhitespace: true, ...form };
  const short = (await transform(withOneExports(withoutCopies(code)), shorten)).code;
  // Slower than esbuild and thorough: a thirtieth of the package.
  const format = { max_line_len: lineLimit || false };
  const compress = { ecma: 2020, passes: 2, toplevel: true };
  const { code: shorter } = await minify(short, { compress, mangle: { toplevel: true }, format });
  return inAscii(shorter);
}

/** esbuild shares parts of ES modules only; those then become CommonJS. */
export async function toCommonJs(code, lineLimit) {
  const { supported } = small;
  const settings = { format: 'cjs', platform: 'node', target: 'node20', minifyWhitespace: true, supported };
  return leanCode((await transform(code, settings)).code, lineLimit);
}

/** For what `loadCompiled` loads: the body of a CommonJS module as the function that Node would make of it. */
export const asFunction = (code) => `(function(exports,require,module,__filename,__dirname){${code}\n})`;

/** Writes a file, with its folder. */
export function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Builds CommonJS, each entry for itself. */
export async function buildLean(settings, form = (code) => code) {
  const { outputFiles } = await build({ ...settings, format: 'cjs', write: false });
  for (const { path, text } of outputFiles) write(path, form(await leanCode(text)));
}
