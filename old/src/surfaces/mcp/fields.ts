// The fields that tools take and give, with what a model is told about them.

import * as v from 'valibot';

/* What the fields of a call are made of. */

/** A text that is not empty. */
export const text = (description: string, example: string) =>
  v.pipe(v.string(), v.nonEmpty(), v.description(description), v.examples([example]));

/** A text that may be empty, to take away what stands there. */
export const anyText = (description: string, example: string) =>
  v.pipe(v.string(), v.description(description), v.examples([example]));

export const texts = (description: string, example: readonly string[]) =>
  v.pipe(v.array(v.pipe(v.string(), v.nonEmpty())), v.description(description), v.examples([[...example]]));

export const number = (description: string, example: number, min = 1) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.description(description), v.examples([example]));

export const flag = (description: string) => v.pipe(v.boolean(), v.description(description), v.examples([true]));

export const choice = <const T extends readonly string[]>(description: string, options: T) =>
  v.pipe(v.picklist(options), v.description(description));

/** Any JSON object. */
export const map = (description: string, example: Readonly<Record<string, string>>) =>
  v.pipe(v.record(v.string(), v.unknown()), v.description(description), v.examples([{ ...example }]));

export const optional = v.optional;

/** The run that a tool is about. */
export const ref = text(
  'The run: COMMAND/FEATURE, a pipeline such as PRD-009, a workflow id, or workflow:TYPE/PROJECT for its newest.',
  'implement/auth',
);

/** A revision as it was seen: an example would be a wrong number, so a call without it is told where the right one stands. */
export const seenRevision = (description: string, min = 1) =>
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(min),
    v.description(description),
    v.examples([3]),
    v.metadata({ write: 'the newest revision of the run: the tool show tells it' }),
  );

/** How a change is made, for every tool that changes a run. */
export const change = {
  expected_revision: optional(
    seenRevision('The revision that you saw last; if it is not the newest, nothing is stored.', 0),
  ),
  op_id: optional(text('An id of your own for this call; the same one twice counts once.', 'a1')),
};

/** What is asked for before anything is taken away. */
export const exactly = {
  ref,
  expected_revision: seenRevision('The revision that you saw last; when it is not the newest, nothing happens.'),
};

/* What answers are made of. */

const anyText_ = v.string();
const nullable = <const S extends v.GenericSchema>(schema: S) => v.nullable(schema);
export const textOrNull = nullable(anyText_);
export const list = <const S extends v.GenericSchema>(schema: S) => v.array(schema);
export const family = v.picklist(['command', 'pipeline', 'workflow']);
export const place = v.picklist(['live', 'failed', 'archived', 'removed']);
export const progress = v.object({ done: v.number(), total: v.number() });
export const holder = v.object({ owner: anyText_, host: anyText_, pid: nullable(v.number()), since: anyText_ });
export const words = list(anyText_);

/** The answer of a tool that changed a run. */
export const savedOutput = {
  ok: v.literal(true),
  ref: anyText_,
  family,
  revision: v.number(),
  path: textOrNull,
  place,
  redacted: words,
  repeated: v.boolean(),
  status: anyText_,
  finished: v.boolean(),
  progress,
  current: textOrNull,
  next: textOrNull,
  next_command: textOrNull,
  held_by: nullable(holder),
};
