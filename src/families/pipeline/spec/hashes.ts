// Hashes of what a spec says about one thing. They follow the meaning, so that an edit elsewhere, another order of keys or
// other quotes change nothing.

import { checksumText } from '../../../rules/checksum.js';
import { isJsonObject } from '../../../rules/json/json.js';
import type { SpecGate, SpecWorkstream } from './types.js';

/**
 * Hashes a workstream: what is to be made, by whom, from what. When it runs and which gates it passes do not count.
 * @param one the workstream
 * @returns 16 hexadecimal digits
 */
export function hashWorkstream(one: Omit<SpecWorkstream, 'hash'>): string {
  const { id, title, description, executor, executor_type, command, details, section } = one;
  const lists = {
    depends_on: one.depends_on.toSorted(),
    outputs: one.outputs.toSorted(),
    inputs: one.inputs.toSorted(),
  };
  const text = command === null ? null : { text: command.text, shell: command.shell };
  return hash({ id, title, description, executor, executor_type, command: text, details, section, ...lists });
}

/**
 * Hashes a gate: what it runs, and what counts as passing.
 * @param gate the gate
 * @returns 16 hexadecimal digits
 */
export function hashGate(gate: Omit<SpecGate, 'hash' | 'line'>): string {
  return hash({ ...gate, covers: gate.covers.toSorted() });
}

function hash(value: object): string {
  return checksumText(JSON.stringify(value, sorted));
}

function sorted(_key: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
