// Hand-offs to sub-agents: `handoff new`, `check`, `reply`, `aggregate`.

import { PawlError, type Problem } from '../base/errors.js';
import { type Json, type JsonObject, isObject, parseJson, renderJson } from '../base/json.js';
import { type Key, refOf } from '../base/names.js';
import {
  type AggregationRule,
  aggregationRules,
  checkHandoffRequest,
  checkHandoffResponse,
  handoffRequestSchema,
} from '../formats/handoff.js';
import { aggregateRun, freeTaskId, invalidHandoff, recordRequest, recordResponse } from '../runs/handoffs.js';
import { findRun } from '../runs/list.js';
import { type Project, formats } from '../runs/project.js';
import { type Argument, type Surroundings, command, readGiven } from './command.js';
import { ref } from './see.js';
import { plain, style } from './view.js';
import { bind } from './write.js';

const { phase, mode, expected_output } = handoffRequestSchema.entries;
const file: Argument = { name: 'FILE', about: 'A file with JSON; - for standard input', complete: 'file' };
const tooLong = {
  truncate: { about: 'Shorten a summary that is too long' },
  reject: { about: 'Refuse a summary that is too long; without this it is a warning' },
} as const;

const handoffNew = command({
  name: 'handoff new',
  group: 'write',
  about: 'Record a request to a sub-agent, and print it',
  args: [ref, { ...file, about: 'A request as JSON, instead of the options; - for standard input', isOptional: true }],
  options: {
    task: { value: 'ID', about: 'What the task is known by (default: the next of T001, T002, …)' },
    phase: { value: 'PHASE', choices: { of: phase.options, noun: 'phase' }, about: phase.options.join(', ') },
    mode: { value: 'MODE', choices: { of: mode.options, noun: 'mode' }, about: mode.options.join(', ') },
    instructions: { value: 'TEXT', about: 'What the sub-agent has to do' },
    output: {
      value: 'KIND',
      choices: { of: expected_output.options, noun: 'kind of output' },
      about: expected_output.options.join(', '),
    },
    feature: { value: 'TEXT', about: 'What it is about (default: the run)' },
    spec: { value: 'FILE', complete: 'file', about: 'The spec to follow' },
    file: { value: 'FILE', isMultiple: true, complete: 'file', about: 'A file to read' },
    constraint: { value: 'TEXT', isMultiple: true, about: 'What must be kept to' },
    summary: { value: 'TEXT', about: 'What was done before (default: the summary of the last completed phase)' },
  },
  details: 'The request is checked and kept with the run, where `handoff reply` finds it.',
  examples: [
    'handoff new implement/auth --phase research --mode research --output structured_findings --instructions "Find …"',
    'handoff new implement/auth request.json',
  ],
  async run({ args: [name = '', source], values, ...around }) {
    const project = around.project();
    const { key, state } = await readRun(project, name);
    const { task, instructions, output, feature, spec, summary } = values;
    const isGiven = Object.keys(values).length > 0;
    if (isGiven && source !== undefined)
      throw new PawlError('bad-usage', 'a request comes from a file or from options, not from both');
    const request = isGiven
      ? {
          task_id: task ?? freeTaskId(state),
          phase: values.phase,
          mode: values.mode,
          context: {
            feature: feature ?? refOf(key),
            spec_path: spec ?? null,
            relevant_files: values.file ?? [],
            constraints: values.constraint ?? [],
            previous_summary: summary ?? formats[key.family].resumePoint(state).summary,
          },
          instructions,
          expected_output: output,
        }
      : await readJson(source ?? '-', around);
    const { value, warnings, stored } = await recordRequest(project, key, request);
    await bind(project, around.env, key);
    warn(warnings);
    return {
      text: renderJson(value).trimEnd(),
      json: { ok: true, ref: refOf(key), request: value, warnings, rev: stored.rev },
    };
  },
});

const handoffCheck = command({
  name: 'handoff check',
  group: 'write',
  about: 'Check a request or a response of a hand-off',
  args: [file],
  options: tooLong,
  needsProject: false,
  details: 'Lists every problem with its place and what to write instead. Prints the response when it was shortened.',
  async run({ args: [source = ''], values, ...around }) {
    const value = await readJson(source, around);
    const name = source === '-' ? 'this' : source;
    const kind = isResponse(value) ? 'response' : 'request';
    const { problems, warnings, ...checked } =
      kind === 'response' ? checkHandoffResponse(value, values) : checkHandoffRequest(value);
    if (problems.length > 0) throw invalidHandoff(kind, problems, name);
    warn(warnings);
    const isShortened = values.truncate === true && warnings.length > 0;
    const text = isShortened ? renderJson(Object.values(checked)[0]).trimEnd() : `${name} is a valid ${kind}`;
    return { text, json: { ok: true, kind, warnings, ...checked } };
  },
});

const handoffReply = command({
  name: 'handoff reply',
  group: 'write',
  about: 'Check the response of a sub-agent against its request, and keep it with the run',
  args: [ref, file],
  options: tooLong,
  examples: ['handoff reply implement/auth response.json'],
  async run({ args: [name = '', source = ''], values, ...around }) {
    const project = around.project();
    const { key } = await readRun(project, name);
    const { value, warnings, stored } = await recordResponse(project, key, await readJson(source, around), values);
    await bind(project, around.env, key);
    const { task_id, status, decision } = value;
    warn(warnings);
    const text = `${plain(task_id)} answered: ${status}, ${decision}`;
    return { text, json: { ok: true, ref: refOf(key), response: value, warnings, rev: stored.rev } };
  },
});

/** A script can go by the exit code: 0 PROCEED, 1 STOP, 6 CLARIFY. */
const exitCodes = { PROCEED: 0, STOP: 1, CLARIFY: 6 } as const;

const handoffAggregate = command({
  name: 'handoff aggregate',
  group: 'write',
  about: 'Decide by the responses of parallel sub-agents',
  args: [ref],
  options: {
    rule: {
      value: 'RULE',
      choices: { of: aggregationRules, noun: 'rule' },
      about: `${aggregationRules.join(', ')} (default all_must_pass)`,
    },
    task: { value: 'ID', isMultiple: true, about: 'Count only this task (default: every task of the run)' },
  },
  details: 'A task without a response is open. Exit code 0 is PROCEED, 1 is STOP, 6 is CLARIFY.',
  async run({ args: [name = ''], values: { rule = 'all_must_pass', task }, project: open }) {
    const { key, state } = await readRun(open(), name);
    const wanted: AggregationRule = aggregationRules.find((one) => one === rule) ?? 'all_must_pass';
    const result = aggregateRun(key, state, wanted, task);
    const colour = { PROCEED: 'green', STOP: 'red', CLARIFY: 'yellow' } as const;
    const lines = [style(colour[result.decision], result.decision), ...result.reasons.map((reason) => plain(reason))];
    return {
      text: lines.join('\n'),
      json: { ok: true, ref: refOf(key), ...result },
      exitCode: exitCodes[result.decision],
    };
  },
});

export const handoffCommands = [handoffNew, handoffCheck, handoffReply, handoffAggregate];

async function readRun(project: Project, name: string): Promise<{ readonly key: Key; readonly state: JsonObject }> {
  const key = await findRun(project, name);
  return { key, state: (await project.store.get(key))?.state ?? {} };
}

async function readJson(source: string, { input }: Pick<Surroundings, 'input'>): Promise<Json> {
  const parsed = parseJson(await readGiven(source, input));
  if ('value' in parsed) return parsed.value;
  const name = source === '-' ? 'standard input' : source;
  throw new PawlError('bad-input', `${name} is not JSON: ${parsed.reason}`, { hint: 'Nothing was stored.' });
}

/** Requests and responses share `task_id` and `phase`; only responses have one of these. */
function isResponse(value: Json): boolean {
  const members = ['decision', 'findings', 'context_summary', 'tokens_used', 'issues'];
  return isObject(value) && members.some((member) => Object.hasOwn(value, member));
}

/** To stderr: what is printed may be piped to a sub-agent. */
function warn(warnings: readonly Problem[]): void {
  for (const { path, message, fix } of warnings)
    process.stderr.write(`pawl: ${plain(`${path} ${message}${fix === undefined ? '' : ` (${fix})`}`, 400)}\n`);
}
