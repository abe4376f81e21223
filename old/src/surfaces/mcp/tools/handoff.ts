// Hand-offs to sub-agents, and what comes back.

import * as v from 'valibot';
import {
  aggregateHandoffs,
  aggregationRules,
  checkHandoffRequest,
  checkHandoffResponse,
  expectedOutputs,
  handoffDecisions,
  handoffModes,
  handoffPhases,
  responseStatuses,
} from '../../../families/handoff/index.js';
import type { Problem } from '../../../rules/errors.js';
import { loadConfig } from '../../../service/config/load.js';
import { completedRequest, newHandoff, replyHandoff } from '../../../service/handoff/handoffs.js';
import { plainInput } from '../../../service/input.js';
import { readKey } from '../../../service/refs.js';
import { storedPath } from '../../../service/stored-path.js';
import * as f from '../fields.js';
import { answerSaved, writeOptions } from '../saved.js';
import { reads, tool, type ToolRow, writes } from '../tool.js';

const problem = v.object({ path: v.string(), message: v.string(), fix: v.optional(v.string()) });
const document = v.record(v.string(), v.unknown());
const overlong = f.optional(
  f.choice('What a summary over the limit means: a warning unless given.', ['warn', 'truncate', 'reject']),
);

function problemLines(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ path, message, fix }) => `${path}: ${message}${fix === undefined ? '' : ` (${fix})`}`);
}

const create = tool({
  name: 'handoff_new',
  title: 'Hand work to a sub-agent',
  description:
    'Makes and records the request for a sub-agent, as part of a run. Give the sub-agent the request that comes back. Feature, ' +
    'expected output and the summary of what was done last follow from the run unless given.',
  hints: writes,
  input: {
    ref: f.ref,
    task_id: f.text('The id of the task.', 'auth-001'),
    phase: f.choice('What kind of work it is.', handoffPhases),
    mode: f.choice('What the sub-agent specialises in.', handoffModes),
    instructions: f.text('What to do.', 'Find the code that keeps sessions.'),
    feature: f.optional(f.text('The feature.', 'auth')),
    spec_path: f.optional(f.text('The spec.', 'specs/auth.md')),
    relevant_files: f.optional(f.texts('Files to look at.', ['src/session.ts'])),
    constraints: f.optional(f.texts('What must hold.', ['no new dependencies'])),
    previous_summary: f.optional(f.text('The summary of the phase before, at most 500 words.', 'The models are done.')),
    expected_output: f.optional(f.choice('What is to come back.', expectedOutputs)),
    ...f.change,
  },
  output: { ...f.savedOutput, request: document, request_path: v.string(), warnings: f.list(problem) },
  run: async (args, scene) =>
    scene.withBench(async (bench) => {
      const { task_id, phase, mode, instructions, expected_output, feature, spec_path: spec } = args;
      const { relevant_files: files, constraints, previous_summary } = args;
      const stored = (file: string): string => storedPath(bench.root, file, bench.root);
      const context = {
        feature,
        spec_path: spec === undefined ? undefined : stored(spec),
        relevant_files: files?.map(stored),
        constraints,
        previous_summary,
      };
      const given = plainInput('The request', { task_id, phase, mode, instructions, expected_output, context });
      const key = await readKey(bench.store, args.ref, 'A hand-off belongs to a run: begin it first, e.g. with phase.');
      const made = await newHandoff(bench, key, await completedRequest(bench, key, given), writeOptions(args));
      const reply = answerSaved(scene, bench, key, made.saved, `handed off ${task_id} (${phase}, ${mode})`);
      const { handoff, path: request_path, warnings } = made;
      return {
        data: { ...reply.data, request: { ...handoff }, request_path, warnings: [...warnings] },
        text: [...reply.text, JSON.stringify(handoff, null, 2), ...problemLines(warnings)],
      };
    }),
});

const check = tool({
  name: 'handoff_check',
  title: 'Check hand-offs, or add responses up',
  description:
    'Finds everything that is wrong with requests or responses, and stores nothing. With a rule, the responses of parallel ' +
    'sub-agents become one decision.',
  hints: reads,
  input: {
    documents: v.pipe(
      v.array(v.record(v.string(), v.unknown())),
      v.nonEmpty(),
      v.description('Requests or responses.'),
      v.examples([[{ task_id: 'auth-001' }]]),
    ),
    kind: f.choice('What they are.', ['request', 'response']),
    rule: f.optional(f.choice('Add the responses up by this rule.', aggregationRules)),
    task_id: f.optional(f.text('With a rule: the task that they belong to.', 'auth-001')),
    overlong,
  },
  output: {
    sound: v.boolean(),
    documents: f.list(v.object({ ok: v.boolean(), problems: f.list(problem), warnings: f.list(problem) })),
    aggregated: v.nullable(document),
  },
  run: async (args, scene) => {
    const { summary_tokens: summaryTokens } = loadConfig(scene.root).values.limits;
    const isRequest = args.kind === 'request';
    const options = { summaryTokens, overlong: args.overlong };
    const given = args.documents.map((one) => plainInput(`The ${args.kind}`, one));
    const responses = isRequest ? [] : given.map((one) => checkHandoffResponse(one, options));
    const checks = isRequest ? given.map((one) => checkHandoffRequest(one, options)) : responses;
    const documents = checks.map((one) => ({
      ok: one.ok,
      problems: one.ok ? [] : [...one.problems],
      warnings: [...one.warnings],
    }));
    const sound = documents.every(({ ok }) => ok);
    const handoffs = responses.flatMap((one) => (one.ok ? [one.handoff] : []));
    const aggregated =
      args.rule === undefined || isRequest || !sound
        ? null
        : aggregateHandoffs(handoffs, args.rule, { task_id: args.task_id, summaryTokens });
    const lines = documents.flatMap(({ ok, problems, warnings }, index) =>
      [`${index + 1}: ${ok ? 'sound' : 'not sound'}`].concat(problemLines(problems), problemLines(warnings)),
    );
    return {
      data: { sound, documents, aggregated: aggregated === null ? null : { ...aggregated } },
      text: [...lines, ...(aggregated === null ? [] : [`${aggregated.decision}: ${aggregated.reasons.join('; ')}`])],
      isRecorded: true,
    };
  },
});

const reply = tool({
  name: 'handoff_reply',
  title: 'Record the response of a sub-agent',
  description: 'Checks what a sub-agent gave back against its request, and records it in the history of the run.',
  hints: writes,
  input: {
    ref: f.ref,
    task_id: f.text('The id of the task.', 'auth-001'),
    phase: f.choice('What kind of work it was.', handoffPhases),
    status: f.choice('How far it came.', responseStatuses),
    decision: f.choice('What the sub-agent recommends.', handoffDecisions),
    findings: f.map('What it found or did; the members depend on the phase.', {
      recommendation: 'extend src/session.ts',
    }),
    context_summary: f.text('What the next phase needs to know, at most 500 words.', 'Sessions are in src/session.ts.'),
    tokens_used: f.optional(f.number('How many tokens it used.', 1200, 0)),
    issues: f.optional(f.texts('What is in the way.', ['the spec is silent about logout'])),
    overlong,
    ...f.change,
  },
  output: { ...f.savedOutput, response: document, response_path: v.string(), warnings: f.list(problem) },
  run: async (args, scene) =>
    scene.withBench(async (bench) => {
      const { ref, overlong: tooLong, expected_revision: _expect, op_id: _op, ...given } = args;
      const key = await readKey(bench.store, ref, 'A response belongs to the run of its request.');
      const response = plainInput('The response', given);
      const made = await replyHandoff(bench, key, response, { ...writeOptions(args), overlong: tooLong });
      const { handoff, path: response_path, warnings } = made;
      const what = `hand-off ${handoff.task_id} (${handoff.phase}) is ${handoff.status}, ${handoff.decision}`;
      const saved = answerSaved(scene, bench, key, made.saved, what);
      return {
        data: { ...saved.data, response: { ...handoff }, response_path, warnings: [...warnings] },
        text: [...saved.text, ...problemLines(warnings)],
      };
    }),
});

export const handoffTools: readonly ToolRow[] = [create, check, reply];
