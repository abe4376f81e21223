// The fields of a spec, in the documented spelling and in those that were met in real files. Pure.

export interface Field {
  /** `list`: one text will do. `parts`: a map by id, or a list whose items have an `id`. */
  readonly is: 'text' | 'list' | 'parts' | 'duration' | 'switch';
  /** Spellings that were met in real files; only the field's own name is documented. */
  readonly also?: readonly string[];
  readonly about: string;
}
const fieldsOf = <const F extends Readonly<Record<string, Readonly<Record<string, Field>>>>>(fields: F): F => fields;

/** Every field that pawl reads. The JSON Schema and the page about specs are made from it. */
export const specFields = fieldsOf({
  spec: {
    prd: { is: 'text', also: ['prd_id', 'spec_id', 'id'], about: 'The id, e.g. PRD-009' },
    prd_title: { is: 'text', also: ['title'], about: 'The title; the first heading by default' },
    workstreams: { is: 'parts', about: 'The pieces of work, by id' },
    execution_phases: {
      is: 'parts',
      also: ['phases'],
      about: 'The order of the work; by default the dependencies say it',
    },
    gates: { is: 'parts', about: 'The checks that must pass, by id' },
  },
  workstream: {
    name: { is: 'text', also: ['title'], about: 'Its title' },
    description: { is: 'text', about: 'What is to be done' },
    executor: { is: 'text', about: 'Who does it, e.g. a skill or claude' },
    executor_type: { is: 'text', about: 'What the executor is: skill, task-agent or command' },
    command: { is: 'text', about: 'A command line that does the work' },
    timeout: {
      is: 'duration',
      about: 'Its time limit: 90s, 10m; a number means seconds',
    },
    depends_on: { is: 'list', also: ['dependencies'], about: 'Workstreams that must be complete before' },
    outputs: { is: 'list', about: 'Files that it makes: paths or globs' },
    gate: { is: 'list', also: ['gates'], about: 'Gates that it must pass' },
  },
  phase: {
    name: { is: 'text', also: ['title'], about: 'Its name' },
    parallel: { is: 'list', also: ['workstreams'], about: 'Its workstreams' },
    gates: { is: 'list', also: ['gate'], about: 'Gates that must pass before the next phase' },
  },
  gate: {
    command: {
      is: 'list',
      also: ['commands', 'checks'],
      about: 'What pawl runs; several commands one after the other',
    },
    success_criteria: { is: 'list', also: ['passing_criteria'], about: 'What counts as passing, in words' },
    type: { is: 'text', about: 'manual: only a person can approve it' },
    timeout: {
      is: 'duration',
      about: 'Its time limit: 90s, 10m; a number means seconds',
    },
    waivable: { is: 'switch', about: 'false: nobody may waive it' },
  },
});
export type Kind = keyof typeof specFields;
