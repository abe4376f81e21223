// What a phase gave, as it is stored: exactly that, or not at all.

import { badInput, PawlError, type Problem } from '../../rules/errors.js';
import { alteredParts } from '../../rules/json/altered.js';
import { deepFreeze, type Json, pointer } from '../../rules/json/json.js';
import { toPlain } from '../../rules/json/plain.js';
import { limits } from '../../rules/limits.js';
import { redactNew } from '../../rules/text/redact.js';

/** A result is read with every load of its run; larger ones belong into files. */
export const maxResultBytes = 1024 * 1024;
/** How deep a result may be: it stands below other members. */
const maxResultDepth = limits.maxDepth - 4;

/**
 * Makes what is stored of a result.
 * @param phase the phase that gave it
 * @param member the member that it becomes
 * @param value the result
 * @returns plain JSON, frozen; undefined when there is none. Throws `bad-input` for what JSON would alter and for secrets,
 * `too-large` for what belongs into a file
 */
export function storableResult(phase: string, member: string, value: unknown): Json | undefined {
  if (value === undefined) return undefined;
  const what = `the result of phase "${phase}"`;
  const plain = toPlain(value, { maxBytes: maxResultBytes, maxDepth: maxResultDepth });
  if (!plain.ok) {
    const isSize = plain.problems.some(({ message }) => message.startsWith('is larger than'));
    throw isSize ? tooLarge(what) : refused(what, plain.problems);
  }
  const altered = alteredParts(value, plain.value);
  if (altered.length > 0) throw refused(what, altered);
  const { redacted } = redactNew({ [member]: plain.value }, undefined);
  if (redacted.length > 0)
    throw refused(
      what,
      redacted.map((at) => secret(at, member)),
    );
  return deepFreeze(plain.value);
}

function secret(at: string, member: string): Problem {
  const path = at.startsWith(pointer(member)) ? at.slice(pointer(member).length) : at;
  return {
    path,
    message: 'is or holds a secret, and results are stored as they are',
    fix: 'leave it out, and fetch it where it is needed',
  };
}

function refused(what: string, problems: readonly Problem[]): PawlError {
  const { message } = badInput(what, problems);
  return new PawlError('bad-input', message, { problems, hint: 'Nothing was stored; the phase will run again.' });
}

function tooLarge(what: string): PawlError {
  return new PawlError('too-large', `${what} is larger than ${maxResultBytes} bytes; nothing was stored`, {
    hint: 'Write it into a file, and return its path.',
  });
}
