import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { JsonObject } from '../../rules/json/json.js';
import { type Members, mergeMembers, removeMembers } from './members.js';

const handler = (script: string, event = ''): JsonObject => ({
  hooks: [{ type: 'command', command: `node ${script} ${event}` }],
});
const hook = (event: string): JsonObject => handler('pawl-hook.cjs', event);
const ship = handler('user-prompt-ship.cjs');
const mine = handler('mine.cjs');

const all: Members = {
  hooks: { SessionStart: [hook('SessionStart')], UserPromptSubmit: [ship, hook('UserPromptSubmit')] },
  values: { statusLine: { type: 'command', command: 'sh pawl-statusline.sh' } },
};
const onlyShip: Members = { hooks: { UserPromptSubmit: [ship] }, values: {} };
const onlyLine: Members = { hooks: {}, values: all.values };

describe('hooks and values', () => {
  test('stand beside what a person has', () => {
    const { document, kept } = mergeMembers({ model: 'x', hooks: { Stop: [mine], SessionStart: [mine] } }, all, {});
    assert.deepEqual(document, {
      model: 'x',
      hooks: { Stop: [mine], SessionStart: [mine, hook('SessionStart')], UserPromptSubmit: [hook('UserPromptSubmit')] },
      statusLine: all.values['statusLine'],
    });
    assert.deepEqual(kept, []);
  });

  test('are not added beside one that a person changed', () => {
    const changed = handler('pawl-hook.cjs', 'SessionStart --quiet');
    const { document, kept } = mergeMembers(
      { hooks: { SessionStart: [changed] }, statusLine: { command: 'mine' } },
      all,
      {},
    );
    assert.deepEqual(document['hooks'], { SessionStart: [changed], UserPromptSubmit: [hook('UserPromptSubmit')] });
    assert.deepEqual(document['statusLine'], { command: 'mine' });
    assert.deepEqual(kept, ['hooks.SessionStart', 'statusLine']);
  });

  test('of an older version give way to those of this one', () => {
    const old = handler('pawl-hook.cjs', 'old');
    const recorded = { hooks: { SessionStart: [old], Gone: [old] } };
    const { document } = mergeMembers({ hooks: { SessionStart: [mine, old], Gone: [old] } }, all, recorded);
    assert.deepEqual(document['hooks'], {
      SessionStart: [mine, hook('SessionStart')],
      UserPromptSubmit: [hook('UserPromptSubmit')],
    });
  });

  test('of one part do not touch those of another', () => {
    const whole = mergeMembers({}, all, {});
    for (const part of [onlyShip, onlyLine]) {
      const again = mergeMembers(whole.document, part, whole.added);
      assert.deepEqual(again.document, whole.document);
      assert.deepEqual(again.added, whole.added);
    }
    const first = mergeMembers({}, onlyShip, {});
    assert.deepEqual(mergeMembers(first.document, all, first.added).document, whole.document);
  });

  test('are taken out part by part', () => {
    const { document, added, made } = mergeMembers({}, all, {});
    const withoutLine = removeMembers(document, onlyLine, added, made);
    assert.deepEqual(withoutLine.document, { hooks: document['hooks'] });
    assert.deepEqual(withoutLine.left, { hooks: document['hooks'] });
    assert.deepEqual(removeMembers(withoutLine.document, all, withoutLine.left, made), {
      document: {},
      left: {},
      kept: [],
    });
  });

  test('that a person changed stay when ours go', () => {
    const { document, added, made } = mergeMembers({}, all, {});
    const changed = handler('pawl-hook.cjs', 'SessionStart --quiet');
    const edited = {
      ...document,
      hooks: { SessionStart: [changed], UserPromptSubmit: [hook('UserPromptSubmit'), mine] },
    };
    const { document: left, kept } = removeMembers(edited, all, added, made);
    assert.deepEqual(left, { hooks: { SessionStart: [changed], UserPromptSubmit: [mine] } });
    assert.deepEqual(kept, ['hooks.SessionStart']);
  });

  test('among handlers of a person, or with another matcher or time, are taken out and leave the others', () => {
    const { added, made } = mergeMembers({}, all, {});
    const own = { type: 'command', command: 'mine' };
    const [ours] = Object.values(hook('SessionStart')['hooks'] ?? []);
    assert.ok(ours !== undefined && ours !== null && typeof ours === 'object');
    const edited = {
      hooks: {
        SessionStart: [{ matcher: 'x', hooks: [{ ...ours, timeout: 9 }, own] }],
        UserPromptSubmit: [{ ...hook('UserPromptSubmit'), matcher: 'mine' }],
      },
      statusLine: { type: 'command', command: 'sh pawl-statusline.sh', padding: 2 },
    };
    const { document: left, kept } = removeMembers(edited, all, added, made);
    assert.deepEqual(left, { hooks: { SessionStart: [{ matcher: 'x', hooks: [own] }] } });
    assert.deepEqual(kept, []);
  });

  test('in a place that holds something else are refused', () => {
    assert.throws(() => mergeMembers({ hooks: [] }, all, {}), /hooks is no object/);
    assert.throws(() => mergeMembers({ hooks: { SessionStart: 'x' } }, all, {}), /hooks\.SessionStart is no list/);
  });

  test('put in and taken out leave any settings as they were', () => {
    const groups = fc.array(fc.constantFrom(mine, handler('other.cjs')), { maxLength: 2 });
    const hooks = fc.dictionary(fc.constantFrom('SessionStart', 'Stop', 'UserPromptSubmit'), groups, {
      noNullPrototype: true,
    });
    const settings = fc.record({ model: fc.string(), hooks }, { requiredKeys: [], noNullPrototype: true });
    fc.assert(
      fc.property(settings, (before) => {
        const { document, added, made } = mergeMembers(before, all, {});
        assert.deepEqual(mergeMembers(document, all, added).document, document);
        assert.deepEqual(removeMembers(document, all, added, made).document, before);
      }),
    );
  });
});
