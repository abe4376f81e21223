// What a tool is: one entry of the tables in tools.ts and more-tools.ts. Checks, the list and its schemas are made from it.

import * as v from 'valibot';
import { type Problem, badInput } from '../base/errors.js';
import { isObject } from '../base/json.js';
import { nearest } from '../base/text.js';
import { checkBy } from '../formats/schema.js';
import type { Project } from '../runs/project.js';
import type { Answer } from './answer.js';

type Entries = v.ObjectEntries;

/** What a client may assume about a call. */
export type Effect = 'reads' | 'writes' | 'deletes';

export interface ToolSpec<E extends Entries> {
  /** Verb and noun. */
  readonly name: string;
  /** For the model: what it does, and when to call it. */
  readonly about: string;
  readonly effect: Effect;
  readonly input: E;
  readonly call: (args: v.InferOutput<v.ObjectSchema<E, undefined>>, project: Project) => Promise<Answer>;
}

export interface Tool extends Omit<ToolSpec<Entries>, 'input' | 'call'> {
  readonly schema: v.GenericSchema;
  readonly call: (args: unknown, project: Project) => Promise<Answer>;
}

/** Makes an entry of the table; what `call` gets has been checked. */
export function tool<const E extends Entries>({ input, call, ...spec }: ToolSpec<E>): Tool {
  const schema = v.object(input);
  return {
    ...spec,
    schema,
    async call(args, project) {
      const given = withoutNulls(args);
      const unknown = Object.keys(given).filter((name) => !Object.hasOwn(input, name));
      const problems = [...unknown.map((name) => unknownArgument(name, input)), ...checkBy(schema, given, [])];
      if (problems.length > 0) throw badInput(spec.name, problems);
      return call(v.parse(schema, given), project);
    },
  };
}

/** Models write null for what they leave out. */
function withoutNulls(args: unknown): Readonly<Record<string, unknown>> {
  if (args === undefined) return {};
  if (!isObject(args)) throw badInput('arguments', [{ path: '', message: 'must be an object' }]);
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function unknownArgument(name: string, input: Entries): Problem {
  const near = nearest(name, Object.keys(input));
  const fix = near === undefined ? `it takes ${Object.keys(input).join(', ')}` : `did you mean "${near}"?`;
  return { path: `/${name}`, message: 'is not an argument', fix };
}

export const text = (about: string): v.GenericSchema<string> => v.pipe(v.string(), v.description(about));
export const ref = text('Run, e.g. implement/auth or PRD-009');
export const texts = v.optional(v.array(v.string()));
export const number = v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(1, 'must be 1 or more'));
