// `pawl handoff check`: checks requests and responses, and adds responses up. Stores nothing.

import {
  aggregateHandoffs,
  type Aggregated,
  aggregationRules,
  checkHandoffRequest,
  checkHandoffResponse,
  type HandoffCheck,
  type HandoffRequest,
  type HandoffResponse,
} from '../../../families/handoff/index.js';
import { badUsage, isPawlError, type Problem } from '../../../rules/errors.js';
import type { JsonObject } from '../../../rules/json/json.js';
import { loadConfig } from '../../../service/config/load.js';
import type { Answer, Call } from '../call.js';
import { exits } from '../exit-codes.js';
import { overlongOf, problemLine, readObject, tellWarnings } from '../handoff/show.js';
import { findRoot } from '../root.js';
import { oneLine } from '../terminal/width.js';

type Kind = 'request' | 'response';

interface CheckedFile {
  readonly file: string;
  readonly kind: Kind | null;
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly response: HandoffResponse | null;
}

/** A response has what only responses have; anything else is taken for a request. */
function kindOf(call: Call, doc: JsonObject): Kind {
  const asked = call.text('kind');
  if (call.text('rule') !== undefined || asked === 'response') return 'response';
  const isResponse = ['status', 'decision', 'findings', 'context_summary'].some((name) => doc[name] !== undefined);
  return asked === undefined && isResponse ? 'response' : 'request';
}

function checkFile(call: Call, file: string, summaryTokens: number): CheckedFile {
  let doc: JsonObject;
  try {
    doc = readObject(call, 'hand-off', file);
  } catch (error) {
    // What is no JSON is a problem of that file; the others are looked at all the same.
    if (!isPawlError(error, 'bad-input')) throw error;
    return { file, kind: null, ok: false, problems: error.problems, warnings: [], response: null };
  }
  const kind = kindOf(call, doc);
  const overlong = overlongOf(call);
  if (kind === 'request') return toFile(file, kind, checkHandoffRequest(doc, { summaryTokens }), null);
  const checked = checkHandoffResponse(doc, { summaryTokens, overlong });
  return toFile(file, kind, checked, checked.ok ? checked.handoff : null);
}

function toFile(
  file: string,
  kind: Kind,
  { ok, warnings, ...checked }: HandoffCheck<HandoffRequest | HandoffResponse>,
  response: HandoffResponse | null,
): CheckedFile {
  return { file, kind, ok, problems: 'problems' in checked ? checked.problems : [], warnings, response };
}

function showFile({ out }: Call, { file, kind, ok, problems }: CheckedFile): void {
  const what = kind === null ? 'is no JSON object' : ok ? `is a sound ${kind}` : `is no sound ${kind}`;
  out.line(`${ok ? out.paint('green', '✓') : out.paint('red', '✗')} ${oneLine(`${file} ${what}`)}`);
  for (const problem of problems) out.line(`  ${problemLine(problem)}`);
}

function showAggregated({ out }: Call, { passed, decision, reasons }: Aggregated): void {
  const [outcome = '', ...others] = reasons;
  out.line(`${passed ? out.paint('green', '✓') : out.paint('red', '✗')} ${decision}: ${oneLine(outcome)}`);
  for (const reason of others) out.line(`  - ${oneLine(reason)}`);
}

/**
 * Checks files, and adds responses up where a rule is given.
 * @param call the files and the rule
 * @returns every problem of every file; what the responses come to
 */
export async function run(call: Call): Promise<Answer> {
  const rule = aggregationRules.find((name) => name === call.text('rule'));
  if (rule !== undefined && call.text('kind') === 'request')
    throw badUsage('requests cannot be added up', 'Leave --kind out.');
  const { values } = loadConfig(findRoot(call));
  const summaryTokens = values.limits.summary_tokens;
  const files = call.positionals.map((file) => checkFile(call, file, summaryTokens));
  for (const file of files) {
    if (rule === undefined || !file.ok) showFile(call, file);
    tellWarnings(call, file.warnings);
  }
  const ok = files.every((file) => file.ok);
  const told = files.map(({ file, kind, ok: isSound, problems, warnings }) => ({
    file,
    kind,
    ok: isSound,
    problems,
    warnings,
  }));
  if (!ok || rule === undefined) return { json: { ok, files: told }, ...(ok ? {} : { exit: exits.failed }) };
  const responses = files.flatMap(({ response }) => response ?? []);
  const aggregated = aggregateHandoffs(responses, rule, { task_id: call.text('task'), summaryTokens });
  showAggregated(call, aggregated);
  const json = { ok: aggregated.passed, ...aggregated, files: told };
  return { json, ...(aggregated.passed ? {} : { exit: exits.blocked }) };
}
