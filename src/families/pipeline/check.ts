// Finds every problem of a pipeline checkpoint: first its shape, then the rules between its members.

import * as v from 'valibot';
import type { Problem } from '../../rules/errors.js';
import { isJsonObject, type JsonObject, pointer } from '../../rules/json.js';
import { limits } from '../../rules/limits.js';
import type { CheckContext } from '../family.js';
import { listRules } from './list-rules.js';
import { pipelineSchema } from './schema.js';
import { shapeProblems, show } from './shape.js';
import { statusRules } from './status-rules.js';
import { defaultIdPattern } from './types.js';

/** More problems than this help nobody. */
const maxProblems = 100;

// File lists make up most of a large checkpoint, and frozen revisions share them: each is looked through once.
const soundLists = new WeakSet<object>();

const quickSchema = v.looseObject({
  ...pipelineSchema.entries,
  artifacts: v.record(
    v.string(),
    v.lazy((list) =>
      typeof list === 'object' && list !== null && soundLists.has(list)
        ? v.unknown()
        : pipelineSchema.entries.artifacts.value,
    ),
  ),
});

/**
 * Finds every problem of a pipeline checkpoint at once.
 * @param doc the document; any value
 * @param context which ids are accepted beside `PRD-\d{3}`
 * @returns the problems, each with its place and a fix; empty when the document is valid. Never throws
 */
export function checkPipeline(doc: unknown, context: CheckContext = {}): Problem[] {
  try {
    if (!isJsonObject(doc)) {
      const message = `the checkpoint is ${show(doc)}, not an object`;
      return [{ path: '', message, fix: 'write an object with prd, prd_title, status and the other members' }];
    }
    const shape = shapeProblems(quickSchema, doc);
    if (shape.length === 0) remember(doc);
    return capped([
      ...shape,
      ...idProblems(doc, context.idPattern),
      ...[...listRules, ...statusRules].flatMap((rule) => rule(doc)),
    ]);
  } catch (error) {
    // Only an exotic object can get here: one whose members throw when they are read.
    const message = `the checkpoint could not be read: ${error instanceof Error ? error.message : 'unknown reason'}`;
    return [{ path: '', message, fix: 'give plain JSON data' }];
  }
}

function idProblems(doc: JsonObject, idPattern: RegExp | undefined): Problem[] {
  const id = doc.prd;
  // An over-long id is the schema's problem, and not for a pattern that others wrote.
  if (typeof id !== 'string' || id === '' || id.length > limits.maxNameChars) return [];
  if (defaultIdPattern.test(id)) return [];
  if (idPattern !== undefined && whole(idPattern).test(id)) return [];
  const wanted = idPattern === undefined ? 'PRD- and three digits' : `PRD- and three digits, or ${idPattern.source}`;
  const fix = 'write e.g. "PRD-009", or widen pipeline.id_pattern';
  return [{ path: pointer('prd'), message: `prd is ${show(id)}; it must be ${wanted}`, fix }];
}

/** The pattern for a whole id, without the flags that make a RegExp remember its last match. */
function whole(pattern: RegExp): RegExp {
  return new RegExp(`^(?:${pattern.source})$`, pattern.flags.replaceAll(/[gy]/g, ''));
}

function remember(doc: JsonObject): void {
  if (!isJsonObject(doc.artifacts)) return;
  for (const list of Object.values(doc.artifacts)) {
    if (typeof list === 'object' && list !== null && Object.isFrozen(list)) soundLists.add(list);
  }
}

function capped(problems: Problem[]): Problem[] {
  if (problems.length <= maxProblems) return problems;
  const message = `there are ${problems.length - maxProblems} more problems`;
  return [...problems.slice(0, maxProblems), { path: '', message, fix: 'correct these first and check again' }];
}
