import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commandLines, visibleLine, visibleLines } from './visible.js';

describe('a command that is shown', () => {
  test('keeps its lines, so that nothing hides behind a comment', () => {
    const text = 'true # later\ntouch pwned';
    assert.deepEqual(visibleLines(text), ['true # later', 'touch pwned']);
    assert.equal(visibleLine(text), 'true # later ⏎ touch pwned');
    assert.deepEqual(commandLines({ text, shell: true }, 'WS1  '), [
      'WS1  $ true # later',
      '     │ touch pwned  (in a shell that ends at the first failure)',
    ]);
    assert.deepEqual(commandLines({ text: 'true', shell: false }), ['$ true']);
  });

  test('has everything written out that a terminal would obey or hide', () => {
    assert.equal(visibleLine('a\u001b[2Kb\rc\td'), 'a\\e[2Kb\\rc\\td');
    assert.equal(
      visibleLine('rm \u202ex\u2066\u200b\u00a0y\u{e0041}'),
      'rm \\u{202e}x\\u{2066}\\u{200b}\\u{a0}y\\u{e0041}',
    );
    assert.equal(visibleLine('\u0000\u2028\ud800'), '\\u{0}\\u{2028}\\u{d800}');
    assert.equal(visibleLine("echo 'grüße 日本'"), "echo 'grüße 日本'");
  });
});
