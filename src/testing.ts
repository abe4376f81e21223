// The conformance suite for stores.

export { type ConformanceOptions, type ConformanceSubject, testStore } from './store/conformance.js';
