// Parses the YAML of a spec: YAML 1.2, no tags of anyone's own, nothing that runs. Hostile texts (nesting, endless tokens)
// are stopped while they are read, before the parts of the library that recurse see them.

import { Composer, type Document, Lexer, LineCounter, Parser, type YAMLError } from 'yaml';
import { limits } from '../../../../rules/limits.js';
import type { Findings } from './findings.js';
import type { SpecNode } from './tree.js';
import { growTree } from './grow-tree.js';

/** A spec of 1,000 workstreams has about 100,000 tokens. */
const maxTokens = 300_000;
/** Each level of a document may take three places of the parser's stack. */
const maxStack = 3 * limits.maxDepth;
const maxErrors = 20;

const fixes: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'indent with spaces, not with tabs',
  BAD_INDENT: 'indent what belongs together by the same number of spaces',
  BAD_SCALAR_START: 'put the value in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'put a value with ": " in it in quotes',
  MULTILINE_IMPLICIT_KEY: 'end the line above, or put a ":" behind the key',
  MISSING_CHAR: 'close the quote or bracket, or put the value in quotes',
  BAD_DQ_ESCAPE: 'write \\\\ for a backslash, or use single quotes',
  BAD_ALIAS: 'put a value that begins with * in quotes',
  UNEXPECTED_TOKEN: 'put the value in quotes, or correct the line',
  TAG_RESOLVE_FAILED: 'remove the tag, or put a value that begins with ! in quotes',
};

/** After these the reader has lost its place. */
const derailing: ReadonlySet<string> = new Set(['MISSING_CHAR', 'UNEXPECTED_TOKEN', 'BAD_SCALAR_START', 'IMPOSSIBLE']);

/** A text that would exhaust its reader. */
interface Refusal {
  readonly offset: number;
  readonly message: string;
  readonly fix: string;
}

/**
 * Parses the YAML of a spec into a tree.
 * @param text the YAML
 * @param lineOffset how many lines of the file stand before it
 * @param findings takes what is wrong with it
 * @returns the tree; null when it could not be read, or holds nothing
 */
export function parseYaml(text: string, lineOffset: number, findings: Findings): SpecNode | null {
  const counter = new LineCounter();
  const spotOf = (offset: number): { readonly path: string; readonly line: number; readonly column: number } => {
    const { line, col } = counter.linePos(offset);
    return { path: '', line: Math.max(1, line) + lineOffset, column: Math.max(1, col) };
  };
  const composed = compose(text, counter);
  if ('refusal' in composed) {
    const { offset, message, fix } = composed.refusal;
    findings.problem(spotOf(offset), message, fix);
    return null;
  }
  const { document, isAlone } = composed;
  const wrong = withoutCascade([...document.errors, ...document.warnings]);
  for (const error of wrong.slice(0, maxErrors)) {
    findings.problem(
      spotOf(error.pos[0]),
      `this is no valid YAML: ${lower(error.message)}`,
      fixes[error.code] ?? 'correct the line',
    );
  }
  if (!isAlone) {
    findings.problem(
      spotOf(0),
      'there is more than one YAML document',
      'keep one, and remove the lines "---" or "..." in it',
    );
  }
  if (wrong.length > 0 || document.contents === null) return null;
  return growTree(document.contents, spotOf, findings);
}

/** Behind a quote that is never closed, everything is read wrongly: what follows such an error is no problem of its own. */
function withoutCascade(errors: readonly YAMLError[]): readonly YAMLError[] {
  const inOrder = errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  const first = inOrder.findIndex(({ code }) => derailing.has(code));
  return first < 0 ? inOrder : inOrder.slice(0, first + 1);
}

function lower(message: string): string {
  const [first = ''] = message.split('\n');
  return /^[A-Z][a-z]/.test(first) ? first.charAt(0).toLowerCase() + first.slice(1) : first;
}

function compose(
  text: string,
  counter: LineCounter,
): { readonly document: Document.Parsed; readonly isAlone: boolean } | { readonly refusal: Refusal } {
  const parser = new Parser(counter.addNewLine);
  // `next` tells about line ends only; the first line begins here.
  counter.addNewLine(0);
  // Keys are compared in the tree: the library compares each with each.
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  });
  const documents: Document.Parsed[] = [];
  let tokens = 0;
  let broken = 0;
  let firstBroken: Refusal | null = null;
  for (const token of new Lexer().lex(text)) {
    for (const node of parser.next(token)) {
      documents.push(...composer.next(node));
      if (node.type !== 'error') continue;
      broken++;
      const message = `this is no valid YAML: ${lower(node.message)}`;
      firstBroken ??= { offset: node.offset, message, fix: 'close a quote or bracket before it, or correct the line' };
    }
    tokens++;
    const { offset, stack } = parser;
    if (stack.length > maxStack) {
      return {
        refusal: {
          offset,
          message: 'this is nested too deeply',
          fix: `make it flatter: ${limits.maxDepth} levels always fit`,
        },
      };
    }
    if (firstBroken !== null && broken > maxErrors) return { refusal: firstBroken };
    if (tokens > maxTokens) {
      const message = 'the front matter has too much in it';
      return { refusal: { offset, message, fix: 'a spec says what is to be built: keep everything else below it' } };
    }
  }
  for (const node of parser.end()) documents.push(...composer.next(node));
  documents.push(...composer.end(true, text.length));
  const [document] = documents;
  if (document === undefined) return { refusal: { offset: 0, message: 'there is no YAML', fix: 'write it' } };
  return { document, isAlone: documents.length === 1 };
}
