// What a workflow says about its tests. Unknown is not passing: only a plain yes is one.

import type { Fields } from '../../rules/fields.js';
import { memberIn } from '../../rules/json/read-member.js';

const yes =
  /^(?:true|yes|y|ok|pass(?:ed|es|ing)?|green|success(?:ful)?|100\s?%|(?:all\s)?(?:tests\s)?(?:pass(?:ed|ing)?|green))$/;
const no = /^(?:false|no|n|not passing|fail(?:ed|s|ing|ure)?|red|broken)$/;

/** `yes` and `no` are plain; `doubt` is anything else that is said. */
export type TestsPassing = 'yes' | 'no' | 'doubt' | 'unsaid';

/**
 * Reads `tests_passing`, of the document and of its state: whichever is worse counts.
 * @param doc the checkpoint, maybe drifted
 * @returns what it says about the tests
 */
export function testsPassing(doc: Fields): TestsPassing {
  const state = doc['workflow_state'];
  const inner = memberIn(state, 'tests_passing');
  const said = new Set([read(doc['tests_passing']), read(inner)]);
  return (['no', 'doubt', 'yes'] as const).find((one) => said.has(one)) ?? 'unsaid';
}

function read(value: unknown): TestsPassing {
  if (value === undefined || value === null) return 'unsaid';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return 'doubt';
  const text = value
    .slice(0, 100)
    .toLowerCase()
    .replace(/[✅✓✔☑]\u{fe0f}?|[.!]/gu, '')
    .trim();
  if (value.trim() === '') return 'unsaid';
  if (/[✅✓✔☑]/u.test(value) && text === '') return 'yes';
  const [, part, whole] =
    /^(\d{1,6})\s*(?:\/|of)\s*(\d{1,6})(?: tests?)?(?: (?:pass(?:ed|ing)?|green))?$/.exec(text) ?? [];
  if (part !== undefined) return Number(part) === Number(whole) && Number(whole) > 0 ? 'yes' : 'doubt';
  return yes.test(text) ? 'yes' : no.test(text) ? 'no' : 'doubt';
}
