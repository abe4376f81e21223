// What a sub-agent is told of the hand-off that it is given: the whole request where it fits, else all of it with its long
// texts cut, and where the whole one stands.

import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import { harmlessLines } from '../../rules/text/harmless.js';
import { redactText } from '../../rules/text/redact.js';
import { shorten } from '../../rules/text/shorten.js';
import { framed } from '../brief/frame.js';
import { randomMarker } from '../brief/random-marker.js';

const maxChars = 6_000;
/** How long each text may be, the first that is enough. */
const textChars = [4_000, 2_000, 1_000, 500, 200, 50];

/** Whose it is. */
export interface RequestLook {
  /** Where the whole request stands, from the project's root. */
  readonly path: string;
  /** The agent is called by the request's mode or phase. */
  readonly isCalled: boolean;
  readonly isOneOfSeveral: boolean;
}

/**
 * Writes what a sub-agent is told.
 * @param request the request
 * @param look whose it is
 * @returns the text
 */
export function toldRequest(request: JsonObject, { path, isCalled, isOneOfSeveral }: RequestLook): string {
  const { text, isCut } = fitting(request);
  const whose = isCalled ? 'A hand-off waits for you' : 'A hand-off is open that may be for you';
  return [
    framed(
      randomMarker(),
      (fence) => `${whose}: the request between the two lines "${fence}", recorded by the agent that started you.`,
      [text],
    ),
    ...(isCut ? [`It is cut where it says …: if it is yours, read the whole of it first, in ${path}`] : []),
    ...(isOneOfSeveral ? ['Others are open too: if you were told another task_id, do that one instead.'] : []),
    'If you were asked for something else, do only that, and leave this request alone.',
    'If it is yours, end your last message with one JSON object: task_id, phase, status (complete, partial, blocked), decision ' +
      '(PROCEED, STOP, CLARIFY), findings, context_summary (at most 500 words), issues.',
  ].join('\n');
}

const write = (value: Json): string => harmlessLines(redactText(JSON.stringify(value, null, 2)).text);

function fitting(request: JsonObject): { readonly text: string; readonly isCut: boolean } {
  const whole = write(request);
  if (whole.length <= maxChars) return { text: whole, isCut: false };
  const shorter = textChars.map((max) => write(withShortTexts(request, max)));
  const text = shorter.find((one) => one.length <= maxChars) ?? shorten(shorter.at(-1) ?? '', maxChars);
  return { text, isCut: true };
}

function withShortTexts(value: Json, max: number): Json {
  if (typeof value === 'string') return shorten(value, max);
  if (Array.isArray(value)) return value.map((one) => withShortTexts(one, max));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withShortTexts(member, max)]));
}
