// What a program decides about an unfinished run. Types alone: the library's own types stand on them.

import type { Decision } from '../resume/decision.js';

/** Go on with it, put it away and begin anew, or let the start fail. */
export type UnfinishedAnswer = 'resume' | 'fresh' | 'error';

/** The answer, or a function that gives it. */
export type OnUnfinished = UnfinishedAnswer | ((decision: Decision) => UnfinishedAnswer | Promise<UnfinishedAnswer>);
