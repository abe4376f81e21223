// How long a brief may be, and for whom. Numbers only: the command table needs them.

/** The characters that a brief may have, however many tokens are allowed. */
export const maxBriefChars = 4_000;
/** The tokens that a brief may have unless another number is given, by the estimate that errs high. */
export const maxBriefTokens = 600;
/** Fewer than these do not always hold the run and its command. */
export const minBriefTokens = 160;

/** Agents call their commands in different ways. */
export const briefReaders = ['claude', 'codex'] as const;
export type Reader = (typeof briefReaders)[number];
