// `pawl handoff new`: hands work of a run to a sub-agent.

import path from 'node:path';
import type { Json, JsonObject } from '../../../rules/json/json.js';
import { isJsonObject } from '../../../rules/json/json.js';
import { families } from '../../../service/families.js';
import { completedRequest, newHandoff } from '../../../service/handoff/handoffs.js';
import { readKey } from '../../../service/refs.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { readObject, tellRemarks } from '../handoff/show.js';
import { inputOf } from '../terminal/input.js';
import { oneLine } from '../terminal/width.js';
import { missingFrom, storedPath } from '../../../service/stored-path.js';
import { answerSaved, writeOptionsOf } from '../write/saved.js';

const named = (name: string, value: Json | undefined): JsonObject => (value === undefined ? {} : { [name]: value });
const listed = (name: string, list: readonly string[]): JsonObject => (list.length === 0 ? {} : { [name]: list });

/** The members that options give. */
function optionsOf(call: Call, root: string): { readonly request: JsonObject; readonly context: JsonObject } {
  const previous = inputOf(call, 'previous');
  const spec = call.text('spec');
  return {
    request: {
      ...named('task_id', call.text('task')),
      ...named('phase', call.text('phase')),
      ...named('mode', call.text('mode')),
      ...named('instructions', inputOf(call, 'instructions')),
      ...named('expected_output', call.text('output')),
    },
    context: {
      ...named('feature', call.text('feature')),
      ...named('spec_path', spec === undefined ? undefined : storedPath(root, spec)),
      ...listed(
        'relevant_files',
        call.texts('relevant').map((file) => storedPath(root, file)),
      ),
      ...listed('constraints', call.texts('constraint')),
      ...named('previous_summary', previous === '' ? null : previous),
    },
  };
}

function givenRequest(call: Call, root: string): JsonObject {
  const { request, context } = optionsOf(call, root);
  const hasOptions = Object.keys(request).length + Object.keys(context).length > 0;
  const file = call.text('file');
  const base = file === undefined && hasOptions ? {} : readObject(call, 'request', file);
  const old = base['context'];
  if (Object.keys(context).length === 0) return { ...base, ...request };
  return { ...base, ...request, context: { ...(isJsonObject(old) ? old : {}), ...context } };
}

/**
 * Makes a hand-off.
 * @param call the run and the request
 * @returns what was stored
 */
export async function run(call: Call): Promise<Answer> {
  const [ref = ''] = call.positionals;
  return withBench(call, families, async (bench) => {
    const given = givenRequest(call, bench.root);
    const key = await readKey(bench.store, ref, 'A hand-off belongs to a run: begin it first, e.g. with `pawl phase`.');
    const request = await completedRequest(bench, key, given);
    const made = await newHandoff(bench, key, request, writeOptionsOf(call));
    const { handoff, warnings, redacted, saved } = made;
    const what = `handed off ${handoff.task_id} (${handoff.phase}, ${handoff.mode})`;
    const more = { request: handoff, request_path: made.path, warnings, request_redacted: redacted };
    const answer = answerSaved(call, bench, key, saved, { what, more });
    call.out.line(`  Request: ${oneLine(path.relative(bench.root, made.path))}`);
    for (const line of JSON.stringify(handoff, null, 2).split('\n')) call.out.line(oneLine(line));
    tellRemarks(call, made);
    for (const file of missingFrom(bench.root, handoff.context.relevant_files ?? []))
      call.out.note(oneLine(`${file} is named as relevant, although no such file is there`));
    return answer;
  });
}
