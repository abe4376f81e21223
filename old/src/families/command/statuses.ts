// The statuses of a phase, apart from all code: the command table needs nothing else.

import type { PhaseStatus } from './types.js';

export const phaseStatuses: readonly PhaseStatus[] = ['pending', 'in_progress', 'complete', 'failed', 'skipped'];
