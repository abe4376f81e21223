// What a project can be opened with, as rules.

import { PawlError } from '../../rules/errors.js';
import { anyMap, type FieldRule, optional } from '../../rules/fields.js';
import { isJsonObject } from '../../rules/json/json.js';
import { isSomeText } from '../../rules/json/read-member.js';
import type { MemberRules } from '../../rules/members.js';
import type { Store } from '../../store/store.js';
import { aFunction } from './arguments.js';

/** What only some stores can do. */
type Optional = 'repair' | 'pathOf' | 'summaries' | 'replay' | 'pack' | 'sweep' | 'flush';

/** Everything that a store must be able to do; the compiler holds the list to the contract. */
const storeMethods: Readonly<Record<Exclude<keyof Store, Optional>, true>> = {
  get: true,
  put: true,
  update: true,
  findOp: true,
  revision: true,
  find: true,
  history: true,
  list: true,
  purge: true,
  close: true,
};

const text: FieldRule = {
  fits: (value) => isSomeText(value) && !value.includes('\0'),
  wanted: 'a text that is not empty',
  example: '"build bot"',
};

/** The rules of `openProject`. */
export const projectRules: MemberRules = {
  options: {
    ...optional(anyMap),
    wanted: 'an object with root, actor and the like',
    example: '{"root": "/path/to/repository"}',
    members: {
      root: optional({ ...text, wanted: "the path of the project's folder", example: '"/path/to/repository"' }),
      store: optional({
        fits: (value) => isJsonObject(value) && Object.keys(storeMethods).every((name) => isMethod(value, name)),
        wanted: `a store with ${Object.keys(storeMethods).join(', ')}`,
        example: 'new MemoryStore(), or your own one that passes testStore() of pawl/testing',
      }),
      actor: optional(text),
      clock: optional({ ...aFunction, wanted: 'a function that gives milliseconds', example: 'Date.now' }),
      publish: optional({
        fits: (value) => value === 'now' || value === 'soon',
        wanted: '"now" or "soon"',
        example: '"soon"',
      }),
      pipelineIds: optional({
        fits: (value) => value instanceof RegExp,
        wanted: 'a regular expression',
        example: '/(?:PRD|ADR)-\\d{3}/',
      }),
      deadlineMs: optional({
        fits: (value) => typeof value === 'number' && value >= 0 && Number.isFinite(value),
        wanted: 'a number of milliseconds from 0',
        example: '2000',
      }),
      session: optional({ ...text, wanted: "the id of an agent's session", example: '"4f0c2a"' }),
      onNotice: optional(aFunction),
    },
  },
};

function isMethod(store: object, name: string): boolean {
  return typeof Reflect.get(store, name) === 'function';
}

/**
 * Guards a clock that came from outside.
 * @param clock the clock
 * @returns a clock that throws `bad-input` instead of giving what is no time
 */
export function soundClock(clock: () => number): () => number {
  return () => {
    const now: unknown = clock();
    if (typeof now === 'number' && !Number.isNaN(new Date(now).getTime())) return now;
    throw new PawlError('bad-input', 'The clock that the project was opened with did not give a time.', {
      hint: 'A clock gives milliseconds since 1970, as Date.now does.',
    });
  };
}
