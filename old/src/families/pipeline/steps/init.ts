// Makes a new pipeline checkpoint from what an EXECUTION-SPEC says, or lists all that is wrong with it.

import { badInput, type Problem } from '../../../rules/errors.js';
import { pointer } from '../../../rules/json/json.js';
import { limits, reservedNames } from '../../../rules/limits.js';
import { gatesOf, viewPlan } from '../plan.js';
import type { PipelineCheckpoint, PlannedPhase, PlannedWorkstream } from '../types.js';
import { checkDraft, type Draft } from './draft.js';
import type { InitEvent } from './events.js';
import { layer } from './layers.js';

/**
 * Makes a new checkpoint.
 * @param event the identity and the plan
 * @param now the time, ISO 8601
 * @returns the checkpoint; throws `bad-input` with every problem of the plan
 */
export function initPipeline(event: InitEvent, now: string): PipelineCheckpoint {
  const problems: Problem[] = [];
  const draft = draftOf(event, problems);
  problems.push(...checkDraft(event, draft));
  if (problems.length > 0) throw badInput(`spec of ${event.prd}`, problems);

  const workstreams = Object.fromEntries(draft.workstreams);
  const phases = withGates(draft, event.gates ?? []);
  const plan = viewPlan(workstreams, phases);
  return {
    prd: event.prd,
    prd_title: event.prd_title,
    current_phase: 0,
    status: 'initialized',
    completed_workstreams: [],
    in_progress_workstreams: [],
    pending_workstreams: [...plan.workstreams.keys()],
    artifacts: {},
    gates_passed: [],
    gates_pending: event.gates === undefined ? plan.gates : [...new Set(event.gates)],
    timestamp: now,
    pawl: {
      spec: {
        ...(event.spec?.path === undefined ? {} : { path: event.spec.path }),
        ...(event.spec?.hash === undefined ? {} : { hash: event.spec.hash }),
        workstreams,
        phases,
        ...(event.spec?.gates === undefined ? {} : { gates: event.spec.gates.map((one) => ({ ...one })) }),
      },
    },
  };
}

function draftOf(event: InitEvent, problems: Problem[]): Draft {
  const given = event.workstreams;
  const isList = isIdList(given);
  const entries: [string, PlannedWorkstream][] = isList ? given.map((id) => [id, {}]) : Object.entries(given);
  // The schema passes over reserved names, so what stands there may be anything; the name is refused anyway.
  const workstreams = new Map(entries.map(([id, planned]) => [id, reservedNames.has(id) ? {} : known(planned)]));
  if (workstreams.size === 0) {
    problems.push({ path: '/workstreams', message: 'there is no workstream', fix: 'name at least one, e.g. ["WS1"]' });
  }
  if (workstreams.size > limits.maxUnits) {
    const message = `there are ${workstreams.size} workstreams; at most ${limits.maxUnits} are possible`;
    problems.push({ path: '/workstreams', message, fix: 'split the PRD' });
  }
  if (isList) {
    given.forEach((id, index) => {
      if (given.indexOf(id) === index) return;
      problems.push({
        path: pointer('workstreams', index),
        message: `${id} is listed twice`,
        fix: 'remove one of them',
      });
    });
  }
  const { layers, circles } = layer(new Map([...workstreams].map(([id, { depends_on: on = [] }]) => [id, on])));
  const pathOf = (id: string): string => pointer('workstreams', isList ? given.indexOf(id) : id);
  for (const circle of circles) {
    problems.push({
      path: pathOf(circle[0] ?? ''),
      message: `workstreams depend on each other in a circle: ${circle.join(' → ')}`,
      fix: 'remove one of these dependencies',
    });
  }
  return { workstreams, phases: event.phases ?? layers.map((ids) => ({ workstreams: ids })), pathOf };
}

function isIdList(given: InitEvent['workstreams']): given is readonly string[] {
  return Array.isArray(given);
}

/** Keeps what a checkpoint remembers of a workstream, in copies: the event stays the caller's. */
function known({ depends_on: on, gate, ...rest }: PlannedWorkstream): PlannedWorkstream {
  return {
    ...rest,
    ...(on === undefined ? {} : { depends_on: [...new Set(on)] }),
    ...(gate === undefined ? {} : { gate: typeof gate === 'string' ? gate : [...new Set(gate)] }),
  };
}

/** Gives each phase its own gates and those of its workstreams; a gate that nothing names is one of the last phase. */
function withGates({ workstreams, phases }: Draft, declared: readonly string[]): PlannedPhase[] {
  const gates = phases.map((phase) => [
    ...new Set([...(phase.gates ?? []), ...phase.workstreams.flatMap((id) => gatesOf(workstreams.get(id)))]),
  ]);
  const used = new Set(gates.flat());
  gates.at(-1)?.push(...new Set(declared.filter((gate) => !used.has(gate))));
  return phases.map(({ name, workstreams: ids }, index) => ({
    ...(name === undefined ? {} : { name }),
    workstreams: [...ids],
    gates: gates[index] ?? [],
  }));
}
