// Tools for build pipelines: seed 003's operations, one by one.

import * as v from 'valibot';
import { reviewVerdicts } from '../../../families/pipeline/types.js';
import { PawlError } from '../../../rules/errors.js';
import { loadConfig } from '../../../service/config/load.js';
import { harmlessLine } from '../../../rules/text/harmless.js';
import { personOnly } from '../decide/person-only.js';
import { storedPath } from '../../../service/stored-path.js';
import * as f from '../fields.js';
import { stepOutput, stepReply, answerStep } from '../pipeline-step.js';
import { settles, tool, type ToolRow, writes } from '../tool.js';

const id = f.text('The pipeline.', 'PRD-009');
const workstream = f.text('The workstream.', 'WS1');
const message = f.text('What went wrong.', 'two tests fail');
const file = f.optional(f.text('The file in which it went wrong.', 'src/api.ts'));
const line = f.optional(f.number('The line.', 45));
const stopRunning = f.optional(
  f.flag('Workstreams that run return to pending; without it they are a reason to refuse.'),
);

const init = tool({
  name: 'pipeline_init',
  title: 'Begin a pipeline',
  description:
    'Begins a build pipeline from its spec: a Markdown file with workstreams, phases and gates in its front matter. When an ' +
    'unfinished pipeline of that id is there, nothing is begun: call resume for it first.',
  hints: writes,
  input: {
    spec: f.text('The path of the spec, or its id, which is looked for below docs/.', 'PRD-009'),
    op_id: f.change.op_id,
  },
  output: { ...stepOutput, warnings: f.words },
  run: async (args, scene) =>
    scene.withBench(async (bench) => {
      const { readSpec } = await import('../../../service/spec/index.js');
      const { beginFromSpec } = await import('../../../service/pipeline/begin-from-spec.js');
      const { spec_patterns: patterns } = loadConfig(bench.root).values.pipeline;
      const read = readSpec(bench.root, args.spec, { patterns, idPattern: bench.idPattern });
      const { source, warnings } = read;
      const begun = await beginFromSpec(bench, read, {
        owner: scene.owner,
        opId: args.op_id,
        complete: { hint: 'A person can build it once more: `pawl pipeline init SPEC --fresh`.' },
        settle: async () => unfinished(read.spec.id),
      });
      if ('settled' in begun) throw begun.settled;
      const { key, saved } = begun;
      const reply = stepReply(scene, bench, key, saved, { what: `begun from ${source.path}` });
      const said = warnings.map((warning) => `${source.path}:${warning.line}: ${warning.message}`);
      return { data: { ...reply.data, warnings: said }, text: [...reply.text, ...said] };
    }),
});

function unfinished(id: string): PawlError {
  return new PawlError('not-allowed', `${id} is unfinished; nothing was begun`, {
    hint: `Call resume with ref ${id}: it is taken up when that is safe, and otherwise a person decides.`,
  });
}

const start = tool({
  name: 'pipeline_start',
  title: 'Start workstreams',
  description: 'Records that workstreams begin. What they depend on must be complete, and its gates passed.',
  hints: writes,
  input: { ref: id, workstreams: f.texts('The workstreams.', ['WS1', 'WS2']), ...f.change },
  output: stepOutput,
  run: (args, scene) => answerStep(scene, args, () => ({ type: 'start', workstreams: args.workstreams })),
});

const done = tool({
  name: 'pipeline_done',
  title: 'Complete a workstream',
  description: 'Records that a workstream is done, with the files that it made. A second time, the files are united.',
  hints: settles,
  input: {
    ref: id,
    workstream,
    artifacts: f.optional(f.texts('The files that it made, from the root of the project.', ['src/api.ts'])),
    ...f.change,
  },
  output: stepOutput,
  run: (args, scene) =>
    answerStep(scene, args, (root) => ({
      type: 'done',
      workstream: args.workstream,
      ...(args.artifacts === undefined ? {} : { artifacts: args.artifacts.map((one) => storedPath(root, one, root)) }),
    })),
});

const fail = tool({
  name: 'pipeline_fail',
  title: 'Record the failure of a workstream',
  description: 'Records that a running workstream failed and why; it returns to pending.',
  hints: writes,
  input: { ref: id, workstream, message, file, line, stop_running: stopRunning, ...f.change },
  output: stepOutput,
  run: (args, scene) =>
    answerStep(scene, args, (root) => ({
      type: 'fail',
      workstream: args.workstream,
      message: args.message,
      file: args.file === undefined ? undefined : storedPath(root, args.file, root),
      line: args.line,
      stop_running: args.stop_running,
    })),
});

const pause = tool({
  name: 'pipeline_pause',
  title: 'Pause a pipeline',
  description: 'Pauses the pipeline. On a failed one it says that the failure is dealt with.',
  hints: settles,
  input: { ref: id, stop_running: stopRunning, ...f.change },
  output: stepOutput,
  run: (args, scene) => answerStep(scene, args, () => ({ type: 'pause', stop_running: args.stop_running })),
});

const review = tool({
  name: 'pipeline_review',
  title: 'Record a review',
  description:
    'Records the verdict of an adversarial review. do_not_ship blocks the start until a second attempt, or until it is ' +
    'overridden with a reason.',
  hints: writes,
  input: {
    ref: id,
    verdict: f.choice('The verdict.', reviewVerdicts),
    p0_count: f.optional(f.number('Findings that block.', 0, 0)),
    p1_count: f.optional(f.number('Findings that should be dealt with.', 2, 0)),
    attempt: f.optional(f.number('The attempt, 1 or 2; one more than the recorded one unless given.', 1)),
    findings_path: f.optional(f.text('Where the findings are written down.', 'reviews/PRD-009.md')),
    override_reason: f.optional(
      f.text('Why the verdict is overridden; only a person can say that.', 'accepted by Ana'),
    ),
    ...f.change,
  },
  output: stepOutput,
  run: async (args, scene) => {
    const { verdict, p0_count, p1_count, attempt, findings_path, override_reason } = args;
    if (verdict === 'overridden') {
      const asking = personOnly(scene, {
        key: `override ${args.ref} ${args.expected_revision ?? ''}`,
        message: harmlessLine(`Override the review of ${args.ref}? The reason given: ${override_reason ?? 'none'}`),
        yes: 'The work may start in spite of the review',
        otherwise: 'tell them what the review found; they can override it on the command line, with a reason.',
      });
      if (asking !== null) return asking;
    }
    return answerStep(scene, args, () => ({
      type: 'review',
      verdict,
      p0_count,
      p1_count,
      attempt,
      findings_path,
      override_reason,
    }));
  },
});

const fixes = (description: string) =>
  f.optional(
    v.pipe(
      v.array(v.object({ file: v.string(), change: v.string() })),
      v.description(description),
      v.examples([[{ file: 'src/a.ts', change: 'what was changed' }]]),
    ),
  );

const note = tool({
  name: 'pipeline_note',
  title: 'Record fixes and clean-ups',
  description: 'Adds fixes and clean-ups to the record of a pipeline, also to a complete one.',
  hints: writes,
  input: {
    ref: id,
    key_fixes: fixes('Fixes that matter.'),
    eslint_fixes: fixes('Fixes of lint errors.'),
    cleanup_done: f.optional(f.texts('What was cleaned up.', ['old routes removed'])),
    ...f.change,
  },
  output: stepOutput,
  run: (args, scene) => {
    const { key_fixes, eslint_fixes, cleanup_done } = args;
    if ([key_fixes, eslint_fixes, cleanup_done].every((list) => list === undefined || list.length === 0)) {
      const hint = 'Give key_fixes, eslint_fixes or cleanup_done; for what the next agent must know, call note.';
      throw new PawlError('bad-usage', 'a note needs at least one fix or clean-up', { hint });
    }
    return answerStep(scene, args, () => ({ type: 'note', key_fixes, eslint_fixes, cleanup_done }));
  },
});

export const pipelineTools: readonly ToolRow[] = [init, start, done, fail, pause, review, note];
