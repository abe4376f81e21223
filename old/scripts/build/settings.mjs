// What all parts of the build agree on.
import { readFileSync } from 'node:fs';

/** Built aside and put in place at the end: whoever runs the program meanwhile never meets half of it. */
export const out = `dist.${process.pid}`;
export const version = JSON.parse(readFileSync('package.json', 'utf8')).version;

export const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  define: { PAWL_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
  legalComments: 'none',
};

/** For what is built into small CommonJS files. A lazy part is required: Node's loader of ES modules costs 5 ms. */
export const small = {
  ...common,
  outExtension: { '.js': '.cjs' },
  minifySyntax: true,
  minifyWhitespace: true,
  supported: { 'dynamic-import': false },
};

/** The entries of the library. */
export const libraryEntries = ['index', 'silent', 'testing'];

/** Commands that agents call all the time: one file each, as every file that is shared costs a start. */
const hotCommands = ['hook'];

/** Tells whether a source is such a command; the usual calls of some are answered by a file in `quick/`. */
export const isHot = (file) => hotCommands.some((name) => file.endsWith(`/commands/${name}.ts`));

/** What `front.ts` looks for. */
export const quickFiles = ['look', 'phase', 'resume'];

/**
 * Functions that quick commands seldom call, by their source: that stays a lazy part, which is required with the first call,
 * and needs no other file.
 */
export const seldomCalled = {
  'secret-patterns': {
    part: 'secret-patterns',
    functions: ['isMasked', 'isRealPassword', 'isRealToken', 'secretPatterns'],
  },
  load: { part: 'load-config', functions: ['loadConfig'] },
};
