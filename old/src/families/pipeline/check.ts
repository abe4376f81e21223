// Finds every problem of a pipeline checkpoint: first its shape, then the rules between its members.

import * as v from 'valibot';
import type { Problem } from '../../rules/errors.js';
import { isJsonObject, type JsonObject, pointer } from '../../rules/json/json.js';
import { limits } from '../../rules/limits.js';
import type { CheckContext } from '../family.js';
import { listRules } from './list-rules.js';
import { gateEvidence, unitEvidence } from './evidence/schema.js';
import { evidenceSchema, pipelineSchema, planSchema } from './schema.js';
import { shapeProblems, show } from './shape.js';
import { statusRules } from './status-rules.js';
import { defaultIdPattern } from './types.js';

/** More problems than this help nobody. */
const maxProblems = 100;

// File lists, the plan and evidence make up most of a large checkpoint, and frozen revisions share them: each is looked through
// once.
const soundParts = new WeakSet<object>();

function isSound(part: unknown): boolean {
  return typeof part === 'object' && part !== null && soundParts.has(part);
}

const { artifacts, pawl } = pipelineSchema.entries;
const quickSchema = v.looseObject({
  ...pipelineSchema.entries,
  artifacts: v.record(
    v.string(),
    v.lazy((list) => (isSound(list) ? v.unknown() : artifacts.value)),
  ),
  pawl: v.optional(
    v.looseObject({
      ...pawl.wrapped.entries,
      spec: v.optional(v.lazy((spec) => (isSound(spec) ? v.unknown() : planSchema))),
      evidence: v.optional(
        v.looseObject({
          ...evidenceSchema.entries,
          workstreams: v.optional(
            v.record(
              v.string(),
              v.lazy((one) => (isSound(one) ? v.unknown() : unitEvidence)),
            ),
          ),
          gates: v.optional(
            v.record(
              v.string(),
              v.lazy((one) => (isSound(one) ? v.unknown() : gateEvidence)),
            ),
          ),
        }),
      ),
    }),
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
  const fix =
    'write e.g. "PRD-009", or accept other ids: `pipeline.id_pattern` in the configuration, `pipelineIds` in the library';
  return [{ path: pointer('prd'), message: `prd is ${show(id)}; it must be ${wanted}`, fix }];
}

/** The pattern for a whole id; a new RegExp also remembers no earlier match. */
function whole(pattern: RegExp): RegExp {
  return new RegExp(`^(?:${pattern.source})$`, pattern.flags);
}

function remember(doc: JsonObject): void {
  const lists = isJsonObject(doc.artifacts) ? Object.values(doc.artifacts) : [];
  const { spec, evidence } = isJsonObject(doc.pawl) ? doc.pawl : {};
  const known = isJsonObject(evidence) ? [evidence.workstreams, evidence.gates] : [];
  const entries = known.flatMap((map) => (isJsonObject(map) ? Object.values(map) : []));
  for (const part of [...lists, spec, ...entries]) {
    if (typeof part === 'object' && part !== null && Object.isFrozen(part)) soundParts.add(part);
  }
}

function capped(problems: Problem[]): Problem[] {
  if (problems.length <= maxProblems) return problems;
  const message = `there are ${problems.length - maxProblems} more problems`;
  return [...problems.slice(0, maxProblems), { path: '', message, fix: 'correct these first and check again' }];
}
