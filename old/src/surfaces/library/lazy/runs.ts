// Deciding about runs and putting them away. A part of its own: most programs only save and load.

export { archiveRun, deleteRun } from '../../../service/lifecycle/move.js';
export { cleanAsConfigured } from '../../../service/lifecycle/configured.js';
export { purgeRun } from '../../../service/lifecycle/purge.js';
export { resumeFor } from '../../../service/resume/resume-for.js';
export { savesOf } from '../../../service/lease/note-work.js';
