// What can be done in the dashboard, by the same functions as on the command line. Every change names the revision that
// the person saw: when the run is at another one, nothing is changed.

import * as v from 'valibot';
import { passGate, specToApprove, specToWaive } from '../build/gates.js';
import { PawlError, badInput } from '../base/errors.js';
import { type Key, keyText, refOf } from '../base/names.js';
import { checkBy } from '../formats/schema.js';
import { noteRun } from '../mcp/steps.js';
import { checkChoice, deleteRun, resumeRun, startFresh } from '../resume/choice.js';
import { decide } from '../resume/decision.js';
import { factsOf, findAnyRun } from '../resume/facts.js';
import { fork, forkKey, restore } from '../runs/history.js';
import { refuseWhileBuilt } from '../runs/lease.js';
import { archive, remove } from '../runs/lifecycle.js';
import type { Project } from '../runs/project.js';
import type { Action, ActionAnswer } from './api.js';

const number = v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(0, 'must not be negative'));
const text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(10_000, 'is too long'));
const note = { next: v.optional(v.string()), decision: v.optional(text), reject: v.optional(text) };
const shapes: Readonly<Record<Action['action'], v.GenericSchema>> = {
  approve: v.object({ expect: number, gate: text }),
  waive: v.object({ expect: number, gate: text, reason: text, issue: text }),
  resume: v.object({ expect: number, choice: v.picklist(['r', 's', 'd']) }),
  note: v.object({ expect: number, ...note }),
  archive: v.object({ expect: number }),
  delete: v.object({ expect: number }),
  restore: v.object({ expect: number, revision: number }),
  fork: v.object({ expect: number, revision: number, target: text }),
};
const named = v.object({ action: v.picklist(Object.keys(shapes)) });

/** Decodes what a request asks for; throws with every problem. */
export function parseAction(value: unknown): Action {
  if (isAction(value)) return value;
  const own = v.is(named, value) ? shapeOf(value.action) : named;
  throw badInput('the request', checkBy(own, value, []));
}

function shapeOf(action: string): v.GenericSchema {
  return Object.entries(shapes).find(([name]) => name === action)?.[1] ?? named;
}

function isAction(value: unknown): value is Action {
  return v.is(named, value) && v.is(shapeOf(value.action), value);
}

/**
 * Does it; throws `conflict` when the run is not at the expected revision.
 * @param isPerson a person at a terminal has started the dashboard
 */
export async function act(given: Project, ref: string, action: Action, isPerson: boolean): Promise<ActionAnswer> {
  const isGate = action.action === 'approve' || action.action === 'waive';
  if (isGate && !isPerson && !given.config.approveWithoutTerminal)
    throw new PawlError('needs-person', 'this dashboard was not started by a person at a terminal', {
      hint: "`gates.approve_without_terminal` in the user's own configuration allows it here.",
    });
  const key = await findAnyRun(given, ref);
  const before = await factsOf(given, key);
  const revision = before.stored?.revision ?? 0;
  if (revision !== action.expect) throw changed(key, action.expect, revision);
  const project = guarded(given, key, action.expect);
  const { message, forked } = await run(project, key, action);
  const after = (await given.store.get(forked ?? key).catch(() => null))?.revision ?? 0;
  const isUndoable = forked === undefined && after !== revision && revision > 0;
  return { ref: refOf(forked ?? key), revision: after, message, undo: isUndoable ? revision : null };
}

interface Done {
  readonly message: string;
  /** The new run of a fork. */
  readonly forked?: Key | undefined;
}

async function run(project: Project, key: Key, action: Action): Promise<Done> {
  const ref = refOf(key);
  switch (action.action) {
    case 'approve': {
      const spec = await specToApprove(project, key, action.gate);
      return passed(await passGate(project, key, spec, action.gate, { type: 'approval' }), 'approved');
    }
    case 'waive': {
      const { reason, issue } = action;
      const spec = await specToWaive(project, key, action.gate);
      return passed(await passGate(project, key, spec, action.gate, { type: 'waiver', reason, issue }), 'waived');
    }
    case 'note':
      return addNote(project, key, action);
    case 'resume':
      return choose(project, key, action.choice);
    case 'archive':
    case 'delete':
      await refuseWhileBuilt(project.store, key);
      await (action.action === 'archive' ? archive : remove)(project, key);
      return { message: `${ref} ${action.action}d; its history stays` };
    case 'restore': {
      await refuseWhileBuilt(project.store, key);
      await restore(project, key, action.revision);
      return { message: `${ref} is back at revision ${action.revision}` };
    }
    default: {
      const forked = forkKey(key, action.target);
      await fork(project, key, forked, action.revision);
      return { message: `${refOf(forked)} continues ${ref} from revision ${action.revision}`, forked };
    }
  }
}

function passed(labels: readonly string[], how: string): Done {
  return { message: labels.length === 0 ? 'The gate had passed before' : `Gate ${labels.join(', ')} ${how}` };
}

async function addNote(
  project: Project,
  key: Key,
  { next, decision, reject }: Action & { action: 'note' },
): Promise<Done> {
  if (next === undefined && decision === undefined && reject === undefined)
    throw badInput('note', [{ path: '', message: 'is empty', fix: 'write next, decision or reject' }]);
  const place = (await project.store.get(key))?.place;
  if (place === 'archived' || place === 'removed')
    throw new PawlError('not-allowed', `${refOf(key)} was ${place === 'removed' ? 'deleted' : 'archived'}`, {
      hint: 'Restore it first.',
    });
  await noteRun(project, key, { next: next === '' ? null : next, decision, reject });
  return { message: 'Noted' };
}

async function choose(project: Project, key: Key, choice: 'r' | 's' | 'd'): Promise<Done> {
  const facts = await factsOf(project, key);
  checkChoice(facts, decide(facts, project.now()), choice);
  if (choice === 'r') {
    await resumeRun(project, facts);
    const { command } = decide(await factsOf(project, key), project.now());
    return { message: command === null ? 'Open your agent here and type "continue"' : `Continue with: ${command}` };
  }
  const { begun } = await (choice === 's' ? startFresh : deleteRun)(project, facts);
  if (begun !== null) return { message: `Started fresh: ${begun}` };
  return { message: choice === 'd' ? `${facts.ref} deleted; its history stays` : `${facts.ref} can begin anew` };
}

/** The same project, for one change that begins at a known revision: a writer who was faster ends it. */
function guarded(project: Project, key: Key, expect: number): Project {
  let known = expect;
  const put: Project['store']['put'] = async (about, draft) => {
    if (keyText(about) !== keyText(key)) return project.store.put(about, draft);
    const isOwn = draft.expect === known || draft.expect < 0; // a put that can never succeed only looks
    if (!isOwn) throw changed(key, expect, draft.expect);
    const result = await project.store.put(about, draft);
    if (!result.ok && draft.expect >= 0) throw changed(key, expect, result.current?.revision ?? 0);
    if (result.ok) known = result.stored.revision;
    return result;
  };
  return { ...project, store: { ...project.store, put } };
}

function changed(key: Key, expected: number, found: number): PawlError {
  return new PawlError('conflict', `${refOf(key)} has changed: it is at revision ${found}, not ${expected}`, {
    hint: 'Nothing was changed. Look at it again.',
    data: { expected, found },
  });
}
