// What is said while a build goes on, line by line; the same for a terminal and for a file. Pure.

import { meanwhileInWords } from '../../../families/pipeline/evidence/index.js';
import type { SpecWorkstream } from '../../../families/pipeline/spec/index.js';
import type { GateRan } from '../../../service/build/build-parts.js';
import type { Ran } from '../../../service/build/run-workstream.js';
import type { Staleness } from '../../../service/evidence/stale-results.js';
import { counted } from '../../../rules/text/plural.js';
import { countsFor } from '../gate/show-result.js';
import type { Paint } from '../terminal/colour.js';
import { oneLine } from '../terminal/width.js';
import { seconds } from './seconds.js';

/**
 * Says that a workstream begins.
 * @param one the workstream
 * @param paint colours
 * @returns the line
 */
export function startedLine({ id, title }: SpecWorkstream, paint: Paint): string {
  return `${paint('dim', '○')} ${oneLine(id)} started${title === id ? '' : `: ${oneLine(title)}`}`;
}

/**
 * Says how a workstream ended.
 * @param ran the attempt
 * @param paint colours
 * @returns the line
 */
export function endedLine({ workstream, outcome, duration_ms, reason, attempt }: Ran, paint: Paint): string {
  const id = oneLine(workstream);
  const took = `${seconds(duration_ms)}${attempt > 1 ? `, attempt ${attempt}` : ''}`;
  const why = reason === null ? '' : `: ${oneLine(reason)}`;
  if (outcome === 'done') return `${paint('green', '✓')} ${id} done (${took})${why}`;
  if (outcome === 'stopped') return `${paint('yellow', '–')} ${id} stopped (${took}); it is pending again`;
  const word = outcome === 'blocked' ? 'could not be run' : 'failed';
  return `${paint(outcome === 'blocked' ? 'yellow' : 'red', '✗')} ${id} ${word} (${took})${why}`;
}

/**
 * Says how a gate ended.
 * @param ran its run
 * @param paint colours
 * @returns the line
 */
export function gateLine(ran: GateRan, paint: Paint): string {
  const { gate, verdict, duration_ms, reason } = ran;
  const files = meanwhileInWords(ran.changed_meanwhile);
  const meanwhile = files === '' ? '' : `; ${oneLine(files)}, and ${countsFor}`;
  const name = `gate ${oneLine(gate)}`;
  const why = reason === null || reason === '' ? '' : `: ${oneLine(reason)}`;
  if (verdict === 'pass') return `${paint('green', '✓')} ${name} passed (${seconds(duration_ms)})${meanwhile}`;
  if (verdict === 'approved') return `${paint('green', '✓')} ${name} approved${meanwhile}`;
  if (verdict === 'fail') return `${paint('red', '✗')} ${name} failed (${seconds(duration_ms)})${why}`;
  return `${paint('yellow', '–')} ${name} ${verdict === 'declined' ? 'not approved' : 'blocked, which is no failure'}${why}`;
}

/**
 * Says what no longer holds, and what is done about it.
 * @param stale the results
 * @param isKept whether a person keeps them: then what only stands on them is as it was
 * @returns the lines
 */
export function staleLines({ results }: Staleness, isKept: boolean): readonly string[] {
  return results
    .filter(({ isOwn }) => isOwn || !isKept)
    .map(({ id, kind, reasons }) => {
      const what = `${kind === 'gate' ? 'gate ' : ''}${id} is ${isKept ? 'kept' : 'done again'}`;
      return oneLine(`! ${what}: ${reasons.join('; ')}`);
    });
}

/**
 * Names a phase.
 * @param number from 1
 * @param total how many there are
 * @param name its name
 * @param units how many workstreams it has
 * @returns e.g. `Phase 2 of 4: Services (3 workstreams)`
 */
export function phaseLine(number: number, total: number, name: string | null, units: number): string {
  return `Phase ${number} of ${total}${name === null ? '' : `: ${oneLine(name)}`} (${counted(units, 'workstream')})`;
}
