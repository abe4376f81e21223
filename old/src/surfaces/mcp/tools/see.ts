// Tools that look at runs.

import * as v from 'valibot';
import { toOverview } from '../../../service/checkpoint.js';
import { maxBriefTokens, minBriefTokens } from '../../../service/brief/limits.js';
import { ageLimit } from '../../../service/config/age-limit.js';
import { families } from '../../../service/families.js';
import { readRevision } from '../../../service/history/read-revision.js';
import { withPlan } from '../../../service/pipeline/with-plan.js';
import { readKey } from '../../../service/refs.js';
import { decide } from '../../../service/resume/decide.js';
import { checkAskedStatus } from '../../../service/run-statuses.js';
import { listRuns } from '../../../service/runs.js';
import { readNewest } from '../../../service/workbench.js';
import * as f from '../fields.js';
import { plainDocument } from '../answer.js';
import { runLine } from '../run-words.js';
import { reads, tool, type ToolRow } from '../tool.js';

const run = v.object({
  ref: v.string(),
  family: f.family,
  id: v.string(),
  place: f.place,
  revision: v.number(),
  title: v.string(),
  status: v.string(),
  finished: v.boolean(),
  progress: f.progress,
  current: f.textOrNull,
  next: f.textOrNull,
  updated_at: f.textOrNull,
  error: v.optional(f.textOrNull),
  stale: v.boolean(),
  path: f.textOrNull,
});

const notThere = 'Call list with all: true to see what there is.';
const mostRuns = 200;

const status = tool({
  name: 'status',
  title: 'Unfinished runs',
  description:
    'Lists every unfinished run of the project, the most recently changed first: how far it is and what comes next.',
  hints: reads,
  input: {},
  output: { runs: f.list(run) },
  run: async (_args, scene) =>
    scene.withBench(async (bench) => {
      const runs = await listRuns(bench, { unfinished: true, limit: mostRuns });
      const text = runs.length === 0 ? ['Nothing is unfinished.'] : runs.map((one) => runLine(one, bench.clock()));
      return { data: { runs }, text, isRecorded: runs.length > 0 };
    }),
});

const list = tool({
  name: 'list',
  title: 'All runs',
  description: 'Lists runs, finished ones included, the most recently changed first.',
  hints: reads,
  input: {
    family: f.optional(f.choice('Only runs of this family.', ['command', 'pipeline', 'workflow'])),
    status: f.optional(f.text('Only runs with this status, as their family names it.', 'in_progress')),
    all: f.optional(f.flag('Also runs that were archived, set aside or deleted.')),
    limit: f.optional(f.number(`At most so many; 50 unless given, ${mostRuns} at most.`, 20)),
  },
  output: { runs: f.list(run), more: v.boolean() },
  run: async ({ limit = 50, ...filter }, scene) =>
    scene.withBench(async (bench) => {
      const most = Math.min(limit, mostRuns);
      const found = await listRuns(bench, { ...filter, limit: most + 1 });
      checkAskedStatus(filter.status, found.length);
      const runs = found.slice(0, most);
      const text = runs.length === 0 ? ['No runs.'] : runs.map((one) => runLine(one, bench.clock()));
      return { data: { runs, more: found.length > most }, text, isRecorded: runs.length > 0 };
    }),
});

const show = tool({
  name: 'show',
  title: 'One run',
  description: 'Shows the whole document of a run: the newest revision, or an older one.',
  hints: reads,
  input: { ref: f.ref, revision: f.optional(f.number('An older revision; the newest unless given.', 3)) },
  output: {
    ref: v.string(),
    family: f.family,
    revision: v.number(),
    newest: v.number(),
    place: f.place,
    saved_at: v.string(),
    saved_by: v.string(),
    document: v.record(v.string(), v.unknown()),
  },
  run: async ({ ref, revision }, scene) =>
    scene.withBench(async (bench) => {
      const key = await readKey(bench.store, ref, notThere);
      const newest = await readNewest(bench.store, key);
      const stored = revision === undefined ? newest : await readRevision(bench, key, revision);
      const { place, state, at, actor } = stored;
      const told = revision === undefined ? await withPlan(bench, stored) : stored;
      const overview = families[key.family].overview(told.state);
      const path = bench.store.pathOf?.(key) ?? null;
      const summary = toOverview(
        { key, place, revision: stored.revision, overview, path },
        bench.clock(),
        ageLimit(bench.root),
      );
      return {
        data: {
          ref: summary.ref,
          family: key.family,
          revision: stored.revision,
          newest: newest.revision,
          place,
          saved_at: at,
          saved_by: actor,
          document: state,
        },
        text: [runLine(summary, bench.clock()), JSON.stringify(plainDocument(state), null, 1)],
        isRecorded: true,
      };
    }),
});

const brief = tool({
  name: 'brief',
  title: 'Brief about a run',
  description:
    'Gives the short text about an unfinished run: what is done and must not be redone, what was rejected, what is open, ' +
    'the next action. Call it at the start of a session and after the context was compacted.',
  hints: reads,
  input: {
    ref: f.optional(f.ref),
    max_tokens: f.optional(
      f.number(`At most so many tokens, by an honest estimate; ${maxBriefTokens} unless given.`, 400, minBriefTokens),
    ),
  },
  output: { ref: f.textOrNull, revision: v.nullable(v.number()), brief: f.textOrNull },
  run: async ({ ref, max_tokens: maxTokens }, scene) =>
    scene.withBench(async (bench) => {
      const { owner } = scene;
      const decision = await decide(bench, { ref, owner, maxAgeDays: ageLimit(bench.root)(), brief: { maxTokens } });
      const { ref: named, revision, brief: written, reasons } = decision;
      const text = written ?? reasons.at(0) ?? 'Nothing is unfinished.';
      return { data: { ref: named, revision, brief: written }, text: [text] };
    }),
});

export const seeTools: readonly ToolRow[] = [status, list, show, brief];
