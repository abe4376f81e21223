// What a brief tells of a run, the most important first. Pure; tolerates drifted documents.

import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { refOf } from '../../rules/names.js';
import { ageInWords } from '../../families/workflow/resume.js';
import type { BriefRun, BriefScene } from '../brief.js';
import { nextCommand } from '../next-command.js';
import { unitsOfRun } from '../units.js';
import { doneWithEvidence } from './evidence.js';
import { filesThatMatter } from './files.js';
import { gatesOf } from './gates.js';
import { handedOff } from './handoffs.js';
import { slashCommand } from './slash-command.js';
import { harmless, type Part } from './text.js';
import type { OtherLine } from './types.js';

/** More have no room. */
const mostOthers = 10;

/**
 * Lists the parts of a brief.
 * @param run the run
 * @param scene what was found out about it
 * @returns the lines, each with its room; those without a text are left out
 */
export function partsOf(run: BriefRun, scene: BriefScene): readonly Part[] {
  const { key, state } = run;
  const { family, redo = [], held, doubts = [], touched = [], others = [], reader = 'claude' } = scene;
  const overview = family.overview(state);
  const point = family.resumePoint(state);
  const units = unitsOfRun(key.family, state);
  const { done, total } = overview.progress;
  const isLeft = (unit: string): boolean => !redo.includes(idOf(unit)) && !redo.includes(unit);
  const parts: readonly (Part | null)[] = [
    part(
      'Run',
      refOf(key),
      210,
      ` (${key.family}), revision ${run.revision}${savedBy(run, overview.updated_at, scene.now)}`,
    ),
    part('Title', overview.title === refOf(key) ? '' : overview.title, 150),
    part('Status', `${overview.status}, ${done} of ${total} done`, 60),
    part('Someone else works on it, agree with them first', held ?? '', 160),
    part('Done, do not redo', doneWithEvidence(key.family, state, units.done.filter(isLeft)), 260),
    part('Rejected, do not revive', notesOf(state, 'rejected'), 220),
    part('No longer holds', notesOf(state, 'superseded'), 200),
    part('In progress', units.running.join(', ') + taskOf(state), 200),
    part('Continue with', point.unit ?? '', 150),
    part('Next action', pawlText(state, 'next_action'), 300),
    part('Next command', nextCommand(key, overview) ?? '', 240),
    part('Slash command', slashCommand(key, reader), 120),
    part('A person decides first', doubts.join('; '), 300),
    part('Gates', gatesOf(state), 200),
    part('Handed off', handedOff(state), 200),
    part('Error', point.error ?? '', 350),
    part('Redo first, what it made is gone or has changed', redo.join(', '), 220),
    part('Open', units.open.join(', '), 200),
    part('Decided', notesOf(state, 'decisions'), 200),
    part('Last summary', point.summary ?? '', 600),
    part('Noted before the context was compacted', pawlText(state, 'resume_note'), 400),
    part('Files', filesThatMatter(key.family, state, touched), 260),
    part('Also unfinished', others.slice(0, mostOthers).map(inOneLine).join('; '), 260),
  ];
  return parts.filter((one) => one !== null);
}

function part(name: string, text: string, room: number, rest = ''): Part | null {
  const shown = harmless(text, room);
  return shown === '' ? null : { name, text: shown, room, rest };
}

/** Names of workstreams stand behind their ids. */
function idOf(unit: string): string {
  return unit.split(' (', 1)[0] ?? unit;
}

function savedBy({ actor, at }: BriefRun, updated: string | null, now: number): string {
  const time = updated ?? at;
  const age = time === undefined ? '' : `, saved ${ageInWords(time, now)}`;
  const name = harmless(actor ?? '', 80);
  return name === '' ? age : `${age} by ${name}`;
}

function taskOf({ state }: JsonObject): string {
  const task = isJsonObject(state) ? state['current_task'] : undefined;
  return typeof task === 'string' && task !== '' ? ` (task ${task})` : '';
}

function inOneLine({ ref, overview: { status, progress } }: OtherLine): string {
  return `${ref} (${status}, ${progress.done} of ${progress.total})`;
}

/** The newest first: there may be more than there is room for. */
function notesOf({ pawl }: JsonObject, list: string): string {
  const notes = isJsonObject(pawl) ? pawl[list] : undefined;
  if (!Array.isArray(notes)) return '';
  const texts = notes.flatMap((note: unknown) => {
    const text = isJsonObject(note) ? note['text'] : note;
    return typeof text === 'string' ? [text] : [];
  });
  return texts.toReversed().join('; ');
}

function pawlText({ pawl }: JsonObject, field: string): string {
  const text = isJsonObject(pawl) ? pawl[field] : undefined;
  return typeof text === 'string' ? text : '';
}
