// Exact token counts, where the project has the package for them. It is loaded only when it is asked for by name: it is
// the project's code, and takes 140 ms and more.

import path from 'node:path';
import { PawlError } from '../../../rules/errors.js';

const name = 'gpt-tokenizer';

/**
 * Loads the exact counter.
 * @param root the project's root: the package is looked for from there
 * @returns counts a text; throws `not-found` when the package is not installed
 */
export function loadExactCounter(root: string): (text: string) => number {
  const { createRequire } = process.getBuiltinModule('node:module');
  const load = createRequire(path.join(root, 'package.json'));
  let loaded: unknown;
  try {
    loaded = load(name);
  } catch (error) {
    throw new PawlError('not-found', `${name} cannot be loaded from ${root}`, {
      hint: `Install it there with \`npm install --save-dev ${name}\`, or take --counter estimate, which errs high.`,
      cause: error,
    });
  }
  const count = functionIn(loaded, 'countTokens');
  if (count !== null) return (text) => Number(count(text));
  const encode = functionIn(loaded, 'encode');
  if (encode === null) throw new PawlError('not-found', `${name} has no function that counts`, { hint: 'Update it.' });
  return (text) => {
    const tokens = encode(text);
    return Array.isArray(tokens) ? tokens.length : 0;
  };
}

function functionIn(from: unknown, member: string): ((text: string) => unknown) | null {
  const found: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, member) : undefined;
  return typeof found === 'function' ? (text) => Reflect.apply(found, undefined, [text]) : null;
}
