// The seeds' own examples as files, one for each family.
import fs from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../../src/rules/json/json.js';
import { commandKey, type Key, pipelineKey, workflowKey } from '../../src/rules/names.js';

export interface Golden {
  readonly key: Key;
  /** Where it is published, from the root. */
  readonly file: string;
  readonly bytes: Buffer;
  readonly doc: JsonObject;
}

function golden(key: Key, file: string): Golden {
  // Tests are built into .test/<run>/test/<folder>, and run in the project's folder.
  const bytes = fs.readFileSync(path.join(process.cwd(), 'test/golden', `${key.family}.json`));
  return { key, file, bytes, doc: JSON.parse(bytes.toString()) as JsonObject };
}

export const goldens: readonly Golden[] = [
  golden(
    commandKey('implement', 'checkpoint-infrastructure'),
    '.claude/state/implement-checkpoint-infrastructure.json',
  ),
  golden(pipelineKey('PRD-009'), '.claude/skills/build-pipeline/checkpoints/PRD-009.json'),
  golden(
    workflowKey('orchestrate_auth_system_20251003_184530'),
    '.claude/checkpoints/orchestrate_auth_system_20251003_184530.json',
  ),
];
