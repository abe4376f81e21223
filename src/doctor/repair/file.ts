// Reads the text of a checkpoint file for a repair: broken JSON, repeated names, names that are reserved. Pure.

import { type Node, parseTree } from 'jsonc-parser';
import { jsonrepair } from 'jsonrepair';
import { type Json, isObject, parseJson, pointer, reservedNames, sameJson } from '../../base/json.js';
import type { Question } from './work.js';

export interface FileText {
  readonly value: Json;
  /** Why the text is not plain JSON; null when it is. */
  readonly fault: string | null;
  /** Members that stand there twice with different values; the last one was taken unless another was answered. */
  readonly questions: readonly Question[];
  /** Members that stand there twice. */
  readonly repeated: readonly string[];
}

/** Reads a file's text; null when nothing can be read from it. */
export function readFileText(text: string, answers: ReadonlyMap<string, string>): FileText | null {
  const parsed = parseJson(text);
  const fault = 'reason' in parsed ? parsed.reason : null;
  const mended = fault === null ? text : mend(text);
  if (mended === null) return null;
  const tree = parseTree(mended, [], { disallowComments: true });
  if (tree === undefined) return null;
  const reading: Reading = { answers, questions: [], repeated: [] };
  const value = valueOf(tree, [], reading);
  const isUsable = typeof value === 'object' && 'value' in parseJson(JSON.stringify(value));
  return isUsable || fault === null ? { value, fault, questions: reading.questions, repeated: reading.repeated } : null;
}

function mend(text: string): string | null {
  try {
    return jsonrepair(text.replace(/^\uFEFF/, '').replaceAll('\0', ''));
  } catch {
    return null;
  }
}

interface Reading {
  readonly answers: ReadonlyMap<string, string>;
  readonly questions: Question[];
  readonly repeated: string[];
}

/** The value of a parsed text, without reserved names. */
function valueOf(node: Node, path: readonly (string | number)[], reading: Reading): Json {
  if (node.type === 'array') return (node.children ?? []).map((item, n) => valueOf(item, [...path, n], reading));
  if (node.type !== 'object') return node.value ?? null;
  const values = new Map<string, Json[]>();
  for (const { children: [name, member] = [] } of node.children ?? []) {
    const key = String(name?.value ?? '');
    if (member === undefined || reservedNames.has(key)) continue;
    values.set(key, [...(values.get(key) ?? []), valueOf(member, [...path, key], reading)]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, oneOf(all, pointer(...path, name), reading)]));
}

function oneOf(all: readonly Json[], path: string, { answers, questions, repeated }: Reading): Json {
  const last = all.at(-1) ?? null;
  if (all.length > 1) repeated.push(path);
  const distinct = all.filter((value, n) => all.findIndex((other) => sameJson(other, value)) === n);
  if (distinct.length < 2) return last;
  const texts = distinct.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const chosen = texts.indexOf(answers.get(path) ?? '');
  if (chosen >= 0) return distinct[chosen] ?? last;
  const found = distinct.some(isObject) ? null : [...distinct];
  questions.push({ path, found, message: 'it stands there twice. Which value is right?', answers: texts });
  return last;
}
