// Looking back and bringing back. A part of its own: most programs only save and load.

export { diffRevisions } from '../../../service/history/diff.js';
export { explain } from '../../../service/history/why.js';
export { forkCheckpoint } from '../../../service/history/fork.js';
export { restoreRevision } from '../../../service/history/restore.js';
