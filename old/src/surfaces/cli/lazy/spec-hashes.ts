// Reading the spec of a run. A part of its own: it brings the YAML parser, and a spec seldom changes.

export { hashesOfSpec, personFirst, planFinder } from '../../../service/evidence/lazy/spec-hashes.js';
