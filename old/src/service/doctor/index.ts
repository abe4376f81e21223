// What is loaded when files are first examined or judged: one built part for both.

export { examine } from './doctor.js';
export { repairedState } from './judge-document.js';
