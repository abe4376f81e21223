// The evidence of work that is done. A part of its own: it looks at files, which most calls do not.

export { withEvidence } from '../../../service/evidence/evidence-of-done.js';
