// How steps of a pipeline are taken. A part of its own: it looks at files and leases, which most programs do not need.

export { storeStep } from '../../../service/pipeline/take-step.js';
