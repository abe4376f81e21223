import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isIsoTime } from './fields.js';

test('a time is a real instant in ISO 8601 with its zone', () => {
  const good = [
    '2026-01-29T10:30:00Z',
    '2026-01-29T10:30:00.123456789Z',
    '2026-01-29T10:30:00+02:00',
    '2024-02-29T00:00:00-0530',
    '2000-02-29T23:59:59Z',
    '0004-02-29T00:00:00Z',
  ];
  const bad = [
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-13-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-29T24:00:00Z',
    '2026-01-29T10:30:00',
    '2026-01-29',
    'yesterday',
    1769682600000,
    null,
  ];
  for (const time of good) assert.ok(isIsoTime(time), time);
  for (const time of bad) assert.ok(!isIsoTime(time), String(time));
});

test('whatever a Date prints is a time', () => {
  const dates = fc.date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  fc.assert(fc.property(dates, (date) => isIsoTime(date.toISOString())));
});
