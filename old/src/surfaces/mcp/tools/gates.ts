// Gates of pipelines as tools: pawl runs them and remembers what the result covers. Commands are confirmed, manual gates
// approved and gates waived by a person, never by the model.

import * as v from 'valibot';
import { PawlError } from '../../../rules/errors.js';
import { laterInWords } from '../../../families/pipeline/evidence/in-words.js';
import { refOf } from '../../../rules/names.js';
import { overtaken } from '../../../service/change.js';
import { askWithin } from '../decide/ask-within.js';
import { personOnly } from '../decide/person-only.js';
import * as f from '../fields.js';
import { resultOutput, runNamed, shown, withNamed } from '../gate-step.js';
import { stepOutput, stepReply } from '../pipeline-step.js';
import { discards, reads, runsCommands, tool, type ToolRow, writes } from '../tool.js';

const ref = f.text('The pipeline.', 'PRD-009');
const phase = f.optional(f.number('The phase; the first one that needs the gate unless given.', 1));

const gateOutput = {
  gate: v.string(),
  use: v.string(),
  phase: v.nullable(v.number()),
  state: v.string(),
  reasons: f.words,
  by: f.textOrNull,
  at: f.textOrNull,
  exit_code: v.nullable(v.number()),
  covered: v.nullable(v.number()),
  commands: f.words,
};

const status = tool({
  name: 'gate_status',
  title: 'How the gates of a pipeline stand',
  description:
    'Tells for every gate whether it passed, is due, failed or no longer holds, and how that is known. Runs nothing.',
  hints: reads,
  input: { ref, gate: f.optional(f.text('Only this gate.', 'type-check')) },
  output: { ref: v.string(), gates: f.list(v.object(gateOutput)) },
  run: async (args, scene) =>
    withNamed(scene, args.ref, async ({ bench, key, stored }) => {
      const { gateStates } = await import('../../../service/gates/gate-states.js');
      const all = await gateStates(bench, stored.state);
      const lines = all.filter(({ use, gate }) => args.gate === undefined || args.gate === gate || args.gate === use);
      if (args.gate !== undefined && lines.length === 0) {
        const hint = `It has: ${[...new Set(all.map(({ gate }) => gate))].join(', ') || 'none'}.`;
        throw new PawlError('not-found', `${refOf(key)} has no gate ${args.gate}`, { hint });
      }
      const gates = lines.map((one) => ({
        gate: one.gate,
        use: one.use,
        phase: one.phase,
        state: one.state,
        reasons: [...one.reasons, ...[laterInWords(one.changed_later, 'it passed')].filter((text) => text !== '')],
        by: one.by,
        at: one.at,
        exit_code: one.exit_code,
        covered: one.covered,
        commands: one.commands,
      }));
      const text = gates.map((one) => [`${one.use}: ${one.state}`, ...one.reasons].join('; '));
      return {
        data: { ref: refOf(key), gates },
        text: text.length === 0 ? ['It has no gates.'] : text,
        isRecorded: true,
      };
    }),
});

const runTool = tool({
  name: 'gate_run',
  title: 'Run a gate',
  description:
    'Runs one gate of a pipeline, the named one or the first that is due or no longer holds, and records the result with what ' +
    'it covers. Only pawl’s own run counts as evidence. A command that nobody has confirmed is put to a person first. Call it again until none is due.',
  hints: runsCommands,
  input: { ref, gate: f.optional(f.text('The gate; the next one unless given.', 'type-check')), phase },
  output: resultOutput,
  run: async (args, scene) =>
    askWithin(scene, (ask) => withNamed(scene, args.ref, (named) => runNamed(scene, named, args, ask))),
});

const approve = tool({
  name: 'gate_approve',
  title: 'Put a manual gate to a person',
  description: 'Asks the person whether a manual gate passes, and records their answer. You cannot answer for them.',
  hints: writes,
  input: {
    ref,
    gate: f.text('The manual gate.', 'review'),
    phase,
    note: f.optional(f.text('What is to be remembered with the answer.', 'looked at on staging')),
  },
  output: resultOutput,
  run: async (args, scene) =>
    askWithin(scene, (ask) =>
      withNamed(scene, args.ref, async (named) => {
        const { specOfRun } = await import('../../../service/gates/spec-of-run.js');
        const id = args.gate.replace(/ \(.*\)$/, '');
        const gate = specOfRun(named).spec.gates.find((one) => one.id === id);
        if (gate !== undefined && gate.kind !== 'manual') {
          const hint = 'It passes when its command does: call gate_run.';
          throw new PawlError('not-allowed', `gate ${id} has a command; approval does not count for it`, { hint });
        }
        return runNamed(scene, named, args, ask);
      }),
    ),
});

const waive = tool({
  name: 'gate_waive',
  title: 'Let a gate pass that did not',
  description:
    'Asks the person whether a gate that did not pass counts as passed, with a reason and an issue that tracks the debt. Only ' +
    'they can decide that.',
  hints: discards,
  input: {
    ...f.exactly,
    ref,
    gate: f.text('The gate.', 'lint'),
    phase,
    by: f.text('Who waives it: the name of the person.', 'Ana'),
    reason: f.text('Why, in their words.', 'the rule is wrong for generated code'),
    issue: f.text('Where the debt is tracked.', 'BAS-12'),
  },
  output: { ...stepOutput, waived: f.words },
  run: async (args, scene) =>
    withNamed(scene, args.ref, async (named) => {
      const { bench, key, stored } = named;
      const { gate, by, reason, issue, expected_revision: expect } = args;
      if (stored.revision !== expect) throw overtaken(key, expect, stored);
      const asking = personOnly(scene, {
        key: `waive ${refOf(key)} ${gate} ${expect}`,
        message: [`Waive gate ${gate} of ${refOf(key)}?`, `by ${by}, ${issue}: ${reason}`].map(shown).join('\n'),
        yes: 'It counts as passed from now on',
        otherwise: 'tell them what the gate found; they can waive it on the command line, with a reason and an issue.',
      });
      if (asking !== null) return asking;
      const { waiveGate } = await import('../../../service/gates/index.js');
      const { specOfRun } = await import('../../../service/gates/spec-of-run.js');
      const request = { gate, phase: args.phase, by, reason, issue };
      const { uses, saved } = await waiveGate(bench, key, specOfRun(named).spec, request);
      const reply = stepReply(scene, bench, key, saved, {
        what: `gate ${uses.join(', ')} is waived by ${by} (${issue})`,
      });
      return { data: { ...reply.data, waived: uses }, text: reply.text };
    }),
});

export const gateTools: readonly ToolRow[] = [status, runTool, approve, waive];
