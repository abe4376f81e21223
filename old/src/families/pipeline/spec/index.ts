// EXECUTION-SPECs: the Markdown files that say what a pipeline builds. Whoever imports this loads a YAML parser.

export { initEventOf, specChanges, type SpecChanges, specRecordOf, type SpecSource } from './init-event.js';
export { mermaidOf } from './mermaid.js';
export { maxSpecBytes, parseSpec, type SpecOptions } from './parse-spec.js';
export { looksLikeSpec } from './source/front-matter.js';
export type * from './types.js';
