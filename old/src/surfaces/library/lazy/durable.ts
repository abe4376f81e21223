// Runs that programs drive. A part of its own: most programs only save and load.

export { openRun } from '../../../service/durable/open-run.js';
export { checkPhaseName, ProgramRun } from '../durable-run.js';
