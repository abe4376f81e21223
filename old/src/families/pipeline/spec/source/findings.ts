// Collects what is wrong with a spec, each with its line and a caret. Text of the spec in messages is made harmless.

import { harmlessLine } from '../../../../rules/text/harmless.js';
import type { Place, SpecProblem } from '../types.js';

/** More problems than this help nobody. */
const maxFindings = 100;
const maxExcerptChars = 100;

/** Where something stands: its place in the file and its pointer in the front matter. */
export interface Spot extends Place {
  readonly path: string;
}

/** The problems and warnings of one spec. */
export class Findings {
  readonly #lines: readonly string[];
  readonly #problems: SpecProblem[] = [];
  readonly #warnings: SpecProblem[] = [];

  /**
   * @param lines the lines of the whole file, for the excerpts
   */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** Whether anything has to be changed. */
  get hasProblems(): boolean {
    return this.#problems.length > 0;
  }

  /** What has to be changed, in the order of the file. */
  get problems(): readonly SpecProblem[] {
    return inOrder(this.#problems);
  }

  /** What a person should know, in the order of the file. */
  get warnings(): readonly SpecProblem[] {
    return inOrder(this.#warnings);
  }

  /**
   * Notes something that has to be changed.
   * @param spot where
   * @param message what is wrong
   * @param fix what to write instead
   */
  problem(spot: Spot, message: string, fix: string): void {
    this.#problems.push(this.#describe(spot, message, fix));
  }

  /**
   * Notes something that is allowed but may not be meant.
   * @param spot where
   * @param message what is odd
   * @param fix what to write to be clear
   */
  warning(spot: Spot, message: string, fix: string): void {
    this.#warnings.push(this.#describe(spot, message, fix));
  }

  #describe({ path, line, column }: Spot, message: string, fix: string): SpecProblem {
    const excerpt = excerptOf(this.#lines[line - 1] ?? '', column);
    return { path, line, column, message: harmlessLine(message), fix: harmlessLine(fix), excerpt };
  }
}

function inOrder(found: readonly SpecProblem[]): readonly SpecProblem[] {
  const sorted = found.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const rest = sorted.length - maxFindings;
  if (rest <= 0) return sorted;
  const more = { path: '', line: 1, column: 1, excerpt: '', fix: 'correct these first and check again' };
  return [...sorted.slice(0, maxFindings), { ...more, message: `there are ${rest} more` }];
}

/** Shows the part of a line around a column, with a caret below. Wide characters are matched by full-width spaces. */
function excerptOf(line: string, column: number): string {
  const start = Math.max(0, column - 1 - maxExcerptChars / 2);
  const before = line.slice(start, column - 1);
  const shown = plain(line.slice(start, start + maxExcerptChars)).trimEnd();
  if (shown.trim() === '') return '';
  const indent = shown.length - shown.trimStart().length;
  const gap = plain(before).replace(/[^ ]/gu, (one) => (/[\u1100-\uffdc]/.test(one) ? '\u3000' : ' '));
  return `${shown.slice(indent)}\n${gap.slice(Math.min(indent, gap.length))}^`;
}

/** One column for each character: nothing invisible, no escape sequences. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, ' ').toWellFormed();
}
