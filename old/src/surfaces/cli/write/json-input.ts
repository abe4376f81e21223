// JSON that a call was given: parsed, or refused in words that let its writer correct it.

import { badInput, type Problem } from '../../../rules/errors.js';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { findRepeatedKeys } from '../../../rules/json/repeated-keys.js';

/**
 * Parses a JSON object.
 * @param what what it is, for the message
 * @param text the text
 * @returns the object; throws `bad-input` with every problem: what does not parse, and keys that stand twice
 */
export function parseObject(what: string, text: string): JsonObject {
  const value = parseJson(what, text);
  if (!isJsonObject(value)) {
    const kind = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
    throw badInput(what, [{ path: '', message: `must be a JSON object, but is ${kind}`, fix: 'write { … }' }]);
  }
  const problems = findRepeatedKeys(text).map(
    ({ path, values }): Problem => ({
      path,
      message: `stands ${values.length} times in one object`,
      fix: 'keep one of them: only the last would count',
    }),
  );
  if (problems.length > 0) throw badInput(what, problems);
  return value;
}

/**
 * Parses JSON of any kind.
 * @param what what it is, for the message
 * @param text the text
 * @returns the value; throws `bad-input` with the place of what does not parse
 */
export function parseJson(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badInput(what, [{ path: '', ...explain(text, error instanceof Error ? error.message : '') }]);
  }
}

const anyFix = 'write valid JSON: names and strings in double quotes, a comma between members';

function explain(text: string, said: string): Pick<Problem, 'message' | 'fix'> {
  if (text.trim() === '') return { message: 'is empty, and not JSON', fix: 'give a JSON object: { … }' };
  if (/^\s*```/.test(text)) return { message: 'is Markdown, not JSON', fix: 'leave out the ``` lines around it' };
  const at = positionIn(said) ?? placeOf(text);
  const before = text.slice(0, at).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  // One character only: more of the text might hold a secret.
  const sign =
    at < text.length ? `an unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))}` : 'its end';
  return { message: `is not JSON: ${sign} at ${place}`, fix: fixFor(text, at) };
}

function positionIn(said: string): number | null {
  const found = /at position (\d+)/.exec(said)?.[1];
  return found === undefined ? null : Number(found);
}

/** Node does not always tell where: the shortest beginning tells that is wrong by more than being cut off. */
function placeOf(text: string): number {
  let [sound, wrong] = [0, text.length + 1];
  while (wrong - sound > 1) {
    const middle = Math.floor((sound + wrong) / 2);
    if (isOnlyCutOff(text.slice(0, middle))) sound = middle;
    else wrong = middle;
  }
  return sound;
}

function isOnlyCutOff(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const at = positionIn(said);
    return at === null ? /end of|Unterminated/.test(said) : at >= text.length;
  }
}

function fixFor(text: string, at: number): string {
  const [before, here] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
  if (here === '') return 'the text ends too early: close what is open';
  if (before.endsWith(',') && /^[}\]]/.test(here)) return 'take the comma before it away';
  if (here.startsWith("'")) return 'strings and names stand in double quotes';
  if (here.startsWith('/')) return 'JSON has no comments';
  return anyFix;
}
