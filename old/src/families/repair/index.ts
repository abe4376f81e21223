// Repair: the lenient half of the families. Drifted files become valid ones without losing a value.

export { beginsLikeCheckpoint, hasCheckpointName } from './beginning.js';
export { detectFamily, type Detected } from './detect.js';
export { opened } from './inside.js';
export type { LenientText } from './lenient-json.js';
export { type DriftedText, parseDrifted } from './parse-drifted.js';
export { repair } from './repair.js';
export type * from './types.js';
export { resembles } from './resembles.js';
export { isTooDeep } from './unpack.js';
