// What is loaded when an agent first runs or waives a gate: one built part for both.

export { nextGate } from './next-gate.js';
export { runGate } from './run-gate.js';
export { waiveGate } from './waive-gate.js';
