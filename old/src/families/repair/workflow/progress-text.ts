// Reads how far a workflow is out of a text: `2/5 phases`, `Phase 3 of 6`, `Phase 2 complete, phase 3 in progress`.

import type { Json } from '../../../rules/json/json.js';
import { readTotal } from '../read/numbers.js';
import { readStatus } from '../read/status.js';

/** How far the work is. */
export interface ToldProgress {
  /** The phase under way. */
  readonly now: number | null;
  /** The last phase that is done. */
  readonly last: number | null;
  readonly total: number | null;
}

const noun = '(?:phase|step|stage)s?';
/** `phase 3`, `phases 1-3`, `Phase 3 of 6` */
const numbered = new RegExp(
  `${noun}[\\s_#:-]*(?:\\d{1,4}\\s*(?:-|–|to|through)\\s*)?(\\d{1,4})(?:\\s*(?:/|of|out of)\\s*\\d{1,4})?`,
  'i',
);
/** `2/5`, `2 of 5 phases`; of other things it says nothing. */
const counted = new RegExp(
  `(?<![\\d.])(\\d{1,4})\\s*(?:/|of|out of)\\s*\\d{1,4}(?!\\d)(?:\\s+${noun})?(?!\\s+(?!(?:are|is|have|has|were|complete\\w*|done|finished)\\b)[a-z])`,
  'i',
);

/**
 * Reads a text.
 * @param value the text
 * @param isStatus whether it is a status: then it counts phases only where it names them
 * @returns how far the work is; null when the text does not say
 */
export function readProgress(value: Json | undefined, isStatus: boolean): ToldProgress | null {
  if (typeof value !== 'string' || value.length > 400) return null;
  let [now, last]: [number | null, number | null] = [null, null];
  for (const part of value.split(/[,;\n]|\band\b|→|->/)) {
    const named = numbered.exec(part);
    const found = named ?? counted.exec(part);
    if (found === null || (isStatus && !/[a-z]/i.test(found[0].replace(/of|out/gi, '')))) continue;
    const rest = part.replace(found[0], ' ').replace(/^[\W_]+|[\W_]+$/g, '');
    const isDone = rest === '' ? named === null : readStatus(rest.replaceAll('_', ' ')) === 'complete';
    const number = Number(found[1]);
    if (isDone) last = Math.max(last ?? 0, number);
    else now = Math.max(now ?? 0, number);
  }
  return now === null && last === null ? null : { now, last, total: readTotal(value) };
}
