// The tools that every client gets. Their names, descriptions and schemas cost tokens in each request of some agents:
// test/mcp/ holds them to 2,000.

import * as v from 'valibot';
import { badInput } from '../base/errors.js';
import { isObject } from '../base/json.js';
import { refOf } from '../base/names.js';
import { briefOf } from '../resume/brief.js';
import { decide } from '../resume/decision.js';
import { type Facts, factsOf, findAnyRun, unfinished } from '../resume/facts.js';
import { handoffsOf } from '../runs/handoffs.js';
import { readRevision } from '../runs/history.js';
import { findRun, listRuns } from '../runs/list.js';
import { type Project, formats, sessionOf } from '../runs/project.js';
import { searchReasons } from '../runs/why.js';
import type { Stored } from '../store/store.js';
import { completeRun, noteRun, reportPhase, runFor, saved } from './steps.js';
import { type Tool, number, ref, text, texts, tool } from './tool.js';

const maxListed = 50;

const listRunsTool = tool({
  name: 'list_runs',
  about: 'List the runs (checkpoints of multi-phase work) of this project, last changed first.',
  effect: 'reads',
  input: {
    unfinished: v.optional(v.pipe(v.boolean(), v.description('Leave out finished runs'))),
    all: v.optional(v.pipe(v.boolean(), v.description('Also archived and deleted runs'))),
  },
  async call({ unfinished = false, all = false }, project) {
    const runs = (await listRuns(project, { all })).filter((run) => !unfinished || !run.isFinished);
    const shown = runs
      .slice(0, maxListed)
      .map(({ ref, title, status, progress, current, next, updatedAt, problem }) => {
        const done = `${progress.done}/${progress.total}`;
        return { ref, title, status, done, current, next, updated_at: updatedAt, problem };
      });
    if (shown.length === 0) return { text: 'There are no runs.' };
    const more = runs.length > maxListed ? `; the last changed ${maxListed} are shown` : '';
    return { text: `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}${more}.`, recorded: shown };
  },
});

const showRun = tool({
  name: 'show_run',
  about: 'Show a run: goal, units with status, summary and files, decisions, rejected ideas, next action.',
  effect: 'reads',
  input: { ref, revision: v.optional(v.pipe(number, v.description('Default: newest'))) },
  async call({ ref, revision }, project) {
    return { recorded: viewOf(project, await readRun(project, ref, revision)) };
  },
});

async function readRun(project: Project, ref: string, revision?: number): Promise<Stored> {
  const key = await findRun(project, ref);
  const newest = await project.store.get(key);
  return newest === null || revision !== undefined ? readRevision(project, key, revision ?? 0) : newest;
}

function viewOf(project: Project, { key, state, revision, place, at, actor }: Stored): object {
  const { title, status, units, progress, current, startedAt } = formats[key.family].overview(state);
  const { sessions: _sessions, handoffs: _handoffs, ...notes } = isObject(state['pawl']) ? state['pawl'] : {};
  const tasks = handoffsOf(state).map(({ request, response }) => [request.task_id, response?.decision ?? 'open']);
  const problems = formats[key.family].check(state, project.context().checks);
  const where = place === 'live' ? {} : { place };
  const saved = { revision, saved_at: at, saved_by: actor, started_at: startedAt };
  const facts = { ref: refOf(key), family: key.family, title, status, ...where, progress, current };
  return { ...facts, units, notes, handoffs: Object.fromEntries(tasks), ...saved, problems };
}

/** What is known about the named run, or about every unfinished one, the likeliest first. */
async function factsAbout(project: Project, ref: string | undefined): Promise<readonly Facts[]> {
  const who = { session: sessionOf(process.env) };
  return ref === undefined ? unfinished(project, who) : [await factsOf(project, await findAnyRun(project, ref), who)];
}

const resumeRun = tool({
  name: 'resume_run',
  about:
    'Decide whether unfinished work can be continued, from where and how. Call it before you begin anything. ' +
    'Answers resume (safe), ask (let the user decide; the reasons say why), blocked or nothing.',
  effect: 'reads',
  input: { ref: v.optional(text('Default: every unfinished run')) },
  async call({ ref }, project) {
    const found = (await factsAbout(project, ref)).map((facts) => ({ facts, decision: decide(facts, project.now()) }));
    const [first, second] = found;
    if (first === undefined) return { text: 'Nothing is unfinished.' };
    const { facts, decision } = first;
    const runs = found.slice(0, maxListed).map(({ decision: { choices: _choices, ...about } }) => about);
    const brief = second === undefined ? briefOf(facts, decision, project.now()) : undefined;
    const wrote = ref !== undefined && decision.action === 'resume' ? facts.key : undefined;
    return { text: `${decision.action}.`, recorded: { runs, brief }, wrote };
  },
});

const getBrief = tool({
  name: 'get_brief',
  about: 'Short text about a run: what is done, what was rejected, what is next. Call it after context compaction.',
  effect: 'reads',
  input: { ref: v.optional(text('Default: the newest unfinished run')) },
  async call({ ref }, project) {
    const brief = await briefFor(project, ref);
    return brief === null ? { text: 'Nothing is unfinished.' } : { recorded: brief };
  },
});

/** The brief about a run, or about the one to continue; null when nothing is unfinished. */
export async function briefFor(project: Project, ref?: string): Promise<string | null> {
  const [facts] = await factsAbout(project, ref);
  return facts === undefined ? null : briefOf(facts, decide(facts, project.now()), project.now());
}

const updatePhase = tool({
  name: 'update_phase',
  about:
    'Record that a phase begins, ends or fails; also a workstream of a pipeline, or a numbered phase of a workflow. ' +
    'Begins the run if it is new. File lists add up, other values replace.',
  effect: 'writes',
  input: {
    ref,
    phase: text('e.g. design, WS2, 3'),
    status: v.picklist(['pending', 'in_progress', 'complete', 'failed', 'skipped']),
    summary: v.optional(text('What the next session must know, at most 500 words')),
    files_created: texts,
    files_modified: texts,
    error: v.optional(text('Why it failed')),
    tasks: v.optional(v.pipe(v.record(v.string(), v.string()), v.description('Status by task id'))),
    next: v.optional(text('What you were going to do next')),
    is_new: v.optional(v.pipe(v.boolean(), v.description('A new run or phase, although its name is close to another'))),
  },
  async call({ ref, ...report }, project) {
    return saved(await reportPhase(project, await runFor(project, ref, report.is_new), report));
  },
});

const completeRunTool = tool({
  name: 'complete_run',
  about: 'Mark a whole run as complete.',
  effect: 'writes',
  input: { ref },
  async call({ ref }, project) {
    return saved(await completeRun(project, await findRun(project, ref)));
  },
});

const addNote = tool({
  name: 'add_note',
  about: 'Record a decision, a rejected idea (so that nobody revives it), the next action or the goal of a run.',
  effect: 'writes',
  input: {
    ref,
    decision: v.optional(text('With its reason')),
    rejected: v.optional(text('With its reason')),
    next: v.optional(v.string()),
    goal: v.optional(v.string()),
  },
  async call({ ref, decision, rejected, next, goal }, project) {
    const note = { decision, reject: rejected, next, goal };
    if (Object.values(note).every((one) => one === undefined))
      throw badInput('add_note', [{ path: '', message: 'is empty', fix: 'write decision, rejected, next or goal' }]);
    return saved(await noteRun(project, await runFor(project, ref), note));
  },
});

const searchDecisions = tool({
  name: 'search_decisions',
  about: 'Find decisions and rejected ideas in all runs, also old ones. Call it before you propose a design.',
  effect: 'reads',
  input: { words: text('All of them must occur; empty finds everything') },
  async call({ words }, project) {
    const found = await searchReasons(project, words);
    return found.length === 0 ? { text: 'Nothing was found.' } : { recorded: found.slice(-maxListed) };
  },
});

export const tools: readonly Tool[] = [
  listRunsTool,
  showRun,
  resumeRun,
  getBrief,
  updatePhase,
  completeRunTool,
  addNote,
  searchDecisions,
];
