// The one error class, and every code that it can carry.

interface CodePage {
  /** What the code says, in a sentence. */
  readonly about: string;
  /** What to do about it. */
  readonly fix: string;
  /** How the program exits: 1 failed, 2 usage, 3 not found, 4 conflict, 5 store unavailable, 6 blocked or a decision is needed. */
  readonly exitCode: 1 | 2 | 3 | 4 | 5 | 6;
}

/** Every error code. `pawl help CODE` and the pages in docs/errors are made from this table. */
export const errorCodes = {
  'bad-input': {
    about: 'The data does not fit the format; every problem is listed.',
    fix: 'Change what the list names, each at its JSON path, and try again. Nothing was stored.',
    exitCode: 2,
  },
  'bad-name': {
    about: 'A name cannot be used: it is empty, only dots, too long, or has characters that no file name can carry.',
    fix: 'Use letters, digits, "-", "_" and ".". A run of a command is written `implement` or `implement/auth`.',
    exitCode: 2,
  },
  'bad-usage': {
    about: 'A command or function was called with arguments that it does not take.',
    fix: '`pawl help COMMAND` shows how the command is written. Nothing was read or stored.',
    exitCode: 2,
  },
  'not-found': {
    about: 'No run, revision or file has that name.',
    fix: '`pawl list --all` shows every run, also archived and deleted ones; `pawl history REF` shows the revisions of one.',
    exitCode: 3,
  },
  'ambiguous-ref': {
    about: 'The name fits more than one run.',
    fix: 'Write the family in front of it: `command:`, `pipeline:` or `workflow:`.',
    exitCode: 3,
  },
  conflict: {
    about: 'Someone else changed the same values; nothing of this save was stored.',
    fix: 'Load the run again, make the change again, and save. `pawl history REF` shows who changed it.',
    exitCode: 4,
  },
  busy: {
    about: 'Other writers kept winning until the deadline; nothing of this save was stored.',
    fix: 'Try again. If it comes back, many processes write to one run: give each of them a run of its own.',
    exitCode: 4,
  },
  locked: {
    about: 'A build works on this run now; nothing was changed.',
    fix: 'Wait until it ends, or stop it with `--take-over`. A build that was killed on another machine holds it for 30 seconds.',
    exitCode: 6,
  },
  'not-allowed': {
    about: 'The step does not fit the state that the run is in.',
    fix: '`pawl show REF` shows the state. The message says which step comes first.',
    exitCode: 1,
  },
  'needs-person': {
    about: 'A person has to approve or decide something first.',
    fix: 'Answer the question in a terminal, or use the option that the message names. An agent should ask its user.',
    exitCode: 6,
  },
  'already-complete': {
    about: 'The run is complete; nothing is left to do in it.',
    fix: 'Start a new run. `pawl history REF` shows how this one went.',
    exitCode: 1,
  },
  'newer-version': {
    about: 'A newer version of pawl wrote the data; this one reads it but never writes it.',
    fix: 'Update pawl.',
    exitCode: 1,
  },
  damaged: {
    about: 'The log of a run is damaged. Reading continues from what is intact, writing stops.',
    fix: '`pawl doctor` shows what is damaged and what can be recovered.',
    exitCode: 5,
  },
  corrupt: {
    about: 'A checkpoint file is not a checkpoint. A copy of its bytes is in quarantine.',
    fix: '`pawl doctor` shows what is wrong with it. Correct the file, or restore a revision with `pawl restore REF N`.',
    exitCode: 1,
  },
  unreadable: {
    about: 'A file exists but could not be read; nothing is started over it.',
    fix: "Check the file's permissions and its disk, then try again.",
    exitCode: 5,
  },
  'unsafe-path': {
    about: 'A symbolic link stands where pawl keeps its files; pawl does not follow it.',
    fix: 'Replace the link with a folder or a file.',
    exitCode: 5,
  },
  'disk-full': {
    about: 'There was no room to store the revision; the previous one is intact.',
    fix: 'Free some space and try again.',
    exitCode: 5,
  },
  unclear: {
    about: 'The disk failed while the revision was being stored. Retrying with the same op id is harmless.',
    fix: 'Check the disk, then look with `pawl show REF` whether the change is there.',
    exitCode: 5,
  },
  'store-unavailable': {
    about: 'The store could not be reached or written.',
    fix: 'The message names the file or the server. Check permissions and free space, or the connection.',
    exitCode: 5,
  },
  'too-large': {
    about: 'A document or a part of it exceeds a limit.',
    fix: 'Shorten summaries and lists of files, or split the work into several runs.',
    exitCode: 1,
  },
  'missing-package': {
    about: 'The command needs an optional package that is not installed.',
    fix: 'Install the package that the message names.',
    exitCode: 1,
  },
  closed: {
    about: 'The store was closed.',
    fix: 'Open the project again.',
    exitCode: 5,
  },
  internal: {
    about: 'A bug in pawl.',
    fix: 'Run the command again with PAWL_DEBUG=1 and report what it prints.',
    exitCode: 1,
  },
} as const satisfies Readonly<Record<string, CodePage>>;

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
