import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOutput } from './output.js';

test('prose keeps to a width that can be read; a table takes what is there, and all it needs in a pipe', () => {
  const at = (COLUMNS: string): readonly number[] => {
    const { width, columns } = openOutput(true, { COLUMNS });
    return [width, columns];
  };
  assert.deepEqual(at('20'), [40, 40]);
  assert.deepEqual(at('72'), [72, 72]);
  assert.deepEqual(at('200'), [100, 200]);
  for (const nonsense of ['', '0', '-5', 'wide']) assert.deepEqual(at(nonsense), [80, Infinity], nonsense);
});

test('with --json no text is written or coloured', () => {
  const out = openOutput(true, { FORCE_COLOR: '1' });
  out.line('must not be seen');
  out.note('must not be seen');
  out.status('must not be seen');
  assert.equal(out.paint('red', 'x'), 'x');
});
