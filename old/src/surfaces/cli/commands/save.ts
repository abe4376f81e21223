// `pawl save`: stores a whole checkpoint from a file or stdin.

import { badUsage } from '../../../rules/errors.js';
import type { JsonObject } from '../../../rules/json/json.js';
import { type Key, keysOfRef } from '../../../rules/names.js';
import { families } from '../../../service/families.js';
import { findKey, notFoundNear } from '../../../service/refs.js';
import { save, type Workbench } from '../../../service/workbench.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { resolveText } from '../terminal/input.js';
import { isTerminal } from '../terminal/output.js';
import { codeOf } from '../write/code.js';
import { parseObject } from '../write/json-input.js';
import { answerSaved, writeOptionsOf } from '../write/saved.js';

function documentOf(call: Call): JsonObject {
  const file = call.text('file') ?? '-';
  if (file === '-' && isTerminal(0)) {
    const hint = 'Name a file with --file FILE, or send the document: pawl save REF < FILE.';
    throw badUsage('pawl save needs a checkpoint', hint);
  }
  return parseObject(file === '-' ? 'stdin' : file, resolveText(file === '-' ? '-' : `@${file}`));
}

/** What is there wins; for a new checkpoint the document tells its family where the ref does not. */
async function keyFor(bench: Workbench, ref: string, document: JsonObject): Promise<Key> {
  const found = await findKey(bench.store, ref);
  // TYPE/PROJECT also names a workflow; of any other document a run of that command begins.
  const isByProject = found?.family === 'workflow' && ref.includes('/') && !ref.startsWith('workflow:');
  if (found !== null && (!isByProject || families.workflow.recognises(document))) return found;
  if (/^workflow:[^/]+\//.test(ref)) throw await notFoundNear(bench.store, ref, 'Name a new workflow by its id.');
  const keys = keysOfRef(ref);
  const key = keys.find(({ family }) => families[family].recognises(document)) ?? keys[0];
  if (key !== undefined) return key;
  throw badUsage(
    `${JSON.stringify(ref)} cannot be the name of a run`,
    'Write it as COMMAND, COMMAND/FEATURE or an id.',
  );
}

/**
 * Saves a checkpoint.
 * @param call which run, and where the document is
 * @returns what was stored
 */
export async function run(call: Call): Promise<Answer> {
  const document = documentOf(call);
  return withBench(call, families, async (bench) => {
    const key = await keyFor(bench, call.positionals[0] ?? '', document);
    const saved = await save(bench, key, document, writeOptionsOf(call));
    const { more, exit } = await codeOf(call, bench, key, saved);
    return { ...answerSaved(call, bench, key, saved, { what: 'saved', more }), ...exit };
  });
}
