// What a checkpoint is: commands, pipelines, workflows.

import type { Requirement } from './requirement.js';

const commandCheck = 'src/families/command/check.test.ts';
const commandSteps = 'src/families/command/transitions.test.ts';
const commandResume = 'src/families/command/resume.test.ts';
const pipeCheck = 'src/families/pipeline/check.test.ts';
const pipeSeed = 'src/families/pipeline/seed.test.ts';
const pipeResume = 'src/families/pipeline/resume.test.ts';
const pipeSteps = 'src/families/pipeline/transitions.test.ts';
const pipeIndex = 'src/families/pipeline/index.test.ts';
const pipeWork = 'src/families/pipeline/steps/work.test.ts';
const pipeGates = 'src/families/pipeline/steps/gates.test.ts';
const pipeRecord = 'src/families/pipeline/steps/record.test.ts';
const pipeInit = 'src/families/pipeline/steps/init.test.ts';
const flowCheck = 'src/families/workflow/check.test.ts';
const flowSteps = 'src/families/workflow/transitions.test.ts';
const flowResume = 'src/families/workflow/resume.test.ts';
const flowMigrate = 'src/families/workflow/migrate.test.ts';
const flowId = 'src/families/workflow/id.test.ts';

export const families: readonly Requirement[] = [
  {
    id: 'CMD-01',
    text: 'The examples of the seeds are valid as they stand.',
    tests: [`${commandCheck}#examples are valid as they stand`],
  },
  {
    id: 'CMD-02',
    text: 'All problems of a document are reported at once, each with its JSON path and what to write.',
    tests: [`${commandCheck}#all problems are reported at once`],
  },
  {
    id: 'CMD-03',
    text: 'Maps merge in depth, file lists unite, other values replace, null deletes.',
    tests: [`${commandSteps}#maps merge in depth`, `${commandSteps}#file lists unite`],
  },
  {
    id: 'CMD-04',
    text: "A phase's error goes when the phase leaves failed.",
    tests: [`${commandSteps}#the error goes when the phase leaves failed`],
  },
  {
    id: 'CMD-05',
    text: 'Lists and current phase follow from the phases, together with the names that only the state knows.',
    tests: [
      `${commandResume}#settling makes the lists follow`,
      `${commandSteps}#any sequence of events keeps a valid document`,
    ],
  },
  {
    id: 'CMD-06',
    text: 'A phase on a complete checkpoint begins a new run when asked to; typical phases are then pending.',
    tests: [`${commandSteps}#a new run starts afresh`, `${commandSteps}#typical phases are pending`],
  },
  {
    id: 'CMD-07',
    text: 'Unknown fields are kept, in their place.',
    tests: [
      `${commandCheck}#unknown fields are valid everywhere`,
      `${commandSteps}#member order and unchanged parts are kept`,
    ],
  },
  {
    id: 'CMD-08',
    text: 'Drifted documents never make a reader throw.',
    tests: [`${commandResume}#drifted documents never make the reader throw`],
  },
  {
    id: 'CMD-09',
    text: 'What the check accepts, the published schema accepts.',
    tests: [`${commandCheck}#what the check accepts`, `${flowCheck}#what the check accepts`],
  },
  {
    id: 'PIPE-01',
    text: "Seed 003's complete examples are valid, and its fragments are what the operations make.",
    tests: [`${pipeSeed}#examples 1 and 7 are valid`, `${pipeSeed}#fragments 2 to 6`],
  },
  {
    id: 'PIPE-02',
    text: 'Every rule of consistency and status holds after each accepted event.',
    tests: [
      `${pipeSteps}#keep every rule after each accepted event`,
      `${pipeSteps}#keep every rule where the spec is not known`,
    ],
  },
  {
    id: 'PIPE-03',
    text: 'Ids match PRD-\\d{3} unless the pattern is widened.',
    tests: [`${pipeCheck}#accepts other ids when the pattern is widened`],
  },
  {
    id: 'PIPE-04',
    text: 'With nothing running and work left, the status is paused.',
    tests: [`${pipeWork}#pauses when nothing runs any more`],
  },
  {
    id: 'PIPE-05',
    text: 'A gate is recorded for each workstream that names it, else for its phase; an id stays pending until its last use passes.',
    tests: [
      `${pipeGates}#records one run of a gate for each workstream`,
      `${pipeGates}#keeps the id pending until its last use`,
    ],
  },
  {
    id: 'PIPE-06',
    text: 'A failure is refused while siblings run unless they are stopped, and moves into history when left.',
    tests: [`${pipeWork}#is refused while others run`, `${pipeWork}#leaves a failure behind`],
  },
  {
    id: 'PIPE-07',
    text: 'do_not_ship blocks the start until a second attempt or an override with a reason.',
    tests: [`${pipeRecord}#blocks the start with do_not_ship`, `${pipeRecord}#after an override with a reason`],
  },
  {
    id: 'PIPE-08',
    text: 'A late done is accepted.',
    tests: [`${pipeWork}#is accepted late`],
  },
  {
    id: 'PIPE-09',
    text: 'A complete pipeline takes notes and nothing else.',
    tests: [`${pipeWork}#is refused on a complete pipeline, except a note`],
  },
  {
    id: 'PIPE-10',
    text: 'In progress with nothing running is shown as stalled; drifted files are read.',
    tests: [`${pipeResume}#says stalled`, `${pipeResume}#reads drifted documents`],
  },
  {
    id: 'PIPE-11',
    text: 'Only documents of a pipeline’s shape are taken for pipelines.',
    tests: [`${pipeIndex}#recognises`],
  },
  {
    id: 'PIPE-12',
    text: 'Init stores what the spec says, and is refused where a checkpoint exists.',
    tests: [`${pipeInit}#stores what the spec says`, `${pipeInit}#is refused where a checkpoint exists`],
  },
  {
    id: 'WF-01',
    text: "The seed's example is valid, and every required field is required.",
    tests: [`${flowCheck}#example is valid`, `${flowCheck}#is required`],
  },
  {
    id: 'WF-02',
    text: 'Ids have the seed’s form in UTC, are read from their end, and a taken one gives way to the next second.',
    tests: [
      `${flowId}#examples are made, with the time in UTC`,
      `${flowId}#an id is read from its end`,
      `${flowId}#one second after`,
    ],
  },
  {
    id: 'WF-03',
    text: 'Work goes on at the first phase that is not completed.',
    tests: [`${flowSteps}#advance completes`, `${flowResume}#the prompt is the seed's`],
  },
  {
    id: 'WF-04',
    text: 'A finish needs all phases, takes the file away and keeps the last state.',
    tests: [`${flowSteps}#a finish with open phases names them`, `${flowSteps}#the file goes where the seed says`],
  },
  {
    id: 'WF-05',
    text: 'Errors that are left behind move into history.',
    tests: [`${flowSteps}#a retry moves the error into history`],
  },
  {
    id: 'WF-06',
    text: 'Older schema versions are migrated in a chain without loss; newer ones are refused for writing.',
    tests: [
      `${flowMigrate}#lifted through every version`,
      `${flowMigrate}#a newer version is refused`,
      'test/library/project.test.ts#a checkpoint of a newer version is read',
    ],
  },
];
