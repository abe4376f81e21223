// Snapshots of the code that belongs to a revision: kept as git commits under refs/pawl/, listed, brought back, collected.

export { collectCode, dropCode } from './collect.js';
export { type KeepOptions, type KeptCode, keepCode, maxCodeBytes } from './keep.js';
export { type CodeSnapshot, isOf, listCode } from './list.js';
export { type CodeTarget, type RestoredCode, restoreCode } from './restore.js';
