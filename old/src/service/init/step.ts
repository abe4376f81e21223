// One file and what `pawl init` does with it. Types, and the two steps that change nothing.

import type { Written } from './manifest.js';

/** `differs`: something else stands where pawl's own would, and is kept; `stuck`: it cannot be worked on. */
export type InitAction = 'create' | 'update' | 'extend' | 'keep' | 'differs' | 'stuck' | 'remove';

/** One file and what happens to it. */
export interface InitStep {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly action: InitAction;
  readonly why: string;
  /** A change to a person's own file: what they are asked first; null when it needs no consent. */
  readonly question: string | null;
  /** Why something else stands where pawl's own file would: a person changed it, or wrote it; null otherwise. */
  readonly kept: 'changed' | 'foreign' | null;
  /** The text that the step was planned on; null when the file is absent. */
  readonly before: string | null;
  /** The text that will stand there; null when the file goes. */
  readonly after: string | null;
  /** What is remembered about the file; null forgets it; undefined leaves what is remembered. */
  readonly record?: Written | null | undefined;
}

/** How planning reads the project: a file's text from the root, or null when it is absent. */
export type Load = (relativePath: string) => string | null;

/**
 * Makes the step that leaves a file alone.
 * @param path the file
 * @param before its text
 * @param why the reason
 * @returns the step
 */
export function keep(path: string, before: string | null, why: string): InitStep {
  return { path, action: 'keep', why, question: null, kept: null, before, after: before };
}

/**
 * Makes the step that leaves a file alone although pawl's own would stand there.
 * @param path the file
 * @param before its text
 * @param kept whose it is
 * @param why the reason, unless the usual one
 * @returns the step
 */
export function differs(
  path: string,
  before: string | null,
  kept: 'changed' | 'foreign',
  why: string = kept === 'changed' ? 'was changed by a person' : 'was not written by pawl',
): InitStep {
  return { path, action: 'differs', why, question: null, kept, before, after: before };
}

/**
 * Makes the step for a file that cannot be worked on.
 * @param path the file
 * @param before its text
 * @param why what is wrong with it
 * @returns the step
 */
export function stuck(path: string, before: string | null, why: string): InitStep {
  return { path, action: 'stuck', why, question: null, kept: null, before, after: before };
}

/**
 * Makes a step that changes a file.
 * @param path the file
 * @param action what happens
 * @param why the reason
 * @param texts the file's text before and after, what is remembered, and what is asked first
 * @param texts.before the text that stands there
 * @param texts.after the text that will stand there
 * @param texts.record what is remembered
 * @param texts.question what a person is asked first
 * @returns the step
 */
export function change(
  path: string,
  action: 'create' | 'update' | 'extend' | 'remove',
  why: string,
  texts: Pick<InitStep, 'before' | 'after'> & { readonly record?: Written | null; readonly question?: string },
): InitStep {
  const { before, after, record, question = null } = texts;
  return { path, action, why, question, kept: null, before, after, record };
}

/**
 * Tells whether a step changes its file.
 * @param step the step
 * @returns true when it does
 */
export function isChange(step: InitStep): boolean {
  return step.before !== step.after;
}
