import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCodes } from '../../rules/errors.js';
import { exitCodes, exits } from './exit-codes.js';

test('the exit codes are what scripts rely on', () => {
  assert.deepEqual(exits, { ok: 0, failed: 1, usage: 2, notFound: 3, conflict: 4, unavailable: 5, blocked: 6 });
  assert.deepEqual(exitCodes, {
    'bad-input': 1,
    'bad-spec': 1,
    'bad-name': 2,
    'bad-usage': 2,
    'not-found': 3,
    'ambiguous-ref': 1,
    conflict: 4,
    busy: 4,
    held: 6,
    'needs-person': 6,
    undecided: 6,
    'not-allowed': 1,
    'already-complete': 1,
    'newer-version': 1,
    damaged: 5,
    corrupt: 5,
    unreadable: 5,
    'unsafe-path': 1,
    'disk-full': 5,
    unclear: 5,
    'store-unavailable': 5,
    'too-large': 1,
    'git-failed': 1,
    closed: 1,
    internal: 1,
  });
});

test('every error code has an exit code', () => {
  assert.deepEqual(Object.keys(exitCodes).sort(), Object.keys(errorCodes).sort());
});
