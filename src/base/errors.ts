// The one error class, and every code that it can carry.

/** Every error code with the sentence that explains it; documentation pages are made from this table. */
export const errorCodes = {
  'bad-input': 'The data does not fit the format; every problem is listed.',
  'bad-name': 'A name cannot be used: it is empty, only dots, too long, or has characters that no file name can carry.',
  'bad-usage': 'A command or function was called with arguments that it does not take.',
  'not-found': 'No run has that name.',
  'ambiguous-ref': 'The name fits more than one run.',
  conflict: 'Someone else changed the same values; nothing of this save was stored.',
  busy: 'Other writers kept winning until the deadline; nothing of this save was stored.',
  locked: 'A build works on this run now; nothing was changed.',
  'not-allowed': 'The step does not fit the state that the run is in.',
  'needs-person': 'A person has to approve or decide something first.',
  'already-complete': 'The run is complete; nothing is left to do in it.',
  'newer-version': 'A newer version of pawl wrote the data; this one reads it but never writes it.',
  damaged: 'The log of a run is damaged. Reading continues from what is intact, writing stops.',
  corrupt: 'A checkpoint file is not a checkpoint. A copy of its bytes is in quarantine.',
  unreadable: 'A file exists but could not be read; nothing is started over it.',
  'unsafe-path': 'A symbolic link stands where pawl keeps its files; pawl does not follow it.',
  'disk-full': 'There was no room to store the revision; the previous one is intact.',
  unclear: 'The disk failed while the revision was being stored. Retrying with the same op id is harmless.',
  'store-unavailable': 'The store could not be reached or written.',
  'too-large': 'A document or a part of it exceeds a limit.',
  closed: 'The store was closed.',
  internal: 'A bug in pawl.',
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

export interface PawlErrorOptions {
  readonly hint?: string | undefined;
  readonly problems?: readonly Problem[] | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

const brand = Symbol.for('pawl.error');

/** What pawl throws: a stable code, a message for people, and a hint about what to do next. */
export class PawlError extends Error {
  override readonly name = 'PawlError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  /** For `bad-input`: every problem that was found. */
  readonly problems: readonly Problem[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly [brand] = true;

  constructor(code: ErrorCode, message: string, options: PawlErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.problems = options.problems ?? [];
    this.data = options.data ?? {};
  }
}

/** Tells whether an error is pawl's own, also when another copy of the library made it. */
export function isPawlError(error: unknown, code?: ErrorCode): error is PawlError {
  if (typeof error !== 'object' || error === null || !(brand in error)) return false;
  return code === undefined || ('code' in error && error.code === code);
}

/** Makes the error for data that does not fit; it lists every problem. */
export function badInput(what: string, problems: readonly Problem[], hint = 'Nothing was changed.'): PawlError {
  const lines = problems.map((p) => `${p.path === '' ? '' : `${p.path}: `}${p.message}${p.fix ? ` (${p.fix})` : ''}`);
  const message =
    lines.length === 1 ? `${what}: ${lines[0]}` : [`${what} has ${lines.length} problems:`, ...lines].join('\n  ');
  return new PawlError('bad-input', message, { problems, hint });
}

/** The code of a system error, e.g. `ENOENT`. */
export function errnoOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  if ('errno' in error && error.errno === -122) return 'EDQUOT'; // Node has no name for it
  return typeof error.code === 'string' ? error.code : undefined;
}

const errnoCodes: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'disk-full',
  ELOOP: 'unsafe-path',
};

/** Turns a system error into a `PawlError` that names the file; other errors of pawl pass unchanged. */
export function diskError(
  error: unknown,
  doing: string,
  file: string,
  otherwise: ErrorCode = 'store-unavailable',
): PawlError {
  if (isPawlError(error)) return error;
  const errno = errnoOf(error);
  const code = (errno === undefined ? undefined : errnoCodes[errno]) ?? otherwise;
  const reason = error instanceof Error ? error.message : String(error);
  return new PawlError(code, `could not ${doing} ${file}: ${errno ?? reason}`, { cause: error, data: { file } });
}
