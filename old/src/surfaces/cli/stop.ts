// Ends of a call that no error code stands for: an interrupted question, an output that cannot be written.

export interface StopOptions {
  readonly exit: number;
  readonly hint?: string | undefined;
}

/** Thrown to end the program with a message and an exit code. It is told on stderr only. */
export class Stop extends Error {
  readonly exit: number;
  readonly hint: string | undefined;

  constructor(message: string, options: StopOptions) {
    super(message);
    this.name = 'Stop';
    this.exit = options.exit;
    this.hint = options.hint;
  }
}

/**
 * Recognises a Stop by its name: the entry and each command are built apart, so that there are several copies of the class.
 * @param error any thrown value
 * @returns true for a Stop
 */
export function isStop(error: unknown): error is Stop {
  return error instanceof Error && error.name === 'Stop' && 'exit' in error && typeof error.exit === 'number';
}
