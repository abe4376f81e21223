import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPawlError, type Problem } from '../../../rules/errors.js';
import { parseObject } from './json-input.js';

function problemsOf(text: string): readonly Problem[] {
  try {
    parseObject('stdin', text);
  } catch (error) {
    if (isPawlError(error, 'bad-input')) return error.problems;
    throw error;
  }
  return [];
}

test('an object is taken as it is', () => {
  assert.deepEqual(parseObject('stdin', ' {"a": [1, {"b": null}]}\n'), { a: [1, { b: null }] });
});

const refused: readonly (readonly [text: string, message: RegExp, fix: RegExp])[] = [
  ['', /is empty/, /JSON object/],
  ['  \n', /is empty/, /JSON object/],
  ['```json\n{"a": 1}\n```', /Markdown/, /leave out/],
  ['{"a": 1,}', /"}" at line 1, column 9/, /take the comma before it away/],
  ['{\n  "a": 1,\n  // why\n  "b": 2\n}', /"\/" at line 3, column 3/, /no comments/],
  ["{'a': 1}", /line 1, column 2/, /double quotes/],
  ['{"a": {"b": 1}', /its end at line 1, column 15/, /ends too early/],
  ['nope', /"o" at line 1, column 2/, /valid JSON/],
  ['{"a": tru}', /"}" at line 1, column 10/, /valid JSON/],
  ['{"a": 1,\n "b": [1, yes],\n "c": "nope"}', /"y" at line 2, column 11/, /valid JSON/],
  ['{"a": \'b\'}', /"'" at line 1, column 7/, /double quotes/],
  ['tru', /its end at line 1, column 4/, /ends too early/],
  ['{"a" 1}', /line 1, column 6/, /double quotes, a comma/],
  ['[1]', /must be a JSON object, but is a list/, /write \{/],
  ['null', /but is null/, /write \{/],
  ['"text"', /but is a string/, /write \{/],
];
for (const [text, message, fix] of refused) {
  test(`${JSON.stringify(text)} is refused with its place and how to correct it`, () => {
    const [problem, ...others] = problemsOf(text);
    assert.deepEqual(others, []);
    assert.match(problem?.message ?? '', message);
    assert.match(problem?.fix ?? '', fix);
  });
}

test('every key that stands twice is told', () => {
  assert.deepEqual(
    problemsOf('{"a": 1, "a": 2, "b": [{"c": 1, "c": 1, "c": 2}]}').map(({ path, message }) => `${path} ${message}`),
    ['/b/0/c stands 3 times in one object', '/a stands 2 times in one object'],
  );
});

test('a message shows one character of the text at most, as the rest may be secret', () => {
  const [problem] = problemsOf('{"token": "ghp_secretsecretsecret" "x"}');
  assert.doesNotMatch(JSON.stringify(problem), /secret/);
});
