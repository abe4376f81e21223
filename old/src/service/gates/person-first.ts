// What a person does before a gate can be run: a command that nobody has confirmed, an approval. Loads the YAML parser.

import { unconfirmed } from './confirmations.js';
import { type SpecOwner, specOfRun } from './spec-of-run.js';

const ask = (tool: string): string =>
  `ask them to run the next command on a terminal, or call the tool ${tool}, which asks them`;

/**
 * Says why whoever has no terminal cannot run a gate, and what they do instead.
 * @param owner the pipeline
 * @param id the gate
 * @returns part of a sentence; null when it can be run, and when its spec does not tell
 */
export function personFirst(owner: SpecOwner, id: string): string | null {
  try {
    const gate = specOfRun(owner).spec.gates.find((one) => one.id === id);
    if (gate === undefined) return null;
    if (gate.kind === 'manual') return `gate ${id} waits for a person's yes: ${ask('gate_approve')}`;
    const isNew = unconfirmed(owner.bench.root, gate.commands).length > 0;
    return isNew ? `nobody has confirmed here what gate ${id} runs: ${ask('gate_run')}` : null;
  } catch {
    return null; // what is wrong with the spec is told when the gate is run
  }
}
