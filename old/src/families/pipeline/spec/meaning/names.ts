// Ids: of the spec, of workstreams and of gates. They end up in file names, in labels and on terminals.

import { limits } from '../../../../rules/limits.js';
import { defaultIdPattern } from '../../types.js';
import type { Draft } from '../read/draft.js';
import type { Findings, Spot } from '../source/findings.js';

const unitId = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
/** Gates may have spaces; a bracket would begin what a gate covered, as in `lint (WS2)`. */
const gateId = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._:/+-]*$/u;
const maxIdChars = 100;
const reserved = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Checks all ids of a spec.
 * @param draft the spec
 * @param idPattern which ids of specs are accepted beside `PRD-\d{3}`
 * @param findings takes what is wrong with them
 */
export function checkNames(draft: Draft, idPattern: RegExp | undefined, findings: Findings): void {
  checkSpecId(draft, idPattern, findings);
  for (const one of draft.workstreams) {
    if (isId(one.id, unitId)) continue;
    const fix = fixFor(one.id, unitId, 'use letters, digits, "-", "_" and ".", e.g. WS1');
    findings.problem(one, `${JSON.stringify(one.id.slice(0, 60))} cannot be the id of a workstream`, fix);
  }
  const named = [...draft.workstreams, ...(draft.phases ?? [])].flatMap(({ gates }) => gates);
  const seen = new Set<string>();
  for (const one of [...draft.gates, ...named]) {
    const id = 'id' in one ? one.id : one.text;
    if (isGateId(id) || seen.has(id)) continue;
    seen.add(id);
    const message = `${JSON.stringify(id.slice(0, 60))} cannot be the id of a gate`;
    findings.problem(one, message, fixFor(id, gateId, 'use a short name without brackets, e.g. type-check'));
  }
  checkRepeated('workstream', draft.workstreams, findings);
  checkRepeated('gate', draft.gates, findings);
}

/**
 * Tells whether a text can be the id of a gate.
 * @param id the text
 * @returns true when it can
 */
export function isGateId(id: string): boolean {
  return isId(id, gateId);
}

function isId(id: string, pattern: RegExp): boolean {
  return id.length <= maxIdChars && pattern.test(id) && !reserved.has(id);
}

function fixFor(id: string, pattern: RegExp, otherwise: string): string {
  if (id.length > maxIdChars) return `use at most ${maxIdChars} characters; it has ${id.length}`;
  const isOnlyItsStart = !reserved.has(id) && pattern.test(`x${id}`);
  return isOnlyItsStart && id !== '' ? 'let it begin with a letter or a digit' : otherwise;
}

function checkSpecId({ id }: Draft, idPattern: RegExp | undefined, findings: Findings): void {
  if (id === null) {
    findings.problem({ path: '/prd', line: 1, column: 1 }, 'the spec has no id', 'write e.g. prd: PRD-009');
    return;
  }
  const { text } = id;
  const isShort = text.length <= limits.maxNameChars;
  const whole = idPattern === undefined ? null : new RegExp(`^(?:${idPattern.source})$`, idPattern.flags);
  if (isShort && (defaultIdPattern.test(text) || whole?.test(text) === true)) return;
  const wanted = idPattern === undefined ? 'PRD- and three digits' : `PRD- and three digits, or ${idPattern.source}`;
  const fix = 'write e.g. prd: PRD-009, or accept other ids by `pipeline.id_pattern` in .claude/config/pawl.json';
  findings.problem(id, `the id is ${JSON.stringify(text.slice(0, 60))}; it must be ${wanted}`, fix);
}

/** Ids that differ only in case would share a file on some systems. */
function checkRepeated(what: string, items: readonly (Spot & { readonly id: string })[], findings: Findings): void {
  const seen = new Map<string, Spot & { readonly id: string }>();
  for (const item of items) {
    const first = seen.get(item.id.toLowerCase());
    if (first === undefined) seen.set(item.id.toLowerCase(), item);
    else {
      const how = first.id === item.id ? 'is there twice' : `differs from ${first.id} only in case`;
      const fix = 'give one of them another id, or remove it';
      findings.problem(item, `the ${what} ${item.id} ${how}; the first is in line ${first.line}`, fix);
    }
  }
}
