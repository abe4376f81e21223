// What is loaded when an agent first runs or waives a gate: one built part for both.

export { runGate } from './run-gate.js';
export { waiveGate } from './waive-gate.js';
