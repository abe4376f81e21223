// Reading a spec for the hashes of its parts. A part of its own: it brings the YAML parser, and a spec seldom changes.

export { hashesOfSpec } from '../../../service/evidence/lazy/spec-hashes.js';
