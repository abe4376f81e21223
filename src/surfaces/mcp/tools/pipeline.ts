// Tools for build pipelines: seed 003's operations, one by one.

import * as v from 'valibot';
import type { PipelineCheckpoint, PipelineEvent } from '../../../families/pipeline/index.js';
import { reviewVerdicts } from '../../../families/pipeline/types.js';
import { badInput, PawlError } from '../../../rules/errors.js';
import { pipelineKey } from '../../../rules/names.js';
import { loadConfig } from '../../../service/config/load.js';
import { pipelineInputProblems, planPipeline } from '../../../service/plans/pipeline.js';
import { decideStart } from '../../../service/resume/start.js';
import type { SavedDocument } from '../../../service/saved-document.js';
import { write } from '../../../service/workbench.js';
import * as f from '../fields.js';
import { answerSaved, type ChangeArgs, writeOptions } from '../saved.js';
import type { Scene } from '../scene.js';
import { type Reply, settles, tool, type ToolRow, writes } from '../tool.js';

const id = f.text('The pipeline.', 'PRD-009');
const workstream = f.text('The workstream.', 'WS1');
const message = f.text('What went wrong.', 'two tests fail');
const file = f.optional(f.text('The file in which it went wrong.', 'src/api.ts'));
const line = f.optional(f.number('The line.', 45));
const stopRunning = f.optional(
  f.flag('Workstreams that run return to pending; without it they are a reason to refuse.'),
);

async function apply(
  scene: Scene,
  args: ChangeArgs & { readonly ref: string },
  event: PipelineEvent,
  what: string,
): Promise<Reply<SavedDocument>> {
  const problems = pipelineInputProblems(event);
  if (problems.length > 0) throw badInput(`pipeline_${event.type}`, problems);
  const key = pipelineKey(args.ref.replace(/^pipeline:/, ''));
  return scene.withBench(async (bench) => {
    const saved = await write<PipelineCheckpoint>(bench, key, planPipeline(key, event), writeOptions(args));
    return answerSaved(scene, bench, key, saved, what);
  });
}

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
  output: { ...f.savedOutput, warnings: f.words },
  run: async (args, scene) =>
    scene.withBench(async (bench) => {
      const { readSpec } = await import('../../../service/spec/index.js');
      const { initEventOf } = await import('../../../families/pipeline/spec/index.js');
      const { spec_patterns: patterns } = loadConfig(bench.root).values.pipeline;
      const { spec, source, warnings } = readSpec(bench.root, args.spec, { patterns, idPattern: bench.idPattern });
      const before = await decideStart(bench, { family: 'pipeline', id: spec.id, owner: scene.owner });
      if (before !== null) {
        throw new PawlError('not-allowed', `${spec.id} is unfinished; nothing was begun`, {
          hint: `Call resume with ref ${spec.id}: it is taken up when that is safe, and otherwise a person decides.`,
        });
      }
      const key = pipelineKey(spec.id);
      const plan = planPipeline(key, initEventOf(spec, source));
      const saved = await write<PipelineCheckpoint>(bench, key, plan, writeOptions(args));
      const reply = answerSaved(scene, bench, key, saved, `begun from ${source.path}`);
      const said = warnings.map((warning) => `${source.path}:${warning.line}: ${warning.message}`);
      return { data: { ...reply.data, warnings: said }, text: [...reply.text, ...said] };
    }),
});

const start = tool({
  name: 'pipeline_start',
  title: 'Start workstreams',
  description: 'Records that workstreams begin. What they depend on must be complete, and its gates passed.',
  hints: writes,
  input: { ref: id, workstreams: f.texts('The workstreams.', ['WS1', 'WS2']), ...f.change },
  output: f.savedOutput,
  run: (args, scene) =>
    apply(scene, args, { type: 'start', workstreams: args.workstreams }, `${args.workstreams.join(', ')} began`),
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
  output: f.savedOutput,
  run: (args, scene) => {
    const { workstream: name, artifacts } = args;
    return apply(scene, args, { type: 'done', workstream: name, artifacts }, `${name} is complete`);
  },
});

const fail = tool({
  name: 'pipeline_fail',
  title: 'Record the failure of a workstream',
  description: 'Records that a running workstream failed and why; it returns to pending.',
  hints: writes,
  input: { ref: id, workstream, message, file, line, stop_running: stopRunning, ...f.change },
  output: f.savedOutput,
  run: (args, scene) => {
    const { workstream: name, message: why, file: at, line: row, stop_running } = args;
    const event = { type: 'fail', workstream: name, message: why, file: at, line: row, stop_running } as const;
    return apply(scene, args, event, `${name} failed`);
  },
});

const pause = tool({
  name: 'pipeline_pause',
  title: 'Pause a pipeline',
  description: 'Pauses the pipeline. On a failed one it says that the failure is dealt with.',
  hints: settles,
  input: { ref: id, stop_running: stopRunning, ...f.change },
  output: f.savedOutput,
  run: (args, scene) => apply(scene, args, { type: 'pause', stop_running: args.stop_running }, 'paused'),
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
    override_reason: f.optional(f.text('Why the verdict is overridden; only a person can say that.', 'accepted by Ana')),
    ...f.change,
  },
  output: f.savedOutput,
  run: (args, scene) => {
    const { verdict, p0_count, p1_count, attempt, findings_path, override_reason } = args;
    const more = { p0_count, p1_count, attempt, findings_path, override_reason };
    return apply(scene, args, { type: 'review', verdict, ...more }, `review: ${verdict}`);
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
  output: f.savedOutput,
  run: (args, scene) => {
    const { key_fixes, eslint_fixes, cleanup_done } = args;
    return apply(scene, args, { type: 'note', key_fixes, eslint_fixes, cleanup_done }, 'noted');
  },
});

export const pipelineTools: readonly ToolRow[] = [init, start, done, fail, pause, review, note];
