// What `pawl mcp --tools all` adds. Nothing here deletes more than one run, and nothing deletes history.

import * as v from 'valibot';
import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { type Key, keysOfRef, refOf } from '../base/names.js';
import { aggregationRules, handoffRequestSchema, handoffResponseSchema } from '../formats/handoff.js';
import { aggregateRun, recordRequest, recordResponse } from '../runs/handoffs.js';
import { diffRevisions, fork, restore } from '../runs/history.js';
import { archive, remove } from '../runs/lifecycle.js';
import { findRun } from '../runs/list.js';
import { startWorkflow, unfinishedLike } from '../runs/workflows.js';
import type { Stored } from '../store/store.js';
import { failWorkflow, saved } from './steps.js';
import { type Tool, number, ref, text, texts, tool } from './tool.js';

const listRevisions = tool({
  name: 'list_revisions',
  about: 'List what happened to a run, newest first.',
  effect: 'reads',
  input: { ref, before: v.optional(number), limit: v.optional(number) },
  async call({ ref, before, limit = 20 }, project) {
    const revisions = await project.store.history(await findRun(project, ref), { before, limit: Math.min(limit, 200) });
    return {
      recorded: revisions.map(({ revision, at, actor, event, place }) => ({ revision, at, actor, event, place })),
    };
  },
});

const compareRevisions = tool({
  name: 'diff_revisions',
  about: 'Show which values differ between two revisions; by default what the newest one changed.',
  effect: 'reads',
  input: { ref, from: v.optional(number), to: v.optional(number) },
  async call({ ref, from, to }, project) {
    return { recorded: await diffRevisions(project, await findRun(project, ref), from, to) };
  },
});

const restoreRevision = tool({
  name: 'restore_revision',
  about: 'Make an earlier revision the newest one. What came between stays in the history.',
  effect: 'writes',
  input: { ref, revision: number },
  async call({ ref, revision }, project) {
    return saved(await restore(project, await findRun(project, ref), revision));
  },
});

const forkRun = tool({
  name: 'fork_run',
  about: 'Continue a run under another name, from its newest or an earlier revision.',
  effect: 'writes',
  input: { ref, new_ref: text('Name of the new run, of the same family'), revision: v.optional(number) },
  async call({ ref, new_ref, revision }, project) {
    const key = await findRun(project, ref);
    const target = keysOfRef(new_ref).find((one) => one.family === key.family);
    if (target === undefined) throw new PawlError('bad-name', `${new_ref} is not the name of a ${key.family} run`);
    return saved(await fork(project, key, target, revision));
  },
});

const start = tool({
  name: 'start_workflow',
  about: 'Start a workflow of numbered phases. Report on them with update_phase, and finish it with complete_run.',
  effect: 'writes',
  input: {
    type: text('e.g. orchestrate, test-all'),
    project: text('Short name of the project or feature'),
    description: v.string(),
    phases: v.pipe(v.array(v.string()), v.description('Names of the phases in their order')),
    is_new: v.optional(v.pipe(v.boolean(), v.description('Although one like it is unfinished'))),
  },
  async call({ type, project: name, description, phases, is_new = false }, project) {
    const start = { type, project: name, description, totalPhases: phases.length, phaseNames: phases };
    const [unfinished] = is_new ? [] : await unfinishedLike(project, start);
    if (unfinished !== undefined)
      throw new PawlError('needs-person', `${refOf(unfinished)} is unfinished`, {
        hint: 'resume_run tells how to continue it; is_new: true starts another one beside it.',
      });
    return saved(await startWorkflow(project, start));
  },
});

const fail = tool({
  name: 'fail_workflow',
  about: 'Record that a workflow failed.',
  effect: 'writes',
  input: {
    ref,
    message: text('What went wrong'),
    final: v.optional(v.pipe(v.boolean(), v.description('Nothing more can be done'))),
  },
  async call({ ref, message, final = false }, project) {
    return saved(await failWorkflow(project, await findRun(project, ref), message, final));
  },
});

const createHandoff = tool({
  name: 'create_handoff',
  about: 'Check a request to a sub-agent and keep it with the run.',
  effect: 'writes',
  input: { ref, request: handoffRequestSchema },
  async call({ ref, request }, project) {
    const key = await findRun(project, ref);
    const { value, warnings } = await recordRequest(project, key, request);
    const told = warnings.map(({ path, message }) => `${path} ${message}`);
    return { text: [`${value.task_id} recorded.`, ...told].join('\n'), recorded: value, wrote: key };
  },
});

const answerHandoff = tool({
  name: 'answer_handoff',
  about: "Check a sub-agent's response against its request and keep it with the run.",
  effect: 'writes',
  input: {
    ref,
    response: handoffResponseSchema,
    truncate: v.optional(v.pipe(v.boolean(), v.description('Shorten a context_summary over 500 words'))),
  },
  async call({ ref, response, truncate = false }, project) {
    const key = await findRun(project, ref);
    const { value, warnings } = await recordResponse(project, key, response, { truncate });
    const told = warnings.map(({ path, message }) => `${path} ${message}`);
    return { text: [`${value.task_id} answered: ${value.status}, ${value.decision}`, ...told].join('\n'), wrote: key };
  },
});

const aggregate = tool({
  name: 'aggregate_handoffs',
  about: 'Decide by the responses of parallel sub-agents: PROCEED, STOP or CLARIFY. Unanswered tasks are open.',
  effect: 'reads',
  input: { ref, rule: v.picklist(aggregationRules), tasks: texts },
  async call({ ref, rule, tasks }, project) {
    const key = await findRun(project, ref);
    const { state = {} } = (await project.store.get(key)) ?? {};
    const result = aggregateRun(key, state, rule, tasks);
    return { text: result.decision, recorded: result };
  },
});

const archiveRun = tool({
  name: 'archive_run',
  about: 'Take a run out of the list. Its history stays.',
  effect: 'writes',
  input: { ref },
  async call({ ref }, project) {
    const stored = await archive(project, await findRun(project, ref));
    return { text: `${refOf(stored.key)} archived. ${wayBack(stored.key, stored)}` };
  },
});

const deleteRun = tool({
  name: 'delete_run',
  about: "Delete a run's checkpoint file. Its history stays. Only when the user asked for it.",
  effect: 'deletes',
  input: { ref, revision: v.pipe(number, v.description('The newest revision, which show_run tells')) },
  async call({ ref, revision }, project) {
    const key = await findRun(project, ref);
    const newest = (await project.store.get(key))?.revision;
    if (newest !== revision)
      throw new PawlError('conflict', `${refOf(key)} has revision ${newest}, not ${revision}`, {
        hint: 'It may have changed since you looked. Look again with show_run. Nothing was deleted.',
      });
    const stored = await remove(project, key);
    return { text: `${refOf(key)} deleted. ${wayBack(key, stored)}` };
  },
});

function wayBack(key: Key, { revision }: Stored): string {
  return `restore_revision, or \`${pawl`restore ${refOf(key)} ${revision}`}\`, brings it back.`;
}

export const moreTools: readonly Tool[] = [
  listRevisions,
  compareRevisions,
  restoreRevision,
  forkRun,
  start,
  fail,
  createHandoff,
  answerHandoff,
  aggregate,
  archiveRun,
  deleteRun,
];
