// Where a command's run goes on, and how it is shown. Tolerates drifted documents.

import { isJsonObject } from '../../rules/json/json.js';
import { memberIn, textsOf } from '../../rules/json/read-member.js';
import type { FamilyOverview, ResumePoint } from '../family.js';
import { errorLine } from '../../rules/overview.js';
import type { Fields } from '../../rules/fields.js';
import { deriveState, isComplete, isOver, unitsOf } from './phases.js';

const nothing: ResumePoint = { unit: null, summary: null, error: null };

/**
 * Says where a command's run goes on: its current phase, else the failed one, else the first pending one.
 * @param doc the checkpoint, or null when it is absent
 * @returns the phase, the summary of the last completed phase, and why the phase failed; nulls when nothing is left
 */
export function commandResumePoint(doc: Fields | null): ResumePoint {
  if (doc === null || isComplete(doc)) return nothing;
  const { current, completed, pending } = deriveState(doc);
  const failed = unitsOf(doc).find((unit) => unit.status === 'failed')?.name;
  const unit = current ?? failed ?? pending[0] ?? null;
  return { unit, summary: textOf(doc, completed.at(-1), 'context_summary'), error: textOf(doc, unit, 'error') };
}

/**
 * Tells of phases that failed and are not what the run goes on with.
 * @param doc the checkpoint
 * @returns e.g. `api failed: db down`
 */
export function failedBeside(doc: Fields): readonly string[] {
  const { unit } = commandResumePoint(doc);
  const failed = isComplete(doc) ? [] : unitsOf(doc).filter(({ name, status }) => status === 'failed' && name !== unit);
  return failed.map(({ name }) => {
    const error = textOf(doc, name, 'error');
    return `${name} failed${error === null || error === '' ? '' : `: ${error}`}`;
  });
}

/**
 * Summarises a command checkpoint.
 * @param doc the checkpoint
 * @returns what `list` and `status` show
 */
export function commandOverview(doc: Fields): FamilyOverview {
  const units = unitsOf(doc);
  const having = (status: string): string[] => units.filter((unit) => unit.status === status).map((unit) => unit.name);
  const { current, pending } = deriveState(doc);
  // Of several that run, the one that was begun last is where the run goes on.
  const running = isComplete(doc)
    ? []
    : having('in_progress').toSorted((a, b) => Number(b === current) - Number(a === current));
  const failed = having('failed');
  const done = having('complete').length + having('skipped').length;
  const { command, feature, updated_at } = doc;
  const name = typeof command === 'string' ? command : 'command';
  const failure = textOf(doc, failed[0], 'error');
  // Beside a phase that runs it would read as that one's.
  const error = failure !== null && running.length > 0 ? `${failed[0]}: ${failure}` : failure;
  const status = isComplete(doc)
    ? 'complete'
    : running.length > 0
      ? 'in_progress'
      : failed.length > 0
        ? 'failed'
        : done > 0
          ? 'in_progress'
          : 'pending';
  return {
    title: typeof feature === 'string' && feature !== '' ? `${name}/${feature}` : name,
    status,
    finished: isOver(doc),
    progress: { done, total: units.length },
    current: running.length > 0 ? running.join(', ') : null,
    next: isOver(doc) ? null : ((running.length > 0 ? undefined : failed[0]) ?? pending[0] ?? null),
    error: isComplete(doc) ? null : errorLine(error, closedGate(doc)),
    updated_at: typeof updated_at === 'string' ? updated_at : null,
  };
}

/**
 * Tells why a run of `ship` cannot go on: its gate waits for what a review found.
 * @param doc the checkpoint
 * @returns the reason; null when no review stands in its way, and for other commands
 */
export function closedShipGate(doc: Fields): string | null {
  return doc['command'] === 'ship' ? closedGate(doc) : null;
}

/** What `/ship` waits for. */
function closedGate(doc: Fields): string | null {
  const gate = doc['gate'];
  if (!isJsonObject(gate) || gate['ship_allowed'] !== false || isForced(doc, gate)) return null;
  const blockers = textsOf(gate['blockers']);
  return blockers.length === 0 ? 'the ship gate is closed' : `the ship gate is closed: ${blockers.join('; ')}`;
}

/** What was forced passes; the push itself is held to its content. */
function isForced({ pawl }: Fields, gate: Fields): boolean {
  const ship = memberIn(pawl, 'ship');
  return isJsonObject(ship) && isJsonObject(ship['forced']) && ship['head_commit'] === gate['head_commit'];
}

function textOf(doc: Fields, phaseName: string | null | undefined, field: string): string | null {
  const phases = doc['phases'];
  if (typeof phaseName !== 'string' || !isJsonObject(phases) || !Object.hasOwn(phases, phaseName)) return null;
  const phase = phases[phaseName];
  const text = isJsonObject(phase) ? phase[field] : undefined;
  return typeof text === 'string' ? text : null;
}
