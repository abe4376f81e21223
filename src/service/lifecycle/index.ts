// The life of a run after its work: put away, cleaned up, deleted, or gone without a trace.

export { type AgeLimits, defaultLimits } from './ages.js';
export { type Cleaned, type CleanOptions, type CleanReport, cleanUp } from './clean.js';
export { cleanAsConfigured } from './configured.js';
export { cleanAutomatically } from './daily.js';
export { archiveRun, type Deleted, deleteRun, type Moved, type MoveOptions, refuseHeld } from './move.js';
export { emptyOwnFolder, type Purged, purgeOrphans, purgeRun, purgeStrays } from './purge.js';
