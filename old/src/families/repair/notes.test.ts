import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base } from '../../../test/golden/drift/commands.js';
import { assertSound, facts } from '../../../test/golden/drift/sound.js';
import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import { repair } from './index.js';

test('what to do next is told to the next agent, whatever shape it has', () => {
  const said: readonly (readonly [JsonObject, action: string, note?: string])[] = [
    [{ next_action: 'wire it' }, 'wire it'],
    [{ next_steps: ['finish logout', 'write the UI'] }, 'finish logout; write the UI'],
    [{ next_steps: [{ step: 'a', by: 'ana' }, 'b'] }, 'step: a; by: ana; b'],
    [{ _resume: { from: 'api', read_first: ['specs/tasks.md'] } }, 'from: api; read first: specs/tasks.md'],
    [
      { next_action: 'wire it', resume_instructions: 'do NOT touch migrations', do_not: ['rerun them'] },
      'wire it',
      'resume instructions: do NOT touch migrations; do not: rerun them',
    ],
    [{ do_not: 'push' }, 'do not: push'],
  ];
  for (const [members, action, note] of said) {
    const file: Json = { ...base, phases: { a: 'done', b: 'wip' }, ...members };
    assertSound('command', file);
    const { document } = repair('command', null, file, facts);
    const pawl = isJsonObject(document) && isJsonObject(document['pawl']) ? document['pawl'] : {};
    assert.deepEqual([pawl['next_action'], pawl['resume_note']], [action, note]);
  }
});
