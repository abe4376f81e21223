// Looking back and bringing back. A part of its own: most programs only save and load.

export { diffRevisions, explain, forkCheckpoint, restoreRevision } from '../../../service/history/index.js';
