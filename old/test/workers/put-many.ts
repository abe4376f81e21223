// Puts without end into a store with small segments: put-many NAME FEATURE SEGMENT_BYTES [COUNT]. Each put adds a task of its
// own, `NAME-i`; prints `NAME-i` for each that was acknowledged.
import fs from 'node:fs';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { commandKey } from '../../src/rules/names.js';
import { openStore, stateOf } from '../support/checkpoints.js';

const [name = 'w', feature = 'f', segmentBytes = '4000000', count = '100000'] = process.argv.slice(2);
const key = commandKey('implement', feature);
const store = openStore(process.env['GIT_ROOT'] ?? '', { segmentBytes: Number(segmentBytes) });

/** Adds a task to a checkpoint, in a phase that may be new. */
function withTask(state: JsonObject, task: string, at: string): JsonObject {
  const phases = isJsonObject(state['phases']) ? state['phases'] : {};
  const work: JsonObject = isJsonObject(phases['work']) ? phases['work'] : { status: 'in_progress' };
  const tasks = isJsonObject(work['tasks']) ? work['tasks'] : {};
  const next = { ...work, tasks: { ...tasks, [task]: { status: 'done' } } };
  return { ...state, feature, updated_at: at, phases: { ...phases, work: next } };
}

for (let i = 0; i < Number(count); i++) {
  for (;;) {
    const current = store.getSync(key);
    const at = new Date(Math.max(Date.now(), Date.parse(String(current?.state['updated_at'] ?? 0)) + 1)).toISOString();
    const state = withTask(current?.state ?? stateOf(0), `${name}-${i}`, at);
    const put = { state, expect: current?.revision ?? 0, actor: name, event: { name: 'update' }, at };
    if (store.putSync(key, put).ok) break;
  }
  fs.writeSync(1, `${name}-${i}\n`);
}
