// Finds and removes secrets in documents, events and texts. Pure. Never tells a secret: only where it is, and its kind.

import { isTooDeep, type RepairItem } from '../../families/repair/index.js';
import type { Problem } from '../../rules/errors.js';
import { isJsonObject, type Json, type JsonObject, valueAt } from '../../rules/json/json.js';
import { memberIn } from '../../rules/json/read-member.js';
import { tryJson } from '../../rules/json/try-json.js';
import { redactNew, redactText } from '../../rules/text/redact.js';
import type { Finding } from './types.js';

/** A document without its secrets, and where they were. */
export interface Redacted {
  readonly value: JsonObject;
  readonly found: readonly Problem[];
}

/**
 * Takes the secrets out of a document.
 * @param document the document
 * @param known one before it, whose secrets need no second look
 * @returns the document itself when it has none
 */
export function redactDocument(document: JsonObject, known?: JsonObject): Redacted {
  const named = redactRepaired(document);
  const { value, redacted } = redactNew(named, known);
  const result = isJsonObject(value) ? value : named;
  const found = redacted.map((path) => ({ path, message: `holds ${kindsAt(result, path)}` }));
  if (named !== document) found.push({ path: '/pawl/repaired', message: 'holds a value whose old name says a secret' });
  return { value: result, found };
}

/** What stands in `pawl.repaired` lost its name: `{path: "/password", was: "…"}`. */
function redactRepaired(document: JsonObject): JsonObject {
  const { pawl } = document;
  const repaired = memberIn(pawl, 'repaired');
  if (!isJsonObject(pawl) || !Array.isArray(repaired)) return document;
  const next = repaired.map((entry: Json) => {
    if (!isJsonObject(entry) || typeof entry['path'] !== 'string' || entry['was'] === undefined) return entry;
    const was = redactNamed(entry['path'], entry['was']);
    return was === entry['was'] ? entry : { ...entry, was };
  });
  const isSame = next.every((entry, index) => entry === repaired[index]);
  return isSame ? document : { ...document, pawl: { ...pawl, repaired: next } };
}

/** Redacts a value as the member that it was. */
function redactNamed(path: string, value: Json): Json {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const { value: wrapped } = redactNew({ [name]: value }, undefined);
  return isJsonObject(wrapped) ? (Object.values(wrapped)[0] ?? value) : value;
}

function kindsAt(document: JsonObject, path: string): string {
  const part = valueAt(document, path);
  const text = `${path} ${typeof part === 'string' ? part : ''}`;
  const kinds = new Set([...text.matchAll(/\[redacted:([\w-]+)\]/g)].map(([, kind = '']) => kind));
  return kinds.size === 0 ? 'a secret' : `a secret (${[...kinds].join(', ')})`;
}

/**
 * Takes the secrets out of bytes that need not be JSON.
 * @param bytes the bytes
 * @returns the bytes without them; null when there are none
 */
export function redactBytes(bytes: Buffer): Buffer | null {
  const text = bytes.toString('utf8');
  const { text: plain, kinds } = redactText(text);
  const document = parseObject(plain);
  // A secret that only its member's name tells is found in the document alone.
  const inside = document === null ? null : redactDocument(document);
  if (inside !== null && inside.found.length > 0) return Buffer.from(`${JSON.stringify(inside.value, null, 2)}\n`);
  return kinds.length === 0 ? null : Buffer.from(plain);
}

function parseObject(text: string): JsonObject | null {
  const value = tryJson(text);
  return isJsonObject(value) && !isTooDeep(value) ? value : null;
}

const clean = (text: string): string => redactText(text).text;

/**
 * Makes a finding fit to be shown: what it quotes from the file holds no secret.
 * @param one the finding
 * @returns the finding without secrets
 */
export function withoutSecrets(one: Finding): Finding {
  const problems = one.problems.map((problem) => ({
    ...problem,
    path: clean(problem.path),
    message: clean(problem.message),
    ...(problem.fix === undefined ? {} : { fix: clean(problem.fix) }),
  }));
  return { ...one, message: clean(one.message), problems, changes: one.changes.map(withoutSecretValues) };
}

function withoutSecretValues(item: RepairItem): RepairItem {
  const { was, became, to } = item;
  return {
    ...item,
    path: clean(item.path),
    ...(to === undefined ? {} : { to: clean(to) }),
    ...(was === undefined ? {} : { was: shown(redactNamed(item.path, was)) }),
    ...(became === undefined ? {} : { became: shown(redactNamed(to ?? item.path, became)) }),
    why: clean(item.why),
  };
}

/** What is stored as an id or a path is never searched, but it need not be shown. */
function shown(value: Json): Json {
  if (typeof value === 'string') return clean(value);
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [clean(name), shown(member)]));
  return Array.isArray(value) ? value.map(shown) : value;
}
