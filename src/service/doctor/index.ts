// Examines checkpoint files, and puts right what can be put right: drift, damage, leftovers, secrets.

export { examine, type Examiner } from './doctor.js';
export { repairedState } from './judge-document.js';
export { isOpen } from './report.js';
export type * from './types.js';
