// Deciding about runs and putting them away. A part of its own: most programs only save and load.

export { archiveRun, cleanAsConfigured, deleteRun, purgeRun } from '../../../service/lifecycle/index.js';
export { resumeFor } from '../../../service/resume/resume-for.js';
export { savesOf } from '../../../service/lease/note-work.js';
