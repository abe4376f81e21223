// What a tool is: a row of data with its schemas, and the work behind it. The server, the guide and the tests follow from it.

import * as v from 'valibot';
import { only, shapeProblems } from '../../families/pipeline/shape.js';
import { badInput } from '../../rules/errors.js';
import type { Scene } from './scene.js';

/** What a client may tell its user about a tool before it is called. */
export interface ToolHints {
  /** It changes nothing. */
  readonly readOnly: boolean;
  /** It may take something away that someone still needs. */
  readonly destructive: boolean;
  /** The same call twice leaves the run as one call does. */
  readonly idempotent: boolean;
  /** It reaches beyond the project, e.g. by running its commands. */
  readonly openWorld: boolean;
}

export const reads: ToolHints = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
export const writes: ToolHints = { readOnly: false, destructive: false, idempotent: false, openWorld: false };
export const settles: ToolHints = { ...writes, idempotent: true };
export const discards: ToolHints = { ...writes, destructive: true };
export const runsCommands: ToolHints = { ...writes, openWorld: true };

/** What a tool answers: a document, and the same for a reader. */
export interface Reply<Data> {
  readonly data: Data;
  readonly text: readonly string[];
  /** The text repeats what was stored: it is framed as recorded data. */
  readonly isRecorded?: boolean;
}

/** What a person is asked for. */
export interface Question {
  /** Names the question, and what it was about: an answer to an older state is no answer to this one. */
  readonly key: string;
  readonly message: string;
  /** The choices, the harmless one last. */
  readonly choices: Readonly<Record<string, string>>;
}

/** A tool asks a person before it goes on. It is called again with the answer. */
export interface Asking {
  readonly question: Question;
}

type Entries = v.ObjectEntries;
type Input<E extends Entries> = v.InferOutput<v.ObjectSchema<E, undefined>>;
/** A document may be read-only, whatever its schema says. */
type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Given<T[Name]> }
    : T;
type Output<E extends Entries> = Given<v.InferInput<v.ObjectSchema<E, undefined>>>;

/** A tool as it is written down. */
export interface ToolDefinition<I extends Entries, O extends Entries> {
  readonly name: string;
  readonly title: string;
  /** For the model: what it does, when to call it, what to give. */
  readonly description: string;
  readonly hints: ToolHints;
  readonly input: I;
  readonly output: O;
  readonly run: (args: Input<I>, scene: Scene) => Promise<Reply<Output<O>> | Asking>;
}

/** A tool as the server sees it. */
export interface ToolRow extends Omit<ToolDefinition<Entries, Entries>, 'run' | 'input' | 'output'> {
  readonly input: v.GenericSchema;
  readonly output: v.GenericSchema;
  /** Checks the arguments, all problems at once, and runs the tool. */
  readonly call: (args: unknown, scene: Scene) => Promise<Reply<object> | Asking>;
}

/**
 * Makes a row of the tool table.
 * @param definition the tool
 * @returns the row
 */
export function tool<const I extends Entries, const O extends Entries>(definition: ToolDefinition<I, O>): ToolRow {
  const { input, output, run, ...about } = definition;
  const schema = only(input);
  return {
    ...about,
    input: schema,
    output: v.object(output),
    call: async (args, scene) => {
      const problems = shapeProblems(schema, args, examplesOf(input));
      if (problems.length > 0) throw badInput(`The call of ${definition.name}`, problems);
      return run(v.parse(v.object(input), args), scene);
    },
  };
}

/** A correct value for each member, as its field tells it. */
function examplesOf(entries: Entries): Readonly<Record<string, string>> {
  const named = Object.entries(entries).map(([name, field]) => {
    const bare = 'wrapped' in field ? v.unwrap(field) : field;
    const { write } = v.getMetadata(bare);
    if (typeof write === 'string') return [name, write] as const;
    const [example]: readonly unknown[] = v.getExamples(bare);
    return [name, example === undefined ? 'what its description says' : JSON.stringify(example)] as const;
  });
  return Object.fromEntries(named);
}
