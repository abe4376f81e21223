// The history of a checkpoint: listed, compared, explained, brought back, forked.

export { type Difference, type DiffRange, diffRevisions } from './diff.js';
export { eventInWords } from './event-words.js';
export { type Forked, type ForkOptions, forkCheckpoint } from './fork.js';
export { type Restored, restoreRevision } from './restore.js';
export { readRevision } from './read-revision.js';
export { type HistoryLine, listHistory } from './revisions.js';
export { type Explanation, explain, type Reason } from './why.js';
