// Fixes that a call names: `FILE=CHANGE`, or JSON.

import { badUsage } from '../../../rules/errors.js';
import type { PipelineFix } from '../../../families/pipeline/index.js';
import { isJsonObject } from '../../../rules/json/json.js';
import { shorten } from '../../../rules/text/shorten.js';
import type { Call } from '../call.js';
import { resolveText } from '../terminal/input.js';
import { storedPath } from '../../../service/stored-path.js';
import { parseJson } from '../write/json-input.js';

/**
 * Reads the fixes that an option was given.
 * @param call the call
 * @param option `eslint-fixes` or `key-fixes`
 * @param root the project's root
 * @returns the fixes, in order; throws `bad-usage` for what is none
 */
export function fixesOf(call: Call, option: string, root: string): readonly PipelineFix[] {
  return call.texts(option).flatMap((typed) => {
    const text = resolveText(typed).trim();
    const found = /^[[{]/.test(text) ? [parseJson(`--${option}`, text)].flat() : [pairOf(text)];
    return found.map((value) => {
      const fix = asFix(value);
      if (fix === null) throw noFix(option, typed);
      return storedFix(root, fix);
    });
  });
}

/** What else was said about it stays. */
function storedFix(root: string, fix: PipelineFix): PipelineFix {
  return { ...fix, file: storedPath(root, fix.file) };
}

/** The first equals sign ends the path. */
function pairOf(text: string): unknown {
  const [, file, change] = /^([^=\n]+)=(.+)$/s.exec(text) ?? [];
  return { file: file?.trim(), change: change?.trim() };
}

/** Members beside these two are kept. */
function asFix(value: unknown): PipelineFix | null {
  if (!isJsonObject(value)) return null;
  const { file, change } = value;
  const isWhole = typeof file === 'string' && file !== '' && typeof change === 'string';
  return isWhole ? { ...value, file, change } : null;
}

function noFix(option: string, typed: string): Error {
  const shown = shorten(typed, 80);
  return badUsage(
    `--${option} cannot be ${JSON.stringify(shown)}`,
    `Write FILE=CHANGE, e.g. --${option} "src/a.ts=removed an unused import", or JSON: {"file": "src/a.ts", "change": "…"}.`,
  );
}
