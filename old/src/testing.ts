// For authors of stores: the contract's checks, to be run with any test runner.

export { type ConformanceOptions, type StoreUnderTest, testStore } from './store/conformance.js';
export { MemoryStore } from './store/memory.js';
export type * from './store/store.js';
export type { Json, JsonObject } from './rules/json/json.js';
export type { FamilyName, Key, Place } from './rules/names.js';
