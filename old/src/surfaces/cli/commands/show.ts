// `pawl show REF`: one run, readable; with `--json` its document.

import { wayInside } from '../../../disk/inside.js';
import { toOverview } from '../../../service/checkpoint.js';
import { ageLimit } from '../../../service/config/age-limit.js';
import { families } from '../../../service/families.js';
import { readRevision } from '../../../service/history/read-revision.js';
import { withPlan } from '../../../service/pipeline/with-plan.js';
import { readKey } from '../../../service/refs.js';
import type { Stored } from '../../../store/store.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { commandView } from '../view/command-view.js';
import { notesView } from '../view/notes-view.js';
import { pipelineView } from '../view/pipeline-view.js';
import { renderRun } from '../view/render-run.js';
import { filled } from '../view/run-view.js';
import { workflowView } from '../view/workflow-view.js';

const views = { command: commandView, pipeline: pipelineView, workflow: workflowView };

/** Paths below the current folder are shorter to read and to type. */
function shownPath(file: string | null, place: Stored['place']): string | null {
  if (file === null || place === 'archived' || place === 'removed') return null;
  return wayInside(process.cwd(), file) ?? file;
}

/**
 * Shows a run.
 * @param call which run, and which revision of it
 * @returns the document itself
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  const [ref = ''] = call.positionals;
  return withBench(call, families, async (bench) => {
    const { store } = bench;
    const key = await readKey(store, ref, 'Run `pawl list --all` to see what is there.');
    const newest = await store.get(key);
    const wanted = call.number('revision');
    const isNewest = wanted === undefined || wanted === newest?.revision;
    const stored = isNewest && newest !== null ? newest : await readRevision(bench, key, wanted ?? 0);
    if (!out.isJson) {
      const { revision, actor, at, place, state } = isNewest ? await withPlan(bench, stored) : stored;
      const now = bench.clock();
      const file = store.pathOf?.(key) ?? null;
      const overview = families[key.family].overview(state);
      const summary = toOverview({ key, place, revision, overview, path: file }, now, ageLimit(bench.root));
      const revised = { revision, actor, at, path: shownPath(file, place), isNewest };
      const sections = filled([...views[key.family](state), ...notesView(state)]);
      for (const line of renderRun(summary, revised, sections, { now, columns: out.columns, paint: out.paint })) {
        out.line(line);
      }
    }
    return { json: stored.state, isVerbatim: true };
  });
}
