// Parses a file that may be drifted. More lenient than `parseJson`: what a repair can deal with is let through.

import type { Json } from '../../rules/json/json.js';
import { limits } from '../../rules/limits.js';
import { parseJson } from '../../rules/json/parse-json.js';
import { findRepeatedKeys, type RepeatedKey } from '../../rules/json/repeated-keys.js';
import { tryJson } from '../../rules/json/try-json.js';
import { type LenientText, withoutExtras } from './lenient-json.js';

export type DriftedText =
  | {
      readonly ok: true;
      readonly value: Json;
      readonly repeated: readonly RepeatedKey[];
      /** What stood in the text beside JSON; null when nothing did. */
      readonly lenient: LenientText | null;
    }
  /** Not JSON, or too large: the file is corrupt, not drifted. */
  | { readonly ok: false; readonly message: string };

/**
 * Parses the text of a file for {@link repair}.
 * @param text the text
 * @returns the value with all that repeated keys hide, members named `__proto__` included; or what is wrong
 */
export function parseDrifted(text: string): DriftedText {
  const parsed = parseJson(text);
  if (parsed.ok) return { ok: true, value: parsed.value, repeated: findRepeatedKeys(text), lenient: null };
  if (text.length > limits.maxBytes) return parsed;
  const strict = tryJson(text);
  if (strict !== undefined) return { ok: true, value: strict, repeated: findRepeatedKeys(text), lenient: null };
  const lenient = withoutExtras(text);
  const value = lenient === null ? undefined : tryJson(lenient.json);
  if (lenient === null || value === undefined) return parsed;
  return { ok: true, value, repeated: findRepeatedKeys(lenient.json), lenient };
}
