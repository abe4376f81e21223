// Hashes of what a spec says about one thing. They follow the meaning, so that an edit elsewhere, another order of keys or
// other quotes change nothing.

import { checksumText } from '../../../rules/checksum.js';
import { isJsonObject } from '../../../rules/json/json.js';
import type { SpecGate, SpecWorkstream } from './types.js';

/**
 * Hashes a workstream: what is to be made, by whom, from what. When it runs and which gates it passes do not count, nor does
 * what is ticked off: boxes and its status.
 * @param one the workstream
 * @returns 16 hexadecimal digits
 */
export function hashWorkstream(one: Omit<SpecWorkstream, 'hash'>): string {
  const { id, title, executor, executor_type, command } = one;
  const { status: _, ...details } = one.details;
  // In the order of their names: only what others wrote has to be put in order.
  const known = {
    command: command === null ? null : { shell: command.shell, text: command.text },
    depends_on: one.depends_on.toSorted(),
    description: unticked(one.description),
    details: Object.keys(details).length === 0 ? details : inOrder(details),
    executor,
    executor_type,
    id,
    inputs: one.inputs.toSorted(),
    outputs: one.outputs.toSorted(),
    section: unticked(one.section),
    title,
  };
  return checksumText(JSON.stringify(known));
}

function unticked(text: string): string {
  return text.includes('[') ? text.replace(/^(\s*(?:[-*+]|\d+[.)])\s+)\[[xX]\]/gm, '$1[ ]') : text;
}

/**
 * Hashes a gate: what it runs, and what counts as passing.
 * @param gate the gate
 * @returns 16 hexadecimal digits
 */
export function hashGate(gate: Omit<SpecGate, 'hash' | 'line'>): string {
  return checksumText(JSON.stringify(inOrder({ ...gate, covers: gate.covers.toSorted() })));
}

/** The same with the members of all objects in the order of their names. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}
