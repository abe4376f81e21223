// `pawl workflow save|load|list`: workflows by type and project, as seed 004's utilities name them.

import { idsOf, parseWorkflowId, type WorkflowCheckpoint, workflowFamily } from '../../../families/workflow/index.js';
import { ageInWords } from '../../../families/workflow/resume.js';
import { badUsage, PawlError } from '../../../rules/errors.js';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { type Key, type Place, refOf, workflowKey } from '../../../rules/names.js';
import type { Saved } from '../../../service/checkpoint.js';
import { forAnyDocument } from '../../../service/documents.js';
import { pawlLine } from '../../../service/pawl-line.js';
import { missingFiles } from '../../../service/plans/plan-file.js';
import { recordWorkflow, workflowsOf } from '../../../service/record-workflow.js';
import { notFoundNear } from '../../../service/refs.js';
import type { Decision } from '../../../service/resume/decision.js';
import { listRuns } from '../../../service/runs.js';
import { savedDocument } from '../../../service/saved-document.js';
import { save, type Workbench } from '../../../service/workbench.js';
import { outOfSight } from '../../../service/workflow/out-of-sight.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { exits } from '../exit-codes.js';
import { asideWords } from '../resume/choices.js';
import { documentOf } from '../resume/document.js';
import { resolveText } from '../terminal/input.js';
import { progressBar, tableLines } from '../terminal/layout.js';
import { isTerminal } from '../terminal/output.js';
import { oneLine } from '../terminal/width.js';
import { parseObject } from '../write/json-input.js';
import { answerSaved, tellRemarks, writeOptionsOf } from '../write/saved.js';

function stateOf(call: Call): JsonObject {
  const typed = call.text('state') ?? '-';
  if (typed === '-' && isTerminal(0)) {
    throw badUsage('pawl workflow save needs a state', 'Give it with --state JSON, --state @FILE, or on stdin.');
  }
  return parseObject(typed === '-' ? 'stdin' : '--state', resolveText(typed));
}

/** What `load` printed may come back as a whole; anything else is the state alone. */
async function saveAny(call: Call, bench: Workbench): Promise<readonly [Key, Saved] | Decision> {
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
  const said = call.flag('fresh') ? 'fresh' : call.flag('resume') ? 'resume' : null;
  const recorded = await recordWorkflow(bench, { type, project }, state, { ...writeOptionsOf(call), said });
  if ('undecided' in recorded) return recorded.undecided;
  const { saved, replaced } = recorded;
  if (replaced?.isAside === true) call.out.note(`the file of ${replaced.ref} was set aside; ${asideWords}`);
  else if (replaced !== null) call.out.note(`${replaced.ref} was put into failed/, with its history`);
  tellLastPhase(call, state, saved.document);
  return [workflowKey(saved.document.checkpoint_id), saved];
}

/** The state's own list is believed, but for the last phase of what it calls complete. */
function tellLastPhase({ out }: Call, state: JsonObject, { status, total_phases: last }: WorkflowCheckpoint): void {
  const listed = state['completed_phases'];
  if (status !== 'complete' || (Array.isArray(listed) && listed.includes(last))) return;
  out.note(`phase ${last}, the last one, is counted as completed, because the status is complete`);
}

/** Nobody is asked: a script calls. What can be said stands on stderr, as stdout is for the path. */
function tellUndecided({ out }: Call, decision: Decision): Answer {
  const { ref, title, place, progress, reasons, options, next_command, status } = decision;
  const isRead = status !== 'unreadable';
  const far = progress === null ? '' : `: ${progress.done} of ${progress.total} phases are complete`;
  const what = isRead ? `"${title ?? ''}" (${ref}) ${outOfSightWords(place)}${far}` : `${ref} cannot be read`;
  const fresh = isRead
    ? 'puts it into failed/ and begins anew; its history is kept'
    : 'sets the file aside, where its bytes are kept, and begins anew';
  const ways = [
    ...(options.includes('r') ? ['The same call with --resume goes on with it, and saves this state there.'] : []),
    ...(options.includes('s') ? [`The same call with --fresh ${fresh}.`] : []),
    ...(next_command === null ? [] : [`To see it: ${next_command}`]),
  ];
  out.note([`${what}. Nothing was saved.`, ...reasons, ...ways].map(oneLine).join('\n      '));
  return { json: documentOf(decision, null), exit: exits.blocked };
}

async function saveState(call: Call, bench: Workbench): Promise<Answer> {
  const done = await saveAny(call, bench);
  if ('verdict' in done) return tellUndecided(call, done);
  const [key, saved] = done;
  if (!call.flag('print-path') || call.out.isJson) return answerSaved(call, bench, key, saved, { what: 'saved' });
  const { document, lease } = savedDocument(bench, key, saved);
  if (document.path !== null) call.out.line(document.path);
  else call.out.note(`${saved.ref} is complete; its file is gone, and its last state is archived`);
  tellRemarks(call.out, document, lease);
  return { json: null };
}

const outOfSightWords = (place: Place | null): string =>
  place === 'archived' ? 'is archived, unfinished' : 'lies in failed/, unfinished';

/** The newest of those that are unfinished and not in use, in a sentence; null when there is none. */
async function outOfSightOf(bench: Workbench, type?: string, project?: string): Promise<string | null> {
  const [newest, ...more] = await outOfSight(bench, type, project);
  if (newest === undefined) return null;
  const others = more.length === 0 ? '' : ` So are ${more.length} more: pawl list --all`;
  return oneLine(
    `${refOf(newest.key)} ${outOfSightWords(newest.place)}. To take it up: ${pawlLine('resume', newest.key)}${others}`,
  );
}

async function printNewest(call: Call, bench: Workbench): Promise<Answer> {
  const [type, project] = call.positionals;
  const [newest] = await workflowsOf(bench, type, project);
  if (newest !== undefined) {
    call.out.line(JSON.stringify(newest.state, null, 2));
    return { json: newest.state, isVerbatim: true };
  }
  const hint = (await outOfSightOf(bench, type, project)) ?? '`pawl workflow list` shows those that are under way.';
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
  const unseen = out.isJson ? null : await outOfSightOf(bench, type);
  if (unseen !== null) out.note(unseen);
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
