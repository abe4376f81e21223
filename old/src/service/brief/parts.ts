// What a brief tells of a run, the most important first. Pure; tolerates drifted documents.

import { pawlLine } from '../pawl-line.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { taskInHand } from '../../families/command/current-task.js';
import { closedShipGate, failedBeside } from '../../families/command/resume.js';
import { memberIn } from '../../rules/json/read-member.js';
import { type Key, refOf } from '../../rules/names.js';
import { ageInWords } from '../../families/workflow/resume.js';
import type { BriefRun, BriefScene } from '../brief.js';
import { dueWords, nextCommand } from '../next-command.js';
import { unitsOfRun } from '../units.js';
import { doneWithEvidence } from './evidence.js';
import { filesThatMatter } from './files.js';
import { gatesOf } from './gates.js';
import { handedOff } from './handoffs.js';
import { slashCommand } from './slash-command.js';
import { harmless, type Part, partOf } from './text.js';
import type { OtherLine } from './types.js';

/**
 * Lists the parts of a brief.
 * @param run the run
 * @param scene what was found out about it
 * @returns the lines, each with its room; those without a text are left out
 */
export function partsOf(run: BriefRun, scene: BriefScene): readonly Part[] {
  const { key, state } = run;
  const {
    family,
    redo = [],
    held,
    doubts = [],
    mend = null,
    shipGate = null,
    touched = [],
    others = [],
    reader = 'claude',
  } = scene;
  const overview = family.overview(state);
  const point = family.resumePoint(state);
  const units = unitsOfRun(key.family, state);
  const { done, total } = overview.progress;
  const isLeft = (unit: string): boolean => !redo.includes(idOf(unit)) && !redo.includes(unit);
  const error = point.error ?? '';
  const closed = closedShipGate(state);
  const unit = scene.from ?? (key.family === 'command' ? redo[0] : undefined) ?? point.unit;
  const command = mend ?? gateQuestion(key, shipGate ?? closed) ?? nextCommand(key, overview, redo, unit) ?? '';
  const soFarText = soFar(state, point.unit);
  // What was said of one unit would be done in the other that is redone first.
  const whose = unit === point.unit || point.unit === null ? '' : ` in ${harmless(point.unit, 80)}`;
  const parts: readonly (Part | null)[] = [
    text(
      'Run',
      refOf(key),
      210,
      ` (${key.family}), revision ${run.revision}${savedBy(run, overview.updated_at, scene.now)}`,
    ),
    text('Title', overview.title === refOf(key) ? '' : overview.title, 150),
    text('Status', `${overview.status}, ${done} of ${total} done`, 60),
    text('Someone else works on it, agree with them first', held ?? '', 160),
    text('Branch', scene.branch ?? '', 160),
    list('Done, do not redo', doneWithEvidence(key.family, state, units.done.filter(isLeft)), 260),
    list('Skipped', units.skipped, 120),
    // An agent revives what it is not told: ideas come before summaries, which have their files.
    list('Rejected, do not revive', shortFirst(notesOf(state, 'rejected')), 1_000, '; '),
    list('No longer holds', notesOf(state, 'superseded'), 200, '; '),
    list('In progress', withTask(units.running, state), 200),
    text('Continue with', unit ?? '', 150),
    text(`So far${whose}`, soFarText, 400),
    text(whose === '' ? 'Next action' : `Then${whose}`, pawlText(state, 'next_action'), 300),
    partOf(dueWords(command, 'Next command'), { ideas: [command], room: 240, isWhole: true }),
    text('Slash command', slashCommand(key, reader), 120),
    list(
      mend === null ? 'A person decides first' : 'Blocked, a person decides first',
      withoutError(doubts, error),
      300,
      '; ',
    ),
    list('Gates', shipGate === null || shipGate === closed ? gatesOf(state) : [shipGate], 200, '; '),
    list('Handed off', handedOff(state), 200, '; '),
    text('Error', error, 350),
    list('Failed', key.family === 'command' ? failedBeside(state) : [], 250, '; '),
    list('Redo first, what it made is gone or has changed', redo, 220),
    list('Open', units.open, 200),
    list('Decided', notesOf(state, 'decisions'), 200, '; '),
    text('Last summary', point.summary === soFarText ? '' : (point.summary ?? ''), 600),
    text('Noted before the context was compacted', pawlText(state, 'resume_note'), 400),
    list('Files', filesThatMatter(key.family, state, touched), 260),
    list('Also unfinished', others.map(inOneLine), 400, '\nAlso unfinished: '),
  ];
  return parts.filter((one) => one !== null);
}

/** A run of `ship` does not go on before its gate opens. */
function gateQuestion(key: Key, shipGate: string | null): string | null {
  return shipGate === null ? null : pawlLine('gate check', key);
}

function text(name: string, told: string, room: number, rest = ''): Part | null {
  return partOf(name, { ideas: [told], room, rest });
}

function list(name: string, ideas: readonly string[], room: number, between = ', '): Part | null {
  return partOf(name, { ideas, room, between });
}

/** What was said about the open unit while it was open; a workflow's own summary is its last one. */
function soFar({ phases, state, command }: JsonObject, unit: string | null): string {
  const open = isJsonObject(phases) && unit !== null && Object.hasOwn(phases, unit) ? phases[unit] : undefined;
  const run = typeof command === 'string' ? state : undefined;
  for (const holder of [open, run]) {
    const told = memberIn(holder, 'context_summary');
    if (typeof told === 'string' && told !== '') return told;
  }
  return '';
}

/** The error has a line of its own. */
function withoutError(doubts: readonly string[], error: string): readonly string[] {
  const ending = `: ${error}`;
  return doubts.map((doubt) => (error !== '' && doubt.endsWith(ending) ? doubt.slice(0, -ending.length) : doubt));
}

/** Names of workstreams stand behind their ids. */
function idOf(unit: string): string {
  return unit.split(' (', 1)[0] ?? unit;
}

/** A revision that is so much younger than its document only states it again. */
const restatedMs = 60_000;

function savedBy({ actor, at }: BriefRun, updated: string | null, now: number): string {
  const time = updated ?? at;
  const name = harmless(actor ?? '', 80);
  const by = name === '' ? '' : ` by ${name}`;
  // Who only took it up, moved it or found it did not change what stands in it.
  const isOlder = updated !== null && at !== undefined && Date.parse(at) - Date.parse(updated) > restatedMs;
  if (isOlder) return `, changed ${ageInWords(updated, now)}, saved ${ageInWords(at, now)}${by}`;
  return `${time === undefined ? '' : `, saved ${ageInWords(time, now)}`}${by}`;
}

/** The task belongs to the unit that was begun last. */
function withTask(running: readonly string[], { state, phases }: JsonObject): readonly string[] {
  const said = memberIn(state, 'current_task');
  const last = running.at(-1);
  const phase = last !== undefined && isJsonObject(phases) && Object.hasOwn(phases, last) ? phases[last] : undefined;
  const tasks = memberIn(phase, 'tasks');
  const task = taskInHand(typeof said === 'string' && said !== '' ? said : null, tasks);
  if (last === undefined || task === null) return running;
  const about = memberIn(memberIn(tasks, task), 'description');
  return [...running.slice(0, -1), `${last} (task ${task}${typeof about === 'string' ? `: ${about}` : ''})`];
}

function inOneLine({ ref, overview: { status, progress } }: OtherLine): string {
  return `${ref} (${status}, ${progress.done} of ${progress.total})`;
}

/** The newest first: there may be more than there is room for. */
function notesOf({ pawl }: JsonObject, field: string): readonly string[] {
  const notes = isJsonObject(pawl) ? pawl[field] : undefined;
  if (!Array.isArray(notes)) return [];
  const texts = notes.flatMap((note: unknown) => {
    const noted = isJsonObject(note) ? note['text'] : note;
    return typeof noted === 'string' ? [noted] : [];
  });
  return texts.toReversed();
}

const maxShortChars = 60;

const isLong = (idea: string): boolean => idea.length > maxShortChars;

/** Long ones would take the room of many: those that take little come first. */
function shortFirst(ideas: readonly string[]): readonly string[] {
  return ideas.toSorted((a, b) => Number(isLong(a)) - Number(isLong(b)));
}

function pawlText({ pawl }: JsonObject, field: string): string {
  const noted = isJsonObject(pawl) ? pawl[field] : undefined;
  return typeof noted === 'string' ? noted : '';
}
