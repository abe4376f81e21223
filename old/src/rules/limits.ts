// The caps on documents. Checked before a write and on read, so that no document can exhaust its reader.

export const limits = {
  /** A checkpoint as stored JSON. */
  maxBytes: 16 * 1024 * 1024,
  maxDepth: 32,
  /** Phases or workstreams of one run. */
  maxUnits: 1_000,
  /** Entries of one file list. */
  maxFilesPerUnit: 10_000,
  /** A summary, beside the seeds' limit of 500 words: one word can be a megabyte long. */
  maxSummaryBytes: 16 * 1024,
  /** A feature: most often a branch, and those may be as long as a path. */
  maxFeatureChars: 4_096,
  /** A name of a command, phase, workstream, project. */
  maxNameChars: 200,
} as const;

/** Member names that could reach an object's prototype; refused as names of units and maps. */
export const reservedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
