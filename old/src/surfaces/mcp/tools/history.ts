// Tools that look back.

import * as v from 'valibot';
import { diffRevisions } from '../../../service/history/diff.js';
import { type HistoryLine, listHistory } from '../../../service/history/revisions.js';
import { explain } from '../../../service/history/why.js';
import { readKey } from '../../../service/refs.js';
import { refOf } from '../../../rules/names.js';
import * as f from '../fields.js';
import { reads, tool, type ToolRow } from '../tool.js';

const notThere = 'Call list with all: true to see what there is.';
const revisionLine = v.object({
  revision: v.number(),
  at: v.string(),
  actor: v.string(),
  place: f.place,
  what: v.string(),
  code: f.textOrNull,
});

function lineOf({ revision, at, actor, place, what, code }: HistoryLine): v.InferOutput<typeof revisionLine> {
  return { revision, at, actor, place, what, code };
}

function lineText({ revision, at, actor, what }: HistoryLine): string {
  return `revision ${revision}, ${at}, ${actor}: ${what}`;
}

const history = tool({
  name: 'history',
  title: 'History of a run',
  description: 'Lists the revisions of a run, newest first: who saved what when. Every save is a revision.',
  hints: reads,
  input: {
    ref: f.ref,
    limit: f.optional(f.number('At most so many; 20 unless given, 500 at most.', 20)),
    before: f.optional(f.number('Only revisions below this one.', 40)),
  },
  output: { ref: v.string(), family: f.family, revisions: f.list(revisionLine) },
  run: async ({ ref, limit = 20, before }, scene) =>
    scene.withBench(async (bench) => {
      const key = await readKey(bench.store, ref, notThere);
      const range = { limit: Math.min(limit, 500), ...(before === undefined ? {} : { before }) };
      const lines = await listHistory(bench, key, range);
      return {
        data: { ref: refOf(key), family: key.family, revisions: lines.map(lineOf) },
        text: lines.map(lineText),
        isRecorded: true,
      };
    }),
});

const diff = tool({
  name: 'diff',
  title: 'What changed',
  description: 'Tells what changed between two revisions of a run: the last change unless from and to are given.',
  hints: reads,
  input: {
    ref: f.ref,
    from: f.optional(f.number('The revision before; 0 is the time before the run began.', 3, 0)),
    to: f.optional(f.number('The revision after; the newest unless given.', 7)),
  },
  output: {
    ref: v.string(),
    from: v.nullable(revisionLine),
    to: revisionLine,
    changes: f.list(v.object({ unit: f.textOrNull, text: v.string() })),
    patch: f.list(v.record(v.string(), v.unknown())),
  },
  run: async ({ ref, from, to }, scene) =>
    scene.withBench(async (bench) => {
      const key = await readKey(bench.store, ref, notThere);
      const found = await diffRevisions(bench, key, { from, to });
      const said = found.changes.map(({ text }) => `- ${text}`);
      return {
        data: {
          ref: found.ref,
          from: found.from === null ? null : lineOf(found.from),
          to: lineOf(found.to),
          changes: found.changes.map(({ unit, text }) => ({ unit, text })),
          patch: found.patch.map((operation) => ({ ...operation })),
        },
        text: [
          `from ${found.from === null ? 'the time before the run began' : lineText(found.from)}`,
          `to ${lineText(found.to)}`,
          ...(said.length === 0 ? ['Its document is the same, but for the time of the change.'] : said),
        ],
        isRecorded: true,
      };
    }),
});

const why = tool({
  name: 'why',
  title: 'Why a run is as it is',
  description: 'Lists the recorded events that led to the present state of a run, or of one phase or workstream of it.',
  hints: reads,
  input: { ref: f.ref, unit: f.optional(f.text('Only this phase or workstream.', 'WS2')) },
  output: {
    ref: v.string(),
    unit: f.textOrNull,
    revision: v.number(),
    reasons: f.list(v.object({ ...revisionLine.entries, changes: f.words })),
  },
  run: async ({ ref, unit }, scene) =>
    scene.withBench(async (bench) => {
      const found = await explain(bench, await readKey(bench.store, ref, notThere), unit);
      const reasons = found.reasons.map((reason) => ({ ...lineOf(reason), changes: reason.changes }));
      return {
        data: { ref: found.ref, unit: found.unit, revision: found.revision, reasons },
        text: found.reasons.map((reason) =>
          [lineText(reason), reason.changes.map((one) => `- ${one}`)].flat().join('\n'),
        ),
        isRecorded: true,
      };
    }),
});

export const historyTools: readonly ToolRow[] = [history, diff, why];
