import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayHoldSecret } from './may-hold-secret.js';
import { redactText } from './redact.js';

test('what is redacted is never passed over, however short it is', () => {
  const secrets = [
    'password: hunter2!',
    'pwd=a1b2c3',
    'the password is s3cr3t99',
    `LTAI${'a'.repeat(12)}`,
    `npg_${'b'.repeat(12)}`,
    'eyJhbGciOi.eyJzdWIiOi.abcdefgh',
    'https://ana:hunters@db',
    'curl -u ana:hunters x',
    'Authorization: Basic abcdefgh',
    '_auth = ab/cd/ef+gh/ij',
    'AKIAABCDEFGHIJKLMNOP',
  ];
  for (const text of secrets) {
    for (const around of [text, `see ${text} here`, `a\n${text}\nb`]) {
      assert.equal(mayHoldSecret(around) || redactText(around).kinds.length === 0, true, around);
    }
  }
});

test('ordinary names, refs, times and sentences need no closer look', () => {
  const texts = [
    'implement/f12 (in_progress, 0 of 2); PRD-009 (paused, 1 of 4)',
    'src/auth/v2.ts, src/services/x1.ts',
    'The tables users and sessions exist; argon2 was chosen at 12:40.',
    'pawl phase implement/auth validation complete',
    '2: Test the logout route',
  ];
  for (const text of texts) assert.equal(mayHoldSecret(text), false, text);
});
