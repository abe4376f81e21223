// The library and durable phases.

import type { Requirement } from './requirement.js';

export const library: readonly Requirement[] = [
  {
    id: 'ARG-01',
    text: 'Whatever is passed to the library, the answer is a result or a PawlError, never a raw error.',
    tests: ['test/library/arguments.test.ts#gives nothing but a PawlError'],
  },
  {
    id: 'ARG-02',
    text: 'A ref that names nothing is answered with what is near.',
    tests: ['test/library/arguments.test.ts#with what is near'],
  },
  {
    id: 'ARG-03',
    text: 'A plan and artifacts that a workflow names must exist, and the plan is remembered with its hash.',
    tests: [
      'test/library/arguments.test.ts#must exist; every missing one is named',
      'test/library/arguments.test.ts#remembered with their hash',
    ],
  },
  {
    id: 'ARG-04',
    text: 'Resuming a complete pipeline is an error; one that a gate holds up names the gate.',
    tests: [
      'test/library/arguments.test.ts#when it is complete is an error',
      'src/families/pipeline/resume.test.ts#names the gate that failed',
    ],
  },
  {
    id: 'ARG-05',
    text: 'The types need no other package, and not the types of Node.',
    tests: ['test/library/types.test.ts#the types need no types of Node'],
  },
  {
    id: 'ARG-06',
    text: 'A save that names another checkpoint still names every other problem.',
    tests: ['test/library/project.test.ts#a save that names another command'],
  },
  {
    id: 'LIB-01',
    text: 'The library looks back, decides, puts away and examines as the program does.',
    tests: [
      'test/library/runs.test.ts#can be compared, explained, brought back and forked',
      'test/library/runs.test.ts#unless the run is to be taken up and that is safe',
      'test/library/runs.test.ts#not while someone else works on it',
      'test/library/runs.test.ts#by the limits of the configuration',
      'test/library/runs.test.ts#are examined, and put right when asked to',
    ],
  },
  {
    id: 'LIB-02',
    text: 'The library does what was chosen about an unfinished run, and shows a session at work where one is named.',
    tests: [
      'test/library/runs.test.ts#takes it up also when someone had to be asked, starts it afresh, or deletes it',
      'test/library/runs.test.ts#that the run does not leave is refused',
      'test/library/runs.test.ts#take the run, tell who else works on it, and give it back in the end',
    ],
  },
  {
    id: 'DURABLE-01',
    text: 'A completed phase of a program gives its stored result, in every later process, and is not done again.',
    tests: [
      'test/durable/phases.test.ts#that was completed gives its stored result and is not done again',
      'test/faults/durable-runs.test.ts#goes on with it, and earlier phases give the same results',
      'test/faults/durable-runs.test.ts#killed at random moments, lose nothing that was given, and do nothing twice',
    ],
  },
  {
    id: 'DURABLE-02',
    text: 'Each phase of a program is stored with one write and one sync.',
    tests: ['test/durable/phases.test.ts#is one revision', 'test/faults/durable-runs.test.ts#each phase is one sync'],
  },
  {
    id: 'DURABLE-03',
    text: 'Results are stored as they are or refused: what JSON alters, secrets, and what is too large.',
    tests: [
      'test/durable/phases.test.ts#is refused, and nothing of it is stored',
      'src/rules/json/altered.test.ts#is what was given, for any JSON value',
    ],
  },
  {
    id: 'DURABLE-04',
    text: 'Results are checked by any Standard Schema, when they are made and when they are read again.',
    tests: [
      'test/durable/phases.test.ts#gives what it makes of a result, the first time and from storage',
      'test/durable/phases.test.ts#that has changed since is told, and the run stays as it is',
      'src/rules/standard-schema.test.ts#tells every problem with its place',
    ],
  },
  {
    id: 'DURABLE-05',
    text: 'Failed attempts are counted across processes, and giving up moves the file of a workflow to failed.',
    tests: [
      'test/faults/durable-runs.test.ts#are remembered by the process that comes after a kill',
      'test/faults/durable-runs.test.ts#up to the last one put the file into failed/, with the error',
      'test/durable/retries.test.ts#are not spent on errors that are not worth it',
    ],
  },
  {
    id: 'DURABLE-06',
    text: 'A program continues the unfinished run of the same work when that is safe, and is told when someone has to decide.',
    tests: [
      'test/durable/runs.test.ts#is a question when it is old, and a function may answer',
      'test/durable/runs.test.ts#can be put away for a fresh start, or be an error',
      'test/durable/retries.test.ts#can stop instead of giving up; without any, an error stops the run where it is',
    ],
  },
  {
    id: 'DURABLE-07',
    text: 'Two programs are never both at one run: the second is told who has it.',
    tests: [
      'test/faults/durable-runs.test.ts#the second is told who has the run, and goes on when that one is killed',
      'test/faults/durable-runs.test.ts#that start in the same moment begin one run',
      'test/durable/runs.test.ts#that someone took away stores nothing more',
    ],
  },
  {
    id: 'DURABLE-08',
    text: 'A program whose phases have changed their order while a run was unfinished is told which phase was expected.',
    tests: [
      'test/durable/order.test.ts#that changed while a run was unfinished is told',
      'test/durable/order.test.ts#is that of the calls for phases beside each other, whichever ends first',
    ],
  },
  {
    id: 'DURABLE-09',
    text: 'A signal stops a run without a failure, and what a phase still makes is stored.',
    tests: [
      'test/durable/retries.test.ts#stops between phases; what a phase still makes is stored',
      'test/durable/retries.test.ts#is no failure of the phase that it ends',
    ],
  },
  {
    id: 'DURABLE-10',
    text: 'The example programs fit the types, run to their end, and go on after a kill in each of their steps.',
    tests: [
      'test/e2e/examples.test.ts#the examples fit the types of the built package',
      'test/e2e/examples.test.ts#it goes on there and does nothing again that was done',
    ],
  },
  {
    id: 'SAME-01',
    text: 'Library, command line and MCP server store and tell the same when they are asked the same.',
    tests: ['test/surfaces/one-question.test.ts#one question is answered in the same way by every surface'],
  },
];
