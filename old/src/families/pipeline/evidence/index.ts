// Evidence that expires: what is recorded, and what of it no longer holds. Apart from the family, as few commands need it.

export { fileLine, type FileState, fileStates, gone } from './file-lines.js';
export { evidenceInWords, type KnownResult, laterInWords, meanwhileInWords } from './in-words.js';
export { judgeStale, type Present, type SpecHashes, type StaleResult, unreadable } from './judge-stale.js';
export { type FileMove, moveLine } from './moves.js';
export { keyOf } from './order.js';
export { pathsIn, type Recorded, type RecordedGate, type Records, recordsOf } from './records.js';
export { movedOn } from './states.js';
