// `show`: one run, for people to read; with --json its document.

import path from 'node:path';
import { pawl } from '../base/command-line.js';
import type { JsonObject } from '../base/json.js';
import { type Key, fileStem, refOf } from '../base/names.js';
import { counted } from '../base/text.js';
import { commandFormat } from '../formats/command.js';
import type { Unit } from '../formats/format.js';
import { notesOf, withRev } from '../formats/notes.js';
import { pipelineFormat } from '../formats/pipeline.js';
import type { Evidence, Proof } from '../resume/evidence.js';
import { factsOf } from '../resume/facts.js';
import { readRevision } from '../runs/history.js';
import { findRun, readRun } from '../runs/list.js';
import { formats } from '../runs/project.js';
import { verdictIn, verdictText } from '../ship/verdict.js';
import { publishedFolder } from '../store/file/publish.js';
import type { Stored } from '../store/store.js';
import { command, toNumber } from './command.js';
import { ref } from './see.js';
import { ageText, columns, indent, plain, statusMark, statusText, style } from './view.js';

const maxFiles = 20;

export const show = command({
  name: 'show',
  group: 'see',
  about: 'Show a run',
  details: 'With --json, the document as it is stored; its member pawl.rev says which revision it is.',
  args: [ref],
  options: { revision: { value: 'N', about: 'Show an earlier revision' } },
  examples: ['show implement/auth', 'show PRD-009 --json', 'show implement/auth --revision 3'],
  async run({ args: [name = ''], values, project: open }) {
    const project = open();
    const key = await findRun(project, name);
    const newest = await readRun(project, key);
    const shown =
      values.revision === undefined
        ? newest
        : await readRevision(project, key, toNumber('--revision', values.revision, 1));
    const isNewest = shown.revision === newest.revision;
    const { evidence } = await factsOf(project, key);
    return {
      text: viewOf(shown, isNewest ? evidence : null, newest, project.now()),
      json: withRev(shown.state, shown.rev),
    };
  },
});

/** @param evidence how finished units are known to be done; null for an earlier revision */
function viewOf(shown: Stored, evidence: Evidence | null, newest: Stored, now: Date): string {
  const isNewest = evidence !== null;
  const { key, state } = shown;
  const { title, status, units, progress, updatedAt } = formats[key.family].overview(state);
  const { goal, next_action: next, decisions, rejected, failure, branch } = notesOf(state);
  const ref = refOf(key);
  const facts = [
    statusText(status),
    progress.total === 0 ? '' : `${progress.done} of ${progress.total} done`,
    branch ? `branch ${plain(branch)}` : '',
    `changed ${ageText(updatedAt ?? shown.at, now)} by ${plain(shown.actor, 40)}`,
    `revision ${shown.revision}${isNewest ? '' : ` of ${newest.revision}`}`,
  ];
  const files = [...new Set(units.flatMap((unit) => unit.files))];
  // A failure is told once: by its unit, or here when the unit was tried again.
  const isOld = failure != null && !units.some((unit) => unit.error === failure.message);
  return [
    `${style('bold', plain(ref))}${title === ref.replace('/', ' ') ? '' : `  ${plain(title)}`}`,
    facts.filter(Boolean).join(', '),
    placeText(shown, isNewest, newest),
    goal && goal !== title ? `Goal: ${plain(goal)}` : '',
    indent(columns(units.map((unit) => unitRow(unit, evidence?.proofs[unit.name])))),
    ...textsOf(
      'Stale',
      evidence?.stale.map(({ unit, reason }) => `${unit}: ${reason}`),
    ),
    ...textsOf('Changed', evidence?.differing),
    ...tasksOf(key, state),
    ...gatesOf(key, state),
    isOld ? `Last failure: ${plain(failure.unit)}: ${plain(failure.message)}` : '',
    ...textsOf('Decided', decisions),
    ...textsOf('Rejected', rejected),
    next ? `Next: ${plain(next)}` : '',
    files.length === 0
      ? ''
      : `Files: ${files
          .slice(0, maxFiles)
          .map((file) => plain(file))
          .join(', ')}${andMore(files.length)}`,
    fileText(shown, isNewest),
  ]
    .filter(Boolean)
    .join('\n');
}

function andMore(count: number): string {
  return count <= maxFiles ? '' : ` and ${count - maxFiles} more`;
}

function placeText({ key, place, revision }: Stored, isNewest: boolean, newest: Stored): string {
  const ref = refOf(key);
  if (!isNewest) return `\`${pawl`restore ${ref} ${revision}`}\` makes this the newest revision.`;
  const back = pawl`restore ${ref} ${Math.max(1, newest.revision - 1)}`;
  if (place === 'archived') return `It is archived. \`${back}\` brings it back.`;
  return place === 'removed' ? `Its file was removed. \`${back}\` brings it back.` : '';
}

function unitRow({ name, status, summary, error }: Unit, proof: Proof | undefined): string[] {
  const said = status === 'failed' ? style('red', plain(error ?? '', 120)) : plain(summary ?? error ?? '', 120);
  const known = proof === undefined ? '' : style('dim', ` (${proof})`);
  return [`${statusMark(status)} ${plain(name, 60)}`, `${statusText(status)}${known}`, said];
}

/** Tasks of the phases of a command. */
function tasksOf(key: Key, state: JsonObject): string[] {
  if (key.family !== 'command') return [];
  return Object.entries(commandFormat.decode(state).doc.phases).flatMap(([phase, { tasks }]) => {
    const rows = Object.entries(tasks ?? {}).map(([id, { status, description }]) => [
      `${statusMark(status ?? 'pending')} ${plain(id, 40)}`,
      statusText(status ?? 'pending'),
      plain(description ?? '', 120),
    ]);
    return rows.length === 0 ? [] : [`${counted(rows.length, 'task')} of ${plain(phase)}:`, indent(columns(rows))];
  });
}

function gatesOf(key: Key, state: JsonObject): string[] {
  const verdict = key.family === 'command' ? verdictIn(refOf(key), state) : null;
  if (verdict !== null) return [`Gate ship: ${plain(verdictText(verdict), 500)}`];
  if (key.family !== 'pipeline') return [];
  const { gates_passed: passed, gates_pending: pending } = pipelineFormat.decode(state).doc;
  return [...textsOf('Gate passed', passed), ...textsOf('Gate pending', pending)];
}

function textsOf(title: string, texts: readonly (string | { readonly text: string })[] | null | undefined): string[] {
  return (texts ?? []).slice(-10).map((one) => `${title}: ${plain(typeof one === 'string' ? one : one.text)}`);
}

function fileText({ key, place }: Stored, isNewest: boolean): string {
  const folder = publishedFolder(key.family, place);
  return folder === null || !isNewest ? '' : style('dim', `File: ${path.join(folder, `${fileStem(key)}.json`)}`);
}
