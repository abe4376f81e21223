// What reports of work need beside their event. A part of its own: it looks at files and leases, which most calls do not.

export { withEvidence } from '../../../service/evidence/evidence-of-done.js';
export { planStep } from '../../../service/pipeline/plan-step.js';
