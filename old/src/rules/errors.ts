// The one error class and the list of its codes. Each code is a page in docs/errors/.

/** Every error code, with the sentence that its documentation page explains. */
export const errorCodes = {
  'bad-input': 'The given data does not fit the format; every problem is listed.',
  'bad-spec': 'The spec cannot be built as it stands; every problem is listed with its line.',
  'bad-name': 'A name cannot become a checkpoint: empty, dots only, or with characters that no file name can carry.',
  'bad-usage': 'A command or function was called with arguments it does not take.',
  'not-found': 'No checkpoint has that name.',
  'ambiguous-ref': 'A ref fits more than one checkpoint.',
  conflict: 'Someone else saved in between; nothing of this save was stored.',
  busy: 'Other writers kept winning until the deadline; nothing of this save was stored.',
  held: 'Someone else is working on the run; nothing was taken from under their hands.',
  undecided: 'An unfinished run stands in the way, and a person has to decide about it.',
  'not-allowed': 'The step does not fit the state that the run is in.',
  'needs-person': 'A person has to confirm, approve or decide something first; nothing was run or recorded.',
  'already-complete': 'The run is complete; there is nothing left to do in it.',
  'newer-version': 'The data was written by a newer version; this one reads it but never writes it.',
  damaged: 'The log is damaged, or its end is missing; reading goes on from what is intact, writing stops.',
  corrupt: 'A checkpoint file does not parse; its bytes are kept aside.',
  unreadable: 'A file exists but could not be read; nothing is started over it.',
  'unsafe-path': 'A symbolic link stands where pawl keeps its files; it is not followed.',
  'disk-full': 'There was no room to store the revision; the previous one is intact.',
  unclear: 'The disk failed while the revision was made durable; a retry with the same op id is harmless.',
  'store-unavailable': 'The store could not be reached or written.',
  'too-large': 'A document or a part of it exceeds a limit.',
  'git-failed': 'git could not do what the code snapshot needs.',
  closed: 'The store was closed before.',
  internal: 'A fault of pawl itself.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** One thing that is wrong with a document. */
export interface Problem {
  /** JSON pointer to the place, e.g. `/phases/design/status`; the empty string is the whole document. */
  readonly path: string;
  /** What is wrong, in words. */
  readonly message: string;
  /** What to write instead. */
  readonly fix?: string;
}

const brand = Symbol.for('pawl.error');

export interface PawlErrorOptions {
  readonly hint?: string | undefined;
  readonly problems?: readonly Problem[] | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** The error that pawl throws: a stable code, a message for people, and a hint about what to do next. */
export class PawlError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  /** For `bad-input`: every problem that was found. */
  readonly problems: readonly Problem[];
  readonly data: Readonly<Record<string, unknown>>;

  static {
    // Node prints the class's own name, which a minified build has changed.
    Object.defineProperty(this, 'name', { value: 'PawlError' });
  }

  constructor(code: ErrorCode, message: string, options: PawlErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PawlError';
    this.code = code;
    this.hint = options.hint;
    this.problems = options.problems ?? [];
    this.data = options.data ?? {};
    // A brand instead of instanceof: the CommonJS and the ES module copy of this class may meet in one process.
    Object.defineProperty(this, brand, { value: true });
  }
}

/**
 * Recognises a PawlError, also one that another copy of this module made.
 * @param error any thrown value
 * @param code when given, the code it must have
 * @returns true for a PawlError (with that code)
 */
export function isPawlError(error: unknown, code?: ErrorCode): error is PawlError {
  return error instanceof Error && brand in error && (code === undefined || ('code' in error && error.code === code));
}

/**
 * Makes the error for a document that does not fit, with all its problems in the message.
 * @param what what was checked, e.g. `checkpoint implement/auth`
 * @param problems every problem that was found, at least one
 * @param hint what to do
 * @returns the error, to be thrown
 */
export function badInput(
  what: string,
  problems: readonly Problem[],
  hint = 'Correct what is listed and save again; nothing was changed.',
): PawlError {
  const lines = problems.map((p) => `${p.path === '' ? '' : `${p.path}: `}${p.message}${p.fix ? ` (${p.fix})` : ''}`);
  const message =
    lines.length === 1 ? `${what}: ${lines[0]}` : `${what} has ${lines.length} problems:\n  ${lines.join('\n  ')}`;
  return new PawlError('bad-input', message, {
    problems,
    hint,
  });
}

/**
 * Makes the error for a step on a document that has itself drifted. How its fields should read is not told: whoever
 * wrote that over what stands there would lose it, and `doctor` knows better.
 * @param what what was checked
 * @param problems what is wrong with it
 * @returns the error, to be thrown
 */
export function drifted(what: string, problems: readonly Problem[]): PawlError {
  const hint =
    'The file itself has drifted: `pawl doctor` explains it, and `pawl doctor --fix` repairs it, losing nothing. Then do this again; nothing was changed.';
  const bare = problems.map(({ path, message }) => ({ path, message }));
  return new PawlError('bad-input', badInput(what, bare).message, { problems: bare, hint, data: { drifted: true } });
}

/**
 * Makes the error for a wrong call.
 * @param message what is wrong
 * @param hint what to do
 * @returns the error, to be thrown
 */
export function badUsage(message: string, hint?: string): PawlError {
  return new PawlError('bad-usage', message, { hint });
}
