// `pawl workflow save|load|list`: workflows by type and project, as seed 004's utilities name them.

import { idsOf, parseWorkflowId, type WorkflowCheckpoint, workflowFamily } from '../../../families/workflow/index.js';
import { ageInWords } from '../../../families/workflow/resume.js';
import { badUsage, PawlError } from '../../../rules/errors.js';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { type Key, workflowKey } from '../../../rules/names.js';
import type { Saved } from '../../../service/checkpoint.js';
import { forAnyDocument } from '../../../service/documents.js';
import { missingFiles } from '../../../service/plans/plan-file.js';
import { recordWorkflow, workflowsOf } from '../../../service/record-workflow.js';
import { notFoundNear } from '../../../service/refs.js';
import { listRuns } from '../../../service/runs.js';
import { save, type Workbench } from '../../../service/workbench.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { resolveText } from '../terminal/input.js';
import { progressBar, tableLines } from '../terminal/layout.js';
import { isTerminal } from '../terminal/output.js';
import { oneLine } from '../terminal/width.js';
import { parseObject } from '../write/json-input.js';
import { answerSaved, writeOptionsOf } from '../write/saved.js';

function stateOf(call: Call): JsonObject {
  const typed = call.text('state') ?? '-';
  if (typed === '-' && isTerminal(0)) {
    throw badUsage('pawl workflow save needs a state', 'Give it with --state JSON, --state @FILE, or on stdin.');
  }
  return parseObject(typed === '-' ? 'stdin' : '--state', resolveText(typed));
}

/** What `load` printed may come back as a whole; anything else is the state alone. */
async function saveAny(call: Call, bench: Workbench): Promise<readonly [Key, Saved]> {
  const [type = '', named] = call.positionals;
  const state = stateOf(call);
  for (const { path, message } of missingFiles(bench.root, state)) call.out.note(`${path} ${message}`);
  const id = state['checkpoint_id'];
  if (typeof id === 'string' && isJsonObject(state['workflow_state']) && parseWorkflowId(id) !== null) {
    return [workflowKey(id), await save(bench, workflowKey(id), state, writeOptionsOf(call))];
  }
  const project = named ?? state['project_name'];
  if (typeof project !== 'string' || project === '') {
    throw badUsage('the state has no project_name', 'Add "project_name" to it, or name the project behind the type.');
  }
  const saved = await recordWorkflow(bench, { type, project }, state, writeOptionsOf(call));
  tellLastPhase(call, state, saved.document);
  return [workflowKey(saved.document.checkpoint_id), saved];
}

/** The state's own list is believed, but for the last phase of what it calls complete. */
function tellLastPhase({ out }: Call, state: JsonObject, { status, total_phases: last }: WorkflowCheckpoint): void {
  const listed = state['completed_phases'];
  if (status !== 'complete' || (Array.isArray(listed) && listed.includes(last))) return;
  out.note(`phase ${last}, the last one, is counted as completed, because the status is complete`);
}

async function saveState(call: Call, bench: Workbench): Promise<Answer> {
  const [key, saved] = await saveAny(call, bench);
  if (!call.flag('print-path') || call.out.isJson) return answerSaved(call, bench, key, saved, { what: 'saved' });
  const file = bench.store.pathOf?.(key, saved.place) ?? null;
  if (file === null) call.out.note(`${saved.ref} is complete; its file is gone, and its last state is archived`);
  else call.out.line(file);
  return { json: null };
}

async function printNewest(call: Call, bench: Workbench): Promise<Answer> {
  const [type, project] = call.positionals;
  const [newest] = await workflowsOf(bench, type, project);
  if (newest !== undefined) {
    call.out.line(JSON.stringify(newest.state, null, 2));
    return { json: newest.state, isVerbatim: true };
  }
  const hint = '`pawl workflow list` shows those that are under way.';
  if (project !== undefined) throw await notFoundNear(bench.store, `workflow:${type}/${project}`, hint);
  throw new PawlError('not-found', `there is no checkpoint of a workflow ${type}`, { hint });
}

async function listAll(call: Call, bench: Workbench): Promise<Answer> {
  const { out } = call;
  const [type] = call.positionals;
  const now = bench.clock();
  const all = await listRuns(bench, { family: 'workflow' });
  const isMeant = idsOf(type);
  const runs = all.filter(({ ref }) => type === undefined || isMeant(ref));
  const columns = [
    { title: 'CHECKPOINT' },
    { title: 'STATUS' },
    { title: 'PHASES' },
    { title: 'UPDATED' },
    { title: 'DESCRIPTION' },
  ];
  const rows = runs.map(({ ref, status, progress, updated_at, title }) => [
    ref,
    status,
    progressBar(progress.done, progress.total, 5),
    updated_at === null ? 'unknown' : ageInWords(updated_at, new Date(now).toISOString()),
    title,
  ]);
  if (runs.length === 0) out.line(`No checkpoints${type === undefined ? '' : ` of ${oneLine(type)}`}.`);
  else for (const line of tableLines(columns, rows, Infinity, (text) => out.paint('dim', text))) out.line(line);
  return { json: { ok: true, runs } };
}

const works = { save: saveState, load: printNewest, list: listAll };

/**
 * Saves, prints or lists workflows.
 * @param call type and project
 * @returns what was stored or found
 */
export async function run(call: Call): Promise<Answer> {
  const name = call.row.name.split(' ')[1];
  const work = name === 'save' || name === 'load' || name === 'list' ? works[name] : listAll;
  return withBench(call, { workflow: forAnyDocument(workflowFamily) }, (bench) => work(call, bench));
}
