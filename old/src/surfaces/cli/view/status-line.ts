// A line about what is under way, for the foot of an agent's screen. Pure.

import { shorten } from '../../../rules/text/shorten.js';
import type { Overview } from '../../../service/overview.js';
import { oneLine } from '../terminal/width.js';

const maxPart = 40;
const dayMs = 24 * 60 * 60 * 1000;

/** Names are for people and may be long; the line is short. */
function short(text: string): string {
  const plain = oneLine(text);
  return shorten(plain, maxPart);
}

function ageOf({ updated_at, stale }: Overview, now: number): string {
  if (!stale) return '';
  const days = Math.floor((now - Date.parse(updated_at ?? '')) / dayMs);
  return Number.isFinite(days) && days > 0 ? `stale ${days}d` : 'stale';
}

/**
 * Writes the line: run, unit, progress, and whether it lies about.
 * @param runs the unfinished runs, newest first
 * @param bound the run of this session, as its key's text; null when nobody knows
 * @param now the time, in milliseconds since 1970
 * @returns the line; empty when nothing is unfinished
 */
export function statusLine(runs: readonly Overview[], bound: string | null, now: number): string {
  const run = runs.find(({ id }) => id === bound) ?? runs[0];
  if (run === undefined) return '';
  const { done, total } = run.progress;
  const unit = run.current ?? run.next;
  const parts = [
    short(run.ref),
    unit === null ? '' : short(unit),
    total > 0 ? `${done}/${total}` : '',
    run.status === 'failed' ? 'failed' : '',
    ageOf(run, now),
    runs.length > 1 ? `+${runs.length - 1} more` : '',
  ];
  return `pawl ${parts.filter(Boolean).join(' · ')}`;
}
