// Running commands of specs under supervision.

export { ChildRoll, endOrphans } from './child-roll.js';
export { type OutputLog, openOutputLog } from './output-log.js';
export { type ChildEnd, type ChildEndKind, type ChildRequest, runChild } from './run-child.js';
