// Members that plainly say how far a workflow is, in a form that no rule reads: then a person decides.

import { isJsonObject, type Json, pointer } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { isAboutProof, isAboutUnits, isAside } from '../read/member-names.js';
import { readStatus } from '../read/status.js';
import { workflowEssentials } from './fields.js';
import { readProgress } from './progress-text.js';
import { roleOf } from './roles.js';

const maxDepth = 4;
/** What happened: whatever stands there, something did. */
const logs = /^(?:progress|history|checkpoints|snapshots|todos?|tasks|steps|stages|phases|milestones|checklist)$/;
const goods = /(?:^|_)(?:index|complete|completed|done|finished|percent\w*|progress)(?:_|$)/;
const nothing = /^\s*(?:0\s*%|none|n\/a|not started|pending|todo|-)?\s*$/i;

/**
 * Finds a member that says something about phases.
 * @param draft the document, its fields renamed
 * @param isDone whether it must say that something is done; else that there is something
 * @returns where; null when nothing does
 */
export function unreadIn(draft: Draft, isDone: boolean): string | null {
  for (const steps of [[], ['workflow_state']]) {
    const holder = draft.get(...steps);
    if (!isJsonObject(holder)) continue;
    const hit = Object.entries(holder).find(([name, value]) => {
      const isOwn = steps.length === 0 && (workflowEssentials.required.has(name) || name === 'pawl');
      return !isOwn && speaks(name, value, isDone);
    });
    if (hit !== undefined) return pointer(...steps, hit[0]);
    // Units that are members of the document, each with its status.
    const [first, second] = Object.entries(holder).filter(([name, value]) => isUnit(name, value));
    if (first !== undefined && second !== undefined) return pointer(...steps, first[0]);
  }
  return null;
}

function isUnit(name: string, value: Json): boolean {
  if (!isJsonObject(value) || isAside(name) || isAboutProof(name) || name === 'pawl') return false;
  return ['complete', 'in_progress'].includes(readStatus(value) ?? '');
}

/** Several things with a status, one of them done, whatever they are called. */
function isRoster(name: string, value: Json): boolean {
  if (typeof value !== 'object' || value === null || isAside(name) || isAboutProof(name)) return false;
  const statuses = Object.values(value).map((item: Json) => (typeof item === 'number' ? null : readStatus(item)));
  return statuses.length > 1 && statuses.every((one) => one !== null) && statuses.includes('complete');
}

function speaks(name: string, value: Json, isDone: boolean): boolean {
  if (isRoster(name, value)) return true;
  const told = readProgress(value, true);
  if ((told?.now ?? 0) > 1 || (told?.last ?? 0) > 0) return true;
  const role = roleOf(name)?.role;
  const isNamed = logs.test(snakeCase(name)) || (role !== undefined && role !== 'total');
  if (isNamed && !isDone) return isFilled(value);
  return (
    (isNamed || isAboutUnits(name)) &&
    isEvidence(snakeCase(name), value, isDone ? ['complete'] : ['complete', 'in_progress', 'failed'], 0)
  );
}

/** Whether it says of something that it is done, or as far as is asked. */
function isEvidence(name: string, value: Json, concepts: readonly string[], depth: number): boolean {
  const isGood = goods.test(name);
  if (typeof value === 'string') {
    if (value.length < 2 || value.length > 80 || nothing.test(value)) return false;
    return concepts.includes(readStatus(value) ?? '') || (isGood && /[1-9]/.test(value));
  }
  if (typeof value === 'number') return isGood && value > 0;
  if (typeof value === 'boolean') return isGood && value;
  if (value === null || depth >= maxDepth) return false;
  if (Array.isArray(value)) {
    if (isGood && value.length > 0) return true;
    return value.some((item: Json) => typeof item === 'object' && isEvidence(name, item, concepts, depth + 1));
  }
  return Object.entries(value).some(([member, inner]) => {
    return !isAside(member) && isEvidence(snakeCase(member), inner, concepts, depth + 1);
  });
}

function isFilled(value: Json): boolean {
  if (typeof value === 'string') return !nothing.test(value);
  if (typeof value === 'number') return value > 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
