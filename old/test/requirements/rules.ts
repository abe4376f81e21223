// Names, documents from outside, tokens and secrets.

import type { Requirement } from './requirement.js';

const conformance = 'src/store/conformance.ts';
const names = 'src/rules/names.test.ts';
const plain = 'src/rules/json/plain.test.ts';
const parse = 'src/rules/json/parse-json.test.ts';
const tokens = 'src/rules/text/tokens.test.ts';
const redact = 'src/rules/text/redact.test.ts';
const commandCheck = 'src/families/command/check.test.ts';

export const rules: readonly Requirement[] = [
  {
    id: 'NAMES-01',
    text: 'Plain names keep the prescribed file names.',
    tests: [`${names}#keeps the seeds' file name`],
  },
  {
    id: 'NAMES-02',
    text: 'All other names become slug and hash; different names never share a file.',
    tests: [`${names}#becomes slug and hash`, `${conformance}#S7 keys that look alike`],
  },
  {
    id: 'NAMES-03',
    text: 'Names that differ only in case never share a file.',
    tests: [`${names}#in another case`, `${names}#differ only in the case of the command`],
  },
  {
    id: 'NAMES-04',
    text: 'Empty, dot-only, NUL, half-character and over-long names are refused with a reason.',
    tests: [`${names}#what cannot be a name is refused`],
  },
  {
    id: 'NAMES-05',
    text: 'A ref means the likeliest key first, and a prefix settles it.',
    tests: [`${names}#a ref means the likeliest key first`],
  },
  {
    id: 'INPUT-01',
    text: 'Whatever a caller passes becomes plain JSON or a list of problems; nothing is thrown.',
    tests: [`${plain}#whatever a caller passes`, `${plain}#getters, toJSON, proxies and errors that throw`],
  },
  {
    id: 'INPUT-02',
    text: 'Cycles, depth, size and __proto__ are reported with their place.',
    tests: [
      `${plain}#a cycle is reported where it closes`,
      `${plain}#a document as deep as the limit`,
      `${plain}#a document larger than the limit`,
      `${plain}#a member named __proto__ is reported`,
    ],
  },
  {
    id: 'INPUT-03',
    text: 'Text that is not JSON, too deep, too large or reaches a prototype is refused on reading.',
    tests: [
      `${parse}#text that is not JSON is refused`,
      `${parse}#text with a member named __proto__`,
      `${parse}#text that is too deep`,
    ],
  },
  {
    id: 'TOKENS-01',
    text: 'Tokens are words between white space; null, undefined and other values are counted as the seeds say.',
    tests: [`${tokens}#words are counted between white space`, `${tokens}#values that are not strings`],
  },
  {
    id: 'TOKENS-02',
    text: 'A summary of 500 words is valid, one of 501 is not, and the message says so.',
    tests: [`${tokens}#a summary of 500 words is valid`, `${commandCheck}#a summary that is too long`],
  },
  {
    id: 'TOKENS-03',
    text: 'The estimate is never below what real tokenizers count.',
    tests: [`${tokens}#the estimate is never below`],
  },
  {
    id: 'REDACT-01',
    text: 'A secret of every known kind is redacted in what is newly written.',
    tests: [`${redact}#a secret of every kind is redacted`, `${redact}#only what is new is redacted`],
  },
  {
    id: 'REDACT-02',
    text: 'Ids, hashes, paths and times are never touched, nor is benign text.',
    tests: [`${redact}#hashes, ids, paths and times are never touched`, `${redact}#a benign text is not touched`],
  },
  {
    id: 'REDACT-03',
    text: 'Redaction takes linear time.',
    tests: [`${redact}#searched in linear time`],
  },
];
