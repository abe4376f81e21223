// `tokens`: how long a text is, for whoever writes a summary.

import { createRequire } from 'node:module';
import path from 'node:path';
import { PawlError } from '../base/errors.js';
import { MAX_SUMMARY_TOKENS, countTokens, estimateTokens } from '../base/tokens.js';
import { command, readGiven } from './command.js';

export const tokens = command({
  name: 'tokens',
  needsProject: false,
  group: 'agents',
  about: 'Count the words and tokens of a text',
  details: `Summaries may have ${MAX_SUMMARY_TOKENS} words. The estimate says what a model sees; --exact needs the package gpt-tokenizer in the project.`,
  args: [{ name: 'FILE', about: 'A text file; - is standard input', isOptional: true, complete: 'file' }],
  options: { exact: { about: 'Also count the tokens of the o200k encoding' } },
  async run({ args: [file], values, input }) {
    const text = await readGiven(file, input);
    const words = countTokens(text);
    const estimate = estimateTokens(text);
    const exact = values.exact === true ? countExactly(text) : undefined;
    const isTooLong = words > MAX_SUMMARY_TOKENS;
    const counts = [`${words} words`, `about ${estimate} tokens`, ...(exact === undefined ? [] : [`exactly ${exact}`])];
    return {
      text: `${counts.join(', ')}${isTooLong ? `; a summary may have ${MAX_SUMMARY_TOKENS} words` : ''}`,
      json: {
        ok: true,
        words,
        estimate,
        ...(exact === undefined ? {} : { exact }),
        limit: MAX_SUMMARY_TOKENS,
        fits: !isTooLong,
      },
    };
  },
});

function countExactly(text: string): number {
  const { encode }: { encode?: unknown } = loadTokenizer();
  const encoded: unknown = typeof encode === 'function' ? encode(text) : null;
  if (Array.isArray(encoded)) return encoded.length;
  throw new PawlError('missing-package', 'the installed gpt-tokenizer cannot be used', {
    hint: 'Install version 2 or 3.',
  });
}

/** From the project around the current folder, else from where pawl itself is installed. */
function loadTokenizer(): object {
  for (const from of [path.join(process.cwd(), 'package.json'), process.argv[1] ?? ''])
    try {
      const loaded: unknown = createRequire(from)('gpt-tokenizer');
      if (typeof loaded === 'object' && loaded !== null) return loaded;
    } catch {
      // not there
    }
  throw new PawlError('missing-package', '--exact needs the package gpt-tokenizer, which is not installed', {
    hint: 'Install it with `npm install --save-dev gpt-tokenizer`.',
  });
}
