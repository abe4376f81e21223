// `pawl pipeline graph`: draws a spec, for a terminal or as Mermaid.

import { mermaidOf } from '../../../families/pipeline/spec/index.js';
import type { Answer, Call } from '../call.js';
import { graphLines } from '../pipeline/graph-text.js';
import { specOf } from '../pipeline/spec-of.js';

/** Wider drawings are hard to follow, and files have no width of their own. */
const widest = 120;
const widthOfFiles = 100;

/**
 * Draws a spec.
 * @param call which spec, and how
 * @returns its phases with their workstreams and gates, and the flowchart
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  const { spec, source } = specOf(call);
  const mermaid = mermaidOf(spec);
  if (call.flag('mermaid')) out.line(mermaid.trimEnd());
  else {
    const columns = Math.min(widest, Number.isFinite(out.columns) ? out.columns : widthOfFiles);
    for (const line of graphLines(spec, columns, out.paint)) out.line(line);
  }
  const dependencies = Object.fromEntries(spec.workstreams.map((one) => [one.id, one.depends_on]));
  const { id, title, phases, phases_derived } = spec;
  return { json: { ok: true, ...source, id, title, phases, phases_derived, dependencies, mermaid } };
}
