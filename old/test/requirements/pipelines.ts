// Specs, steps, builds, gates and evidence.

import type { Requirement } from './requirement.js';

const resumeCli = 'test/e2e/resume.test.ts';
const specParse = 'src/families/pipeline/spec/parse-spec.test.ts';
const specRandom = 'src/families/pipeline/spec/properties.test.ts';
const specInit = 'src/families/pipeline/spec/init-event.test.ts';
const specSections = 'src/families/pipeline/spec/sections.test.ts';
const specFiles = 'src/service/spec/find-spec.test.ts';
const specHostile = 'test/security/hostile-specs.test.ts';
const ownFile = 'test/e2e/build-own-file.test.ts';
const buildKills = 'test/e2e/build-kills.test.ts';
const buildProgram = 'test/e2e/build.test.ts';
const buildTerminal = 'test/e2e/build-terminal.test.ts';
const buildStep = 'src/families/pipeline/build/next-step.test.ts';
const hostileBuilds = 'test/security/hostile-builds.test.ts';
const specProgram = 'test/e2e/pipeline-spec.test.ts';
const gateRun = 'test/gates/run-gate.test.ts';
const gateProgram = 'test/e2e/gates.test.ts';
const gateFailures = 'test/golden/failures/failures.test.ts';
const heldOpen = 'test/e2e/held-open.test.ts';
const staleness = 'src/families/pipeline/evidence/judge-stale.test.ts';
const fileHashes = 'src/service/evidence/file-hashes.test.ts';
const decisions = 'src/families/pipeline/steps/decisions.test.ts';
const confirmations = 'src/service/gates/confirmations.test.ts';
const steps = 'test/e2e/pipeline-steps.test.ts';
const buildStart = 'test/resume/decide-build.test.ts';
const goesOver = 'test/e2e/build-goes-over.test.ts';
const waits = 'test/e2e/build-waits.test.ts';
const buildGates = 'test/e2e/build-gates.test.ts';
const foreign = 'test/e2e/foreign-pipeline.test.ts';
const ready = 'src/families/pipeline/ready.test.ts';
const writing = 'test/e2e/write.test.ts';

export const pipelines: readonly Requirement[] = [
  {
    id: 'SPEC-01',
    text: 'Specs are understood in all the forms that were met in real files.',
    tests: [`${specParse}#is understood`, `${specParse}#there are at least forty forms`],
  },
  {
    id: 'SPEC-02',
    text: 'Everything that is wrong with a spec is told at once, each with its line, a caret and a fix.',
    tests: [
      `${specParse}#problems of all kinds are found at once`,
      `${specParse}#the caret stands below the word that is wrong`,
    ],
  },
  {
    id: 'SPEC-03',
    text: 'A circle of dependencies is always found, with a true path.',
    tests: [`${specRandom}#refused exactly when it has a circle`],
  },
  {
    id: 'SPEC-04',
    text: 'Phases that a spec does not give follow from its dependencies.',
    tests: [`${specRandom}#derived phases respect them`],
  },
  {
    id: 'SPEC-05',
    text: "A spec leads to a valid checkpoint; that of seed 003's example to the seed's own.",
    tests: [`${specInit}#leads to the seed's first checkpoint`, `${specInit}#becomes a valid checkpoint`],
  },
  {
    id: 'SPEC-06',
    text: 'The hash of a workstream changes with its section, and with nothing else.',
    tests: [`${specSections}#when edited, changes the hash of`],
  },
  {
    id: 'SPEC-07',
    text: 'Hostile specs (bombs, nesting, size, tags, paths) are refused with a clear problem.',
    tests: [`${specHostile}#a hostile spec is refused`, `${specHostile}#leaves Object.prototype as it is`],
  },
  {
    id: 'SPEC-08',
    text: 'A spec is found by id or path; nothing outside of the project is read.',
    tests: [
      `${specFiles}#a spec below docs is found`,
      `${specFiles}#outside of the project is refused, directly and through links`,
      `${specFiles}#else all are listed`,
    ],
  },
  {
    id: 'SPEC-09',
    text: 'Checking and drawing a spec runs none of its commands and changes no file.',
    tests: [`${specProgram}#runs no command of a spec`],
  },
  {
    id: 'SPEC-10',
    text: 'Nothing that is called all the time loads the YAML parser.',
    tests: [`${specProgram}#nothing that is called all the time loads`],
  },
  {
    id: 'STEPS-01',
    text: 'Every operation of seed 003 is a command with an option for each field, and every rule holds after each.',
    tests: [
      `${steps}#goes from its spec to complete, every rule true after every step`,
      `${steps}#keeps message, file and line, and moves into the history`,
      `${steps}#keeps verdict, counts, attempt and report`,
      `${steps}#take fixes as FILE=CHANGE or JSON`,
    ],
  },
  {
    id: 'STEPS-02',
    text: 'A pipeline over an unfinished one of the same id is decided about first, and nobody’s work is taken.',
    tests: [
      `${steps}#over an unfinished run makes the decision first, and begins nothing`,
      `${steps}#does not take a run from someone who works on it`,
      `${buildStart}#over a run is refused unless a person said so`,
    ],
  },
  {
    id: 'STEPS-03',
    text: 'Each step tells which workstreams may start and which gates can be run, and exactly these can.',
    tests: [
      `${steps}#says which workstreams may start and which gates wait`,
      `${ready}#what may start is what a start accepts`,
    ],
  },
  {
    id: 'STEPS-04',
    text: 'A refused step changes nothing, and names the call that would be right.',
    tests: [`${steps}#refusals tell how to do it right`, `${steps}#waits for running siblings, or stops them`],
  },
  {
    id: 'STEPS-05',
    text: 'What was reported before makes no second revision.',
    tests: [
      `${steps}#what is reported twice makes no second revision`,
      `${writing}#completing skips what is pending; once more makes no revision`,
    ],
  },
  {
    id: 'STEPS-06',
    text: 'What a build begins with follows from the status of the run, for all statuses of seed 003.',
    tests: [
      `${buildStart}#asks about a run in progress, goes on with a paused one`,
      `${buildStart}#of a complete run is an error that names the roadmap`,
      `${buildStart}#without an id takes the most recent unfinished pipeline`,
      `${resumeCli}#a failed pipeline shows seed 003’s display and its error`,
    ],
  },
  {
    id: 'STEPS-10',
    text: 'A checkpoint of another tool in seed 003’s format is read, held and shown with its spec, as a build does it.',
    tests: [
      `${foreign}#is resumed, briefed, shown and explained with the names and the phases of its spec`,
      `${foreign}#goes on where its lists say, whatever its phase says`,
      `${foreign}#holds steps to the order of the spec, and the first one keeps it`,
      `${foreign}#has its gates run and recorded as the spec names them`,
      `${foreign}#is what its lists say where its spec is not there`,
    ],
  },
  {
    id: 'STEPS-08',
    text: 'Reported work that is odd is told as such, and artifacts are files of the repository.',
    tests: [
      `${steps}#work that is reported before what it needs, or without its outputs, is taken with a remark`,
      `${steps}#files outside of the repository, and git’s own, are no artifacts`,
    ],
  },
  {
    id: 'STEPS-09',
    text: 'What an edit of the spec brought and dropped is told by resume, steps and build; a renamed spec is found.',
    tests: [
      `${buildProgram}#says which workstreams an edited spec dropped and brought`,
      `${buildProgram}#goes on with a spec that was renamed, as its id finds it`,
    ],
  },
  {
    id: 'STEPS-07',
    text: 'Names that stand in files cannot steer a terminal through an error message.',
    tests: [`${steps}#names from a file cannot steer the terminal`],
  },
  {
    id: 'BUILD-02',
    text: 'The next step of a build follows from the checkpoint, what runs and the limits: phases, dependencies, gates, approvals.',
    tests: [
      `${buildStep}#brings every plan to its end, never with more at once than allowed, whatever ends first`,
      `${buildStep}#asks a person after the spec, after each phase and before completion, each once`,
      `${buildProgram}#runs what may run side by side, as its dependencies and phases allow`,
    ],
  },
  {
    id: 'BUILD-03',
    text: 'Nothing of a spec is run that nobody confirmed; executors come from the user alone, and all that are missing are named first.',
    tests: [
      `${buildProgram}#without a terminal and without --yes runs nothing that nobody has confirmed, and shows it`,
      `${buildProgram}#that nothing is known about are all named before anything begins`,
      `${buildProgram}#are never taken from a repository`,
      `${buildTerminal}#commands that are not confirmed are not run`,
    ],
  },
  {
    id: 'BUILD-04',
    text: 'A failure stops the build with message, file and line in the checkpoint; what could not be run is blocked, not failed.',
    tests: [
      `${buildProgram}#lets what runs finish, starts nothing more, and leaves its place in the checkpoint`,
      `${buildProgram}#without its outputs has failed although it ended well`,
      `${buildProgram}#because it could not be run is blocked, not failed`,
      `${buildProgram}#that could not be run blocks the build, which is no failure`,
    ],
  },
  {
    id: 'BUILD-05',
    text: 'A resumed build runs only what is left, what has changed, and what an edited spec added.',
    tests: [
      `${buildProgram}#is asked about before it goes on, and then only what is left is run`,
      `${buildProgram}#does exactly that again whose files changed; a commit alone changes nothing; --accept keeps it`,
      `${buildProgram}#takes over a spec that was edited meanwhile`,
      'src/families/pipeline/steps/replan.test.ts#keeps what is done, and adds what is new as pending',
    ],
  },
  {
    id: 'BUILD-06',
    text: 'Ctrl-C once pauses a build, twice stops it at once; one run is built by one build at a time.',
    tests: [
      `${buildTerminal}#Ctrl-C pauses: what runs is ended and pending again`,
      `${buildTerminal}#Ctrl-C twice stops at once what does not end by itself`,
      `${buildProgram}#is left alone by a second one, which is told who holds it`,
    ],
  },
  {
    id: 'BUILD-07',
    text: 'Children never outlive their build, also a killed one, also when they left their group or ignore SIGTERM; no other process is hit.',
    tests: [
      `${hostileBuilds}#hangs and ignores SIGTERM is ended, with what it started`,
      `${hostileBuilds}#leaves processes behind in sessions of their own leaves none`,
      `${hostileBuilds}#is killed together with its build leaves nothing, before anyone takes the run up`,
      'src/service/process/child-roll.test.ts#is not mistaken for a later process with its id, nor for one before a restart',
    ],
  },
  {
    id: 'BUILD-08',
    text: 'The output of children is kept in little room, without secrets and escape sequences, however much it is.',
    tests: [
      `${hostileBuilds}#prints without end is ended, and its log stays small`,
      `${hostileBuilds}#prints secrets and escape sequences leaves neither in its log, its checkpoint or on the screen`,
      'src/service/process/kept-output.test.ts#has no private key in it, though that comes line by line',
      'src/service/process/kept-output.test.ts#takes little memory, however much it is, with and without line ends',
    ],
  },
  {
    id: 'BUILD-01',
    text: 'A build that is killed again and again finishes: nothing recorded is run again, artifacts and gates are complete, every revision is valid.',
    tests: [`${buildKills}#each workstream ran to its end once after its last kill`],
  },
  {
    id: 'BUILD-09',
    text: 'A hostile spec touches nothing outside of the repository, and meets no shell that was not shown.',
    tests: [
      `${hostileBuilds}#has metacharacters in its words meets no shell`,
      `${hostileBuilds}#needs a shell is shown as such before it is confirmed`,
      `${hostileBuilds}#by a link are not collected`,
    ],
  },
  {
    id: 'BUILD-10',
    text: 'A build whose checkpoint file is taken back or away by its own workstreams goes on, and does nothing twice.',
    tests: [
      `${ownFile}#says once that its file was changed`,
      `${ownFile}#leaves what is done, and goes on from there`,
      `${ownFile}#keeps what a workstream says to pawl itself`,
    ],
  },
  {
    id: 'GATE-01',
    text: 'pawl runs a gate itself and remembers verdict, exit code, duration, end of the output, HEAD and the hashes of what it covered.',
    tests: [`${gateRun}#the checkpoint remembers what it covered`, `${gateRun}#is about the whole tracked tree`],
  },
  {
    id: 'GATE-02',
    text: 'A failure stands in the checkpoint with message, file and line; only files of the repository are named.',
    tests: [
      `${gateRun}#fails with its message, file and line`,
      `${gateProgram}#runs tsc over real files`,
      `${gateProgram}#reads the output of node:test`,
      `${gateFailures}#the file and line of`,
      `${gateFailures}#only files that are known are named`,
    ],
  },
  {
    id: 'GATE-03',
    text: 'Blocked is not failed: a command that cannot be run, or gives no verdict in time, leaves the run as it is.',
    tests: [
      `${gateRun}#is blocked, not failed`,
      `${gateRun}#at its time limit and counts as blocked`,
      `${gateProgram}#exit code 6, and the run has not failed`,
      `${confirmations}#tells pass, fail, and that it gave no verdict`,
      `${decisions}#of a blocked run changes nothing else`,
    ],
  },
  {
    id: 'GATE-04',
    text: 'A command of a spec is shown and confirmed once for its text and project; confirmations live in the configuration of the user.',
    tests: [
      `${gateRun}#until it was confirmed, once for each text`,
      `${gateProgram}#nothing runs that nobody confirmed`,
      `${gateProgram}#a command is shown and confirmed once`,
      `${confirmations}#the way it is run and the project`,
    ],
  },
  {
    id: 'GATE-05',
    text: 'Hostile gate commands (hanging, printing without end, forking, ignoring SIGTERM, metacharacters) end cleanly and touch nothing else.',
    tests: [
      `${gateRun}#nothing of it is left`,
      `${gateRun}#what it leaves in the background is ended`,
      `${gateRun}#shell metacharacters are arguments`,
      `${gateProgram}#reach no shell that was not shown`,
      `${gateRun}#secrets in its output are not stored`,
    ],
  },
  {
    id: 'GATE-06',
    text: 'A waiver needs a person, a reason and an issue; some gates can never be waived; --yes answers approvals, never waivers.',
    tests: [
      `${gateRun}#needs a person, a reason and an issue`,
      `${gateProgram}#need all three, and --yes is none of them`,
      `${gateProgram}#never_waivable is never waived`,
      `${gateProgram}#a waiver is asked for once more`,
    ],
  },
  {
    id: 'GATE-07',
    text: 'A manual gate is inspected and answered by a person; a no is recorded and stops.',
    tests: [`${gateRun}#a no is recorded and stops`, `${gateProgram}#a no is kept and stops`],
  },
  {
    id: 'STALE-01',
    text: 'Editing one output makes exactly its unit and its dependants stale, with their gates; a new commit alone makes nothing stale.',
    tests: [
      `${staleness}#exactly the makers of the file and their dependants`,
      `${gateRun}#a commit nothing`,
      `${gateProgram}#resume names exactly what an edit made stale`,
    ],
  },
  {
    id: 'STALE-02',
    text: 'Globs are frozen, and a file that a later unit changed is compared with the last state that a completed unit recorded.',
    tests: [`${staleness}#is compared with what that one recorded`, `${gateRun}#its dependants and their gates stale`],
  },
  {
    id: 'STALE-03',
    text: "A unit's own section of the spec, or a gate's definition, makes stale what it is about, and nothing else.",
    tests: [`${staleness}#a changed gate only itself`, `${gateRun}#and prose elsewhere nothing`],
  },
  {
    id: 'STALE-04',
    text: 'A repair after a failed gate is for that gate to judge, and counts once the gate has passed.',
    tests: [`${staleness}#is for the gate to judge`, `${staleness}#the mended state is what counts`],
  },
  {
    id: 'STALE-05',
    text: 'To resume returns exactly the stale results to be done; --accept keeps them on the record until they change again.',
    tests: [
      `${gateProgram}#returns them to be done, and only them`,
      `${gateProgram}#keeps them on the record`,
      `${decisions}#are kept by a person, with a reason`,
    ],
  },
  {
    id: 'STALE-06',
    text: 'Files are known by content, hashes are cached by stat without missing a change, and nothing outside of the repository is read.',
    tests: [
      `${fileHashes}#a file that looks as it did is not read again`,
      `${fileHashes}#it may change again unseen`,
      `${fileHashes}#leads out of the project is nothing`,
      `${fileHashes}#as good as none`,
    ],
  },
  {
    id: 'STALE-08',
    text: "No pattern of a spec stands for the spec, for pawl's own files or for git's.",
    tests: [`${fileHashes}#never by a pattern`, `${ownFile}#stand neither for the checkpoint`],
  },
  {
    id: 'STALE-07',
    text: 'why, show and gate status tell how each result is known, and which no longer hold.',
    tests: [`${gateProgram}#explain how results are known`],
  },
  {
    id: 'STALE-09',
    text: 'The status shows which results of an unfinished pipeline no longer hold.',
    tests: [`${buildProgram}#is shown by the status with what no longer holds`],
  },
  {
    id: 'STALE-10',
    text: 'Work that was begun over earlier files and did not come to its end makes no earlier result stale.',
    tests: [
      `${goesOver}#is done again alone`,
      `${goesOver}#leaves files that it does not name`,
      `${goesOver}#has no part in what is changed after`,
      `${staleness}#the business of work under way`,
    ],
  },
  {
    id: 'STALE-11',
    text: 'A run becomes complete only on results that hold, whoever drives it; what no longer holds is told with what to do.',
    tests: [
      `${heldOpen}#is told what no longer holds at every start and report`,
      `${heldOpen}#stays open at its last report`,
      `${heldOpen}#stays open for the library as well`,
      `${heldOpen}#is complete when it is taken up and everything holds again`,
    ],
  },
  {
    id: 'STALE-12',
    text: 'A gate is due again when work of its own or an earlier phase is done after it that it covers.',
    tests: [`${heldOpen}#are due again when new work`, `${heldOpen}#makes its gate due again`],
  },
  {
    id: 'STALE-13',
    text: 'A file that a report names and that never existed is a claim, and no evidence.',
    tests: [`${heldOpen}#with a file that never existed`],
  },
  {
    id: 'STALE-14',
    text: 'What gates mend, and what others change while a build runs, makes nothing stale, and is told.',
    tests: [`${heldOpen}#that mend the same file leave nothing stale`, `${heldOpen}#while later work ran: told`],
  },
  {
    id: 'STALE-15',
    text: 'Stale results of a complete run are kept on the record, or looked at again by their gate alone.',
    tests: [`${heldOpen}#on the record`, `${heldOpen}#has its gate run alone`],
  },
  {
    id: 'STALE-16',
    text: 'On another branch nothing of a pipeline is done again that stands on the branch it was done on.',
    tests: [`${heldOpen}#on another branch nothing of a pipeline is done again`],
  },
  {
    id: 'GATE-08',
    text: 'Files that change while a gate covers them are told, and stay on record with its result.',
    tests: [`${buildGates}#is told by the build`],
  },
  {
    id: 'GATE-09',
    text: 'Waivers stand in the summary of a build; a complete run tells what no longer holds, and only that is built again.',
    tests: [`${buildGates}#the summary names waivers`, `${buildGates}#and --redo builds only that`],
  },
  {
    id: 'BUILD-14',
    text: 'Finished work is never run again over what a gate, a person who was asked, its agent or interrupted work did.',
    tests: [
      'test/e2e/build-finished-work.test.ts#over what a gate changed',
      'test/e2e/build-finished-work.test.ts#over the repair of a file',
      'test/e2e/build-finished-work.test.ts#after a no at a manual gate',
      'test/e2e/build-finished-work.test.ts#because its agent ticked its boxes',
      'test/e2e/build-finished-work.test.ts#because later work changed its file',
    ],
  },
  {
    id: 'BUILD-11',
    text: "A person's no stands: every place tells it and how to go on, and nothing is started past it without a yes.",
    tests: [
      `${waits}#and nothing goes past it`,
      `${waits}#is taken back by a yes`,
      `${waits}#both are on record`,
      `${waits}#at a manual gate`,
    ],
  },
  {
    id: 'BUILD-12',
    text: 'What a run waits for that is no work is its resume verdict, with the command that comes next.',
    tests: [`${waits}#only for the approval of its completion`, `${waits}#could not be run is blocked`],
  },
];
