// The promises of this version as data: one sentence each, with the tests that keep it. A test is named as
// `path#part of its name`; requirements.test.ts fails when it does not exist.

export interface Requirement {
  readonly id: string;
  readonly text: string;
  readonly tests: readonly string[];
}

const drift = 'test/golden/drift/drift.test.ts';
const doctor = 'test/e2e/doctor.test.ts';
const doctorDrift = 'test/e2e/doctor-drift.test.ts';
const conformance = 'src/store/conformance.ts';
const shipGate = 'test/e2e/ship-gate.test.ts';
const handoffRules = 'src/families/handoff/handoff.test.ts';
const handoffCli = 'test/e2e/handoff.test.ts';
const leases = 'test/faults/leases.test.ts';
const mcp = 'test/e2e/mcp.test.ts';
const mcpLines = 'test/security/mcp-lines.test.ts';
const resume = 'test/resume/decide.test.ts';
const resumeCli = 'test/e2e/resume.test.ts';
const log = 'src/store/file/log/log.test.ts';
const processes = 'test/faults/processes.test.ts';
const kills = 'test/faults/kills.test.ts';
const segments = 'test/faults/segments.test.ts';
const syscalls = 'test/faults/syscalls.test.ts';
const damagedLog = 'test/faults/damaged-log.test.ts';
const damagedPublished = 'test/faults/damaged-published.test.ts';
const fullDisk = 'test/faults/full-disk.test.ts';
const edits = 'test/faults/hand-edits.test.ts';
const rollForward = 'test/faults/roll-forward.test.ts';
const branches = 'test/faults/branch-switch.test.ts';
const wholeSaves = 'test/faults/whole-saves.test.ts';
const names = 'src/rules/names.test.ts';
const plain = 'src/rules/json/plain.test.ts';
const tokens = 'src/rules/text/tokens.test.ts';
const redact = 'src/rules/text/redact.test.ts';
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
const specParse = 'src/families/pipeline/spec/parse-spec.test.ts';
const specRandom = 'src/families/pipeline/spec/properties.test.ts';
const specInit = 'src/families/pipeline/spec/init-event.test.ts';
const specSections = 'src/families/pipeline/spec/sections.test.ts';
const specFiles = 'src/service/spec/find-spec.test.ts';
const specHostile = 'test/security/hostile-specs.test.ts';
const buildKills = 'test/e2e/build-kills.test.ts';
const buildProgram = 'test/e2e/build.test.ts';
const buildTerminal = 'test/e2e/build-terminal.test.ts';
const buildStep = 'src/families/pipeline/build/next-step.test.ts';
const hostileBuilds = 'test/security/hostile-builds.test.ts';
const specProgram = 'test/e2e/pipeline-spec.test.ts';
const gateRun = 'test/gates/run-gate.test.ts';
const gateProgram = 'test/e2e/gates.test.ts';
const gateFailures = 'test/golden/failures/failures.test.ts';
const staleness = 'src/families/pipeline/evidence/judge-stale.test.ts';
const fileHashes = 'src/service/evidence/file-hashes.test.ts';
const decisions = 'src/families/pipeline/steps/decisions.test.ts';
const confirmations = 'src/service/gates/confirmations.test.ts';
const steps = 'test/e2e/pipeline-steps.test.ts';
const buildStart = 'test/resume/decide-build.test.ts';
const ready = 'src/families/pipeline/ready.test.ts';
const historyUnit = 'src/service/history/history.test.ts';
const historyCli = 'test/e2e/history.test.ts';
const keepsCode = 'src/service/code/keep.test.ts';
const restoresCode = 'src/service/code/restore.test.ts';
const codeCli = 'test/e2e/code.test.ts';
const lifecycle = 'src/service/lifecycle/lifecycle.test.ts';
const lifecycleCli = 'test/e2e/lifecycle.test.ts';
const dropins = 'test/e2e/dropins.test.ts';
const see = 'test/e2e/see.test.ts';
const init = 'test/e2e/init.test.ts';
const demo = 'test/e2e/demo.test.ts';
const writing = 'test/e2e/write.test.ts';
const utils = 'test/e2e/utils.test.ts';
const cli = 'test/e2e/cli.test.ts';
const pins = 'test/pins.test.ts';
const docs = 'test/docs.test.ts';

export const requirements: readonly Requirement[] = [
  // The store's contract
  {
    id: 'STORE-S1',
    text: 'A put that was acknowledged is what the next read returns.',
    tests: [`${conformance}#S1 a put that was acknowledged`],
  },
  {
    id: 'STORE-S2',
    text: 'A put that was acknowledged survives the end of its process.',
    tests: [`${conformance}#S2 what was acknowledged`, `${kills}#kills during updatePhase`],
  },
  {
    id: 'STORE-S3',
    text: 'A put that expects another revision stores nothing; of many that expect the same one, exactly one is stored.',
    tests: [`${conformance}#S3 a put that expects another revision`, `${conformance}#S3 of many puts`],
  },
  {
    id: 'STORE-S4',
    text: 'Readers see whole revisions only, and cannot change them behind the store.',
    tests: [`${conformance}#S4 a state that was read`, `${processes}#no reader sees a torn or an older state`],
  },
  {
    id: 'STORE-S5',
    text: 'Revisions of a key rise by one, also over removal and return.',
    tests: [`${conformance}#S5 revisions rise by one`],
  },
  {
    id: 'STORE-S6',
    text: 'Older revisions stay readable, and a damaged newest one never hides them and is never overwritten.',
    tests: [`${conformance}#S6 every older revision`, `${damagedLog}#of 100 acknowledged records`],
  },
  {
    id: 'STORE-S7',
    text: 'Keys that look alike do not collide, and none leaves the space of the store.',
    tests: [`${conformance}#S7 keys that look alike`],
  },
  {
    id: 'STORE-S8',
    text: 'Order comes from revisions, whatever the clock says.',
    tests: [`${conformance}#S8 order comes from revisions`, `${rollForward}#that jump back or ahead`],
  },
  {
    id: 'STORE-S9',
    text: 'Closing twice is safe, and a closed store refuses work.',
    tests: [`${conformance}#S9 closing twice`],
  },
  {
    id: 'STORE-10',
    text: 'The same op id twice counts once.',
    tests: [`${conformance}#the same op id twice counts once`],
  },
  {
    id: 'STORE-11',
    text: 'All stores are held to one exported suite.',
    tests: ['test/conformance/stores.test.ts#memory store', 'test/conformance/stores.test.ts#file store'],
  },

  {
    id: 'STORE-12',
    text: 'Lists say what the checkpoints themselves say, whatever happened to files, folders or the catalogue.',
    tests: [
      'test/faults/catalog.test.ts#answers every list as the checkpoints themselves would',
      'test/faults/catalog.test.ts#is no reason to fail',
    ],
  },
  {
    id: 'STORE-13',
    text: 'A purged checkpoint leaves no line behind.',
    tests: ['test/faults/catalog.test.ts#keeps no line about a checkpoint that was purged'],
  },
  {
    id: 'STORE-14',
    text: 'Writers that keep losing queue; a queue whose holder died stops nobody.',
    tests: [
      'src/store/file/turn.test.ts#of a process that is gone does not stop the others',
      `${processes}#32 processes × 100`,
    ],
  },

  // The log
  {
    id: 'LOG-01',
    text: 'A record counts if its predecessor is the newest where it landed; otherwise its writer was overtaken and knows it.',
    tests: [`${log}#a record counts when its predecessor`, `${log}#of two first records the second is overtaken`],
  },
  {
    id: 'LOG-02',
    text: 'Torn and growing lines neither hide nor fake a record.',
    tests: [`${log}#a torn line before a record`, `${log}#a line that is still growing`],
  },
  {
    id: 'LOG-03',
    text: 'A record that another writer overwrote where it landed is not acknowledged.',
    tests: [`${log}#a record that is overwritten by another writer`],
  },
  {
    id: 'LOG-04',
    text: 'A whole record on a predecessor that is missing proves damage: it is not taken for overtaken, and writing stops.',
    tests: [
      `${log}#a whole record on a predecessor that is not here`,
      `${damagedLog}#refuses the next save, and says so`,
    ],
  },
  {
    id: 'LOG-05',
    text: 'A log that was cut while it was open is damage.',
    tests: [`${log}#a log that was cut while it was open`],
  },
  {
    id: 'LOG-06',
    text: 'What a slow writer appends behind a seal is void, and it notices.',
    tests: [`${log}#a writer that slept while the log was sealed`, `${log}#a writer that slept over several segments`],
  },
  {
    id: 'LOG-07',
    text: 'A missing segment is never mistaken for an absent checkpoint.',
    tests: [`${log}#a missing segment is no absent checkpoint`, `${log}#a pointer to the current segment`],
  },
  {
    id: 'LOG-08',
    text: 'A rotation that a crash cut off is finished by the next writer.',
    tests: [`${log}#a segment whose beginning was cut off`],
  },
  {
    id: 'LOG-09',
    text: 'Every flipped bit changes a checksum, and the checksums of stored files stay as they are.',
    tests: [
      'src/rules/checksum.test.ts#every flipped bit',
      'src/rules/checksum.test.ts#values that files on disk carry',
    ],
  },
  {
    id: 'LOG-10',
    text: 'A stored change gives exactly the state that was put, or is refused as damage.',
    tests: [
      'src/rules/json/patch.test.ts#applied to the first, gives the second',
      'src/rules/json/patch.test.ts#refused as damage',
    ],
  },
  {
    id: 'LOG-11',
    text: 'Logs of released formats are read to the same states, and can be written on.',
    tests: [`${pins}#are read to the same states and histories`, `${pins}#can be written on`],
  },

  {
    id: 'LOG-12',
    text: 'Packing loses no revision, whoever is late with it and whoever reads meanwhile.',
    tests: [
      `${segments}#every revision is in the history`,
      `${segments}#does not pack the pointer over the history`,
      `${segments}#history that is read while others pack`,
    ],
  },

  // Faults
  {
    id: 'FAULT-01',
    text: 'Random SIGKILLs during saves lose nothing that was acknowledged and leave nothing behind after the sweep.',
    tests: [`${kills}#kills during updatePhase`, `${kills}#kills while segments are sealed and packed`],
  },
  {
    id: 'FAULT-02',
    text: 'A kill or an error at any system call of a save leaves the old or the new revision, whole, and gives no false answer.',
    tests: [`${syscalls}#old or new, whole, and no false answer`],
  },

  {
    id: 'FAULT-03',
    text: 'A flipped bit anywhere in a log, or a log that was cut, never lets a save be acknowledged on a shortened history.',
    tests: [
      `${damagedLog}#of 100 acknowledged records`,
      `${damagedLog}#of one acknowledged record`,
      `${damagedLog}#at every length`,
    ],
  },
  {
    id: 'FAULT-04',
    text: 'Every prefix and every flipped bit of a published file: the right revision, or a clean refusal; garbage is kept aside.',
    tests: [
      `${damagedPublished}#nothing is lost, garbage is kept aside`,
      `${damagedPublished}#without a log: taken as it is, or left alone`,
    ],
  },
  {
    id: 'FAULT-05',
    text: 'On a full disk the old revision stays intact, the error is clear, and work goes on when there is room again.',
    tests: [
      `${fullDisk}#old or new, whole, and all well when space returns`,
      `${fullDisk}#the facade says false and one line`,
    ],
  },
  {
    id: 'FAULT-06',
    text: 'What cannot be read is never taken for absent: nothing is started over it.',
    tests: [`${fullDisk}#nothing is started over it`, `${fullDisk}#while reading never starts over good work`],
  },
  {
    id: 'FAULT-07',
    text: 'A publication that a crash cut off is rolled forward.',
    tests: [
      `${rollForward}#between append and publish is rolled forward`,
      `${rollForward}#between publish and marker is no edit`,
    ],
  },
  {
    id: 'FAULT-08',
    text: 'A late publisher never leaves an older revision over a newer one.',
    tests: [`${rollForward}#frozen before its rename`, `${rollForward}#that marks an older revision after a newer one`],
  },

  // What people do to published files
  {
    id: 'HAND-01',
    text: 'An edit by hand becomes one new revision, merged with what came in between, and is never overwritten.',
    tests: [
      `${edits}#is adopted as one new revision, not as two`,
      `${edits}#is merged: both changes are there`,
      `${edits}#in the very moment it is replaced`,
    ],
  },
  {
    id: 'HAND-02',
    text: 'Bytes that do not parse are copied aside, and the newest good revision stays current.',
    tests: [`${edits}#so that it does not parse is copied aside`],
  },
  {
    id: 'HAND-03',
    text: 'A removal or a move to failed/ by hand is honoured, and the history stays.',
    tests: [`${edits}#by hand: the checkpoint is gone, its history stays`, `${edits}#moved to failed/ is failed`],
  },
  {
    id: 'HAND-04',
    text: "Another tool's checkpoint is adopted as revision 1; what is no checkpoint is left alone.",
    tests: [
      'test/faults/foreign-files.test.ts#is adopted as revision 1',
      'test/faults/foreign-files.test.ts#that is no checkpoint is left alone',
    ],
  },
  {
    id: 'HAND-05',
    text: 'A switch of branches is neither an edit nor a removal by hand.',
    tests: [`${branches}#that changes a tracked pipeline file`, `${branches}#that removes a pipeline file`],
  },

  // Many writers
  {
    id: 'RACE-01',
    text: '8 processes × 250 updates of one checkpoint: 2,000 of 2,000 are kept.',
    tests: [`${processes}#8 processes × 250 updates`],
  },
  {
    id: 'RACE-02',
    text: '32 processes × 100 updates of one checkpoint: all are kept.',
    tests: [`${processes}#32 processes × 100 updates`],
  },
  {
    id: 'RACE-03',
    text: 'A whole save keeps what others stored since its document was loaded.',
    tests: [
      `${wholeSaves}#keeps what another writer updated since the load`,
      `${wholeSaves}#a second save of the same object`,
    ],
  },
  {
    id: 'RACE-04',
    text: 'A whole save that clashes with another is refused, and the places are named.',
    tests: [`${wholeSaves}#is refused with false and one line`],
  },
  {
    id: 'RACE-05',
    text: 'Changes of different members merge without a clash.',
    tests: ['src/rules/json/merge.test.ts#changes of different members are both there'],
  },

  // Names
  {
    id: 'NAMES-01',
    text: 'Plain names keep the prescribed file names.',
    tests: [`${names}#keeps the seeds' file name`],
  },
  {
    id: 'NAMES-02',
    text: 'All other names become slug and hash; different names never share a file.',
    tests: [`${names}#becomes slug and hash`, `${conformance}#S7 keys that look alike`],
  },
  {
    id: 'NAMES-03',
    text: 'Names that differ only in case never share a file.',
    tests: [`${names}#in another case`, `${names}#differ only in the case of the command`],
  },
  {
    id: 'NAMES-04',
    text: 'Empty, dot-only, NUL, half-character and over-long names are refused with a reason.',
    tests: [`${names}#what cannot be a name is refused`],
  },
  {
    id: 'NAMES-05',
    text: 'A ref means the likeliest key first, and a prefix settles it.',
    tests: [`${names}#a ref means the likeliest key first`],
  },

  // Documents from outside
  {
    id: 'INPUT-01',
    text: 'Whatever a caller passes becomes plain JSON or a list of problems; nothing is thrown.',
    tests: [`${plain}#whatever a caller passes`, `${plain}#getters, toJSON, proxies and errors that throw`],
  },
  {
    id: 'INPUT-02',
    text: 'Cycles, depth, size and __proto__ are reported with their place.',
    tests: [
      `${plain}#a cycle is reported where it closes`,
      `${plain}#a document as deep as the limit`,
      `${plain}#a document larger than the limit`,
      `${plain}#a member named __proto__ is reported`,
    ],
  },
  {
    id: 'INPUT-03',
    text: 'Text that is not JSON, too deep, too large or reaches a prototype is refused on reading.',
    tests: [
      `${plain}#text that is not JSON is refused`,
      `${plain}#text with a member named __proto__`,
      `${plain}#text that is too deep`,
    ],
  },

  // Tokens and redaction
  {
    id: 'TOKENS-01',
    text: 'Tokens are words between white space; null, undefined and other values are counted as the seeds say.',
    tests: [`${tokens}#words are counted between white space`, `${tokens}#values that are not strings`],
  },
  {
    id: 'TOKENS-02',
    text: 'A summary of 500 words is valid, one of 501 is not, and the message says so.',
    tests: [`${tokens}#a summary of 500 words is valid`, `${commandCheck}#a summary that is too long`],
  },
  {
    id: 'TOKENS-03',
    text: 'The estimate is never below what real tokenizers count.',
    tests: [`${tokens}#the estimate is never below`],
  },
  {
    id: 'REDACT-01',
    text: 'A secret of every known kind is redacted in what is newly written.',
    tests: [`${redact}#a secret of every kind is redacted`, `${redact}#only what is new is redacted`],
  },
  {
    id: 'REDACT-02',
    text: 'Ids, hashes, paths and times are never touched, nor is benign text.',
    tests: [`${redact}#hashes, ids, paths and times are never touched`, `${redact}#a benign text is not touched`],
  },
  {
    id: 'REDACT-03',
    text: 'Redaction takes linear time.',
    tests: [`${redact}#searched in linear time`],
  },

  // Command checkpoints
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

  // Pipelines
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

  // Workflows
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
    tests: [`${flowMigrate}#lifted through every version`, `${flowMigrate}#a newer version is refused`],
  },

  // The silent facade and the drop-ins
  {
    id: 'SILENT-01',
    text: 'A corrupt file gives null and one line with its path, and stays as it is.',
    tests: [`${dropins}#a corrupt file gives null`],
  },
  {
    id: 'SILENT-02',
    text: 'A checkpoint from another commit is returned, with one line that names both by 7 characters.',
    tests: [`${dropins}#a checkpoint from another commit`],
  },
  {
    id: 'SILENT-03',
    text: 'A summary that is too long is refused in one line, and no file appears.',
    tests: [`${dropins}#a summary of 501 tokens is refused`],
  },
  {
    id: 'SILENT-04',
    text: 'An absent checkpoint is null without a word.',
    tests: [`${dropins}#an absent checkpoint is null`],
  },
  {
    id: 'SILENT-05',
    text: 'A run goes from its first phase to its end through the seeds’ functions alone.',
    tests: [`${dropins}#a run goes from the first phase to the end`],
  },
  {
    id: 'DROPIN-01',
    text: 'The tests of seed 000 run as they stand against the drop-ins.',
    tests: [`${dropins}#runs as it stands against the drop-ins`],
  },
  {
    id: 'DROPIN-02',
    text: 'Each drop-in works alone by require from any folder, and documents its functions.',
    tests: [`${dropins}#works alone, by require`, `${dropins}#documents every exported function`],
  },
  {
    id: 'DROPIN-03',
    text: 'Init is idempotent, never overwrites what a person changed, and asks before it extends their utils.cjs.',
    tests: [
      `${init}#a second run changes nothing`,
      `${init}#is kept when a person changed it`,
      `${init}#is left alone without consent`,
    ],
  },
  {
    id: 'DROPIN-04',
    text: 'Init refuses symbolic links, and can take back what it wrote.',
    tests: [`${init}#a symbolic link at`, `${init}#takes back what init wrote`],
  },

  // Specs
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

  // The steps of a pipeline
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
    id: 'STEPS-07',
    text: 'Names that stand in files cannot steer a terminal through an error message.',
    tests: [`${steps}#names from a file cannot steer the terminal`],
  },
  {
    id: 'HIST-04',
    text: 'Revisions behind a damaged record are listed, marked as unreadable, and refused with the reason.',
    tests: [
      `${historyCli}#are listed with who, when and what`,
      `${historyCli}#are refused with the reason where their state is wanted`,
    ],
  },
  {
    id: 'RESUME-08',
    text: 'Taking up a run whose file is corrupt puts the good revision in its place, and keeps the bytes aside.',
    tests: [`${resume}#but has a good revision is asked about, and goes on from there`],
  },
  {
    id: 'REPAIR-09',
    text: 'A folder in the place of a checkpoint is told, and how old is too old is a setting.',
    tests: [`${doctor}#a folder with the name of a checkpoint’s file`, `${doctor}#how long that is, is a setting`],
  },
  {
    id: 'UTILS-03',
    text: 'A complete state with only its last phase open completes it; with more open phases it is refused.',
    tests: [`${utils}#a complete state with only the last phase open`],
  },

  // The program
  {
    id: 'DEMO-01',
    text: 'The demo resumes three killed runs, keeps every acknowledged save and leaves nothing behind.',
    tests: [`${demo}#resumes a command, a pipeline and a workflow`],
  },
  {
    id: 'DEMO-02',
    text: 'The demo fails when an acknowledged save is not there.',
    tests: [`${demo}#exits with 1 when an acknowledged save is not there`],
  },
  {
    id: 'CLI-01',
    text: 'With --json one document is all that stands on stdout, errors included.',
    tests: [`${cli}#with --json is one document on stdout`],
  },
  {
    id: 'CLI-02',
    text: 'Exit codes keep their meaning.',
    tests: ['src/surfaces/cli/exit-codes.test.ts#the exit codes are what scripts rely on'],
  },

  // Resume
  {
    id: 'LEASE-01',
    text: 'A killed holder holds no longer, at once, and of several processes that take a free lease exactly one gets it.',
    tests: [`${leases}#holds no longer, at once`, `${leases}#exactly one gets it`],
  },
  {
    id: 'LEASE-02',
    text: 'Several short calls of one owner are one holder; another host is judged by its silence only.',
    tests: [
      `${leases}#several short calls of one owner are one holder`,
      'src/service/lease/lease.test.ts#is over by silence only',
    ],
  },
  {
    id: 'LEASE-03',
    text: 'A lease that cannot be understood counts as someone’s, and links are not followed.',
    tests: [`${leases}#counts as someone’s, and says why`, `${leases}#is neither followed nor replaced`],
  },
  {
    id: 'RESUME-01',
    text: 'The decision is about this session’s own run, else the newest, and gives every reason in words.',
    tests: [`${resume}#is about this session’s own run first`, `${resume}#asks about a failure, with its error`],
  },
  {
    id: 'RESUME-02',
    text: 'A moved HEAD is information; files of finished units that are gone name the units to redo.',
    tests: [`${resume}#takes a moved HEAD for information`, `${resume}#names the units whose files are gone`],
  },
  {
    id: 'RESUME-03',
    text: 'What cannot be read, someone else works on or came with a clone is never taken up by itself.',
    tests: [
      `${resume}#is blocked with seed 004’s options`,
      `${resume}#is blocked while someone else works on the run`,
      `${resume}#is asked about, also with`,
    ],
  },
  {
    id: 'RESUME-04',
    text: 'Starting over an unfinished run of the same id, project or description makes the decision first.',
    tests: [`${resume}#makes the decision about it first`],
  },
  {
    id: 'RESUME-05',
    text: 'Starting fresh and deleting keep the history, and touch nothing that someone else works on.',
    tests: [`${resume}#starting fresh keeps history`, `${resume}#nothing is put away while someone else`],
  },
  {
    id: 'RESUME-06',
    text: 'On a terminal the seeds’ prompts appear, and their four choices do what they say.',
    tests: [
      `${resumeCli}#a workflow shows seed 004’s prompt`,
      `${resumeCli}#s begins anew`,
      `${resumeCli}#v shows what the checkpoint holds`,
      `${resumeCli}#a failed pipeline shows seed 003’s display`,
    ],
  },
  {
    id: 'RESUME-07',
    text: 'Without a terminal nothing is asked: the decision is printed, and the exit code is 6 when someone has to decide.',
    tests: [`${resumeCli}#nothing is asked: the decision is printed`, `${resumeCli}#--json gives one stable document`],
  },
  {
    id: 'BRIEF-01',
    text: 'A brief has at most 4,000 characters, cannot be closed from inside and passes no secret on.',
    tests: [
      'src/service/brief.test.ts#has at most 4,000 characters',
      'src/service/brief.test.ts#cannot be closed from inside',
      'src/service/brief.test.ts#passes no secret on',
    ],
  },

  // Repair
  {
    id: 'REPAIR-01',
    text: 'Every drifted file becomes valid, or the report says exactly what a person must decide.',
    tests: [
      `${drift}#becomes valid, or says what a person must decide`,
      `${doctorDrift}#is valid, has lost no value`,
      `${doctorDrift}#is left as it is, and says what a person must decide`,
    ],
  },
  {
    id: 'REPAIR-02',
    text: 'A repair loses no value, reports every change, and keeps the original as an earlier revision.',
    tests: [
      `${drift}#loses no value, and every change is told`,
      `${doctorDrift}#its original is an earlier revision`,
      `${doctor}#repeated keys: every value stands in the report`,
      'src/families/repair/repair.test.ts#it becomes valid without a loss, or a person is asked',
    ],
  },
  {
    id: 'REPAIR-03',
    text: 'A repair happens once: a second one finds nothing to do. Without --fix nothing is written.',
    tests: [
      `${drift}#is repaired once and for all`,
      `${doctorDrift}#a second run finds nothing to do`,
      `${doctorDrift}#without --fix nothing is written`,
    ],
  },
  {
    id: 'REPAIR-04',
    text: 'Corrupt bytes are never removed; where a history is known the file gets its newest revision back.',
    tests: [`${doctor}#gets its newest revision back`, `${doctor}#has no history is left to a person`],
  },
  {
    id: 'REPAIR-05',
    text: 'Links are not followed, files of other tools are left alone, no file is renamed.',
    tests: [
      `${doctor}#a symbolic link is told and not followed`,
      `${doctor}#leaves the files of other tools alone`,
      `${doctor}#is told, and never renamed`,
    ],
  },
  {
    id: 'REPAIR-06',
    text: 'The doctor never tells a secret; --redact removes it from file, history, copies and catalogue.',
    tests: [
      `${doctor}#are told by place and kind, and never themselves`,
      `${doctor}#are removed from the file, all revisions, copies and the catalogue`,
      'src/store/file/log/rewrite.test.ts#leaves no trace of what is taken out',
    ],
  },
  {
    id: 'REPAIR-07',
    text: 'A damaged log goes on when a person asks for it; leftovers of killed processes go, those of living ones stay.',
    tests: [`${doctor}#a damaged log goes on`, `${doctor}#leftovers of killed processes go`],
  },
  {
    id: 'REPAIR-08',
    text: 'A file outside of any project is repaired in place, and its original stays beside it.',
    tests: [`${doctor}#repairs a file outside of any project in place`],
  },
  // History and code
  {
    id: 'HIST-01',
    text: 'Any two revisions can be compared: in words, and as a JSON Patch that turns the one into the other.',
    tests: [
      'src/rules/json/json-patch.test.ts#applied to the first document gives the second',
      `${historyUnit}#compares any two revisions`,
      `${historyCli}#diff is readable by default`,
    ],
  },
  {
    id: 'HIST-02',
    text: 'Restore makes a new revision equal to an old one but for its change time; nothing of the history is lost.',
    tests: [
      `${historyUnit}#equals the old one but for its change time`,
      `${historyUnit}#refuses when another revision than the expected one`,
      `${historyCli}#a deleted run, and one whose file was removed by hand`,
    ],
  },
  {
    id: 'HIST-03',
    text: 'Fork begins a new run from any revision, under its own name; why tells which events led to a state.',
    tests: [`${historyUnit}#begins a command under its own name`, `${historyUnit}#explains a run and a unit`],
  },
  {
    id: 'CODE-01',
    text: 'Keeping code touches neither index, branches, HEAD, stash nor hooks, and leaves ignored files out.',
    tests: [
      `${keepsCode}#leaves all of the user’s as it was`,
      `${keepsCode}#the stash stays, and hooks of the user are not run`,
      `${keepsCode}#more than the limit is refused`,
    ],
  },
  {
    id: 'CODE-02',
    text: 'Kept code comes back as a new branch or worktree, never over anything, and no name ever reaches a shell.',
    tests: [
      `${restoresCode}#never over a name that is taken`,
      `${restoresCode}#hostile names of branches`,
      `${codeCli}#hostile names of runs and branches run nothing`,
    ],
  },

  // Lifecycle
  {
    id: 'LIFE-01',
    text: 'Only workflows expire: archived after 7 days, out of failed/ after 30; their history is kept.',
    tests: [
      `${lifecycle}#is archived after 7 days`,
      `${lifecycle}#goes after 30 days there`,
      `${lifecycle}#commands never expire`,
      `${lifecycleCli}#puts away what is older than a week`,
    ],
  },
  {
    id: 'LIFE-02',
    text: 'Cleaning up never touches a run that someone works on, and happens by itself at most once a day.',
    tests: [
      `${lifecycle}#is never touched, and it is told why`,
      `${lifecycleCli}#beside a process that works on a run`,
      `${lifecycle}#is done at most once a day`,
    ],
  },
  {
    id: 'LIFE-03',
    text: 'Delete keeps the history; a purge leaves no trace, and only when a person agrees.',
    tests: [
      `${lifecycle}#a purge leaves no trace`,
      `${lifecycleCli}#only when a person agrees`,
      `${lifecycleCli}#no is no`,
    ],
  },
  {
    id: 'LIFE-04',
    text: 'Long histories of completed runs are packed once; every revision stays readable.',
    tests: [`${lifecycle}#is packed once`],
  },
  {
    id: 'WRITE-01',
    text: 'A rejected save lists every problem with its place and its fix, and changes nothing.',
    tests: [
      `${writing}#says every problem with its place and its fix`,
      `${writing}#says what is wrong and writes nothing`,
    ],
  },
  {
    id: 'WRITE-02',
    text: 'The documents of the writing commands keep their members.',
    tests: [`${writing}#answers with --json in a document whose members do not change`],
  },
  {
    id: 'WRITE-03',
    text: 'A change that is repeated with its op id counts once, a start included.',
    tests: [`${writing}#counts once with the same op id`, `${writing}#repeated with its op id is the same start`],
  },
  {
    id: 'WRITE-04',
    text: 'A secret is replaced before it is stored, and the save tells where.',
    tests: [`${writing}#replaces secrets and tells where`],
  },
  {
    id: 'WRITE-05',
    text: 'A start over an unfinished workflow decides about that one first.',
    tests: [`${writing}#decides first, with exit code 6`, `${writing}#asks, and the answer counts`],
  },
  {
    id: 'UTILS-01',
    text: "The shell utilities take seed 004's arguments, and exit with 0 or 1.",
    tests: [
      `${utils}#prints the path of the checkpoint, with what was lifted from the state`,
      `${utils}#mistakes exit with 1`,
      `${utils}#load exits with 1 and says why on stderr`,
      `${utils}#archives what is older than so many days`,
    ],
  },
  {
    id: 'UTILS-02',
    text: 'The shell utilities find pawl and the project by themselves, and need no jq.',
    tests: [`${utils}#find pawl in PATH first`, `${utils}#work on the project that they stand in`],
  },
  {
    id: 'COLD-01',
    text: 'The code cache only speeds a start up: nothing fails without it.',
    tests: ['test/e2e/code-cache.test.ts#is made anew', 'test/e2e/code-cache.test.ts#a start is only slower'],
  },
  // Seeing
  {
    id: 'SEE-01',
    text: 'The status shows every unfinished run of all families on one screen that fits the terminal.',
    tests: [`${see}#columns is as drawn`, `${see}#columns with wide characters and 64 runs`],
  },
  {
    id: 'SEE-02',
    text: 'Text from files cannot play tricks on the terminal.',
    tests: [`${see}#stored text cannot play tricks`, 'src/surfaces/cli/view/view.test.ts#whatever a document holds'],
  },
  {
    id: 'SEE-03',
    text: 'A file that cannot be read is told by every status until a person acts.',
    tests: [`${see}#tells of files that cannot be read, every time`],
  },
  {
    id: 'SEE-04',
    text: 'A repository can only narrow the configuration; it cannot reach out or slow pawl down.',
    tests: [
      'src/service/config/merge.test.ts#a repository may only narrow',
      'src/service/config/merge.test.ts#may be wide, but not slow',
    ],
  },
  {
    id: 'SEE-05',
    text: 'Looking works in a linked worktree, outside any repository and where nothing can be written, and makes no file.',
    tests: [
      `${see}#works in a linked worktree`,
      `${see}#on a file system that cannot be written`,
      `${see}#is friendly when`,
    ],
  },
  {
    id: 'SEE-06',
    text: 'A command line is cut as parseArgs of Node cuts it.',
    tests: ['src/surfaces/cli/argv.test.ts#a command line is cut as parseArgs'],
  },

  // The package
  {
    id: 'PKG-01',
    text: 'What the package exports is an explicit list, the same in both module systems.',
    tests: [`${pins}#in both module systems`],
  },
  {
    id: 'PKG-02',
    text: 'JSON Schemas of the three families are shipped.',
    tests: [`${pins}#the JSON Schemas have these titles`],
  },
  {
    id: 'PKG-03',
    text: 'Every floor imports only from itself and those below; rules and families are pure.',
    tests: ['test/layers.test.ts#every floor imports only', 'test/layers.test.ts#read no clock'],
  },
  {
    id: 'DOCS-01',
    text: 'Every error code has a page that says what happened, what is safe and what to do, and names nothing destructive.',
    tests: [`${docs}#every code has a page`, `${docs}#names no destructive command`],
  },
  {
    id: 'DOCS-02',
    text: 'The examples in README and guide run and print what they say.',
    tests: [`${docs}#runs and prints what its comments say`],
  },

  // What a caller of the library is told
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
    id: 'WORK-01',
    text: 'A save takes or renews its run’s lease, and gives it back when the run is over; another one’s save is stored, and told who holds it.',
    tests: [
      'test/e2e/write.test.ts#another one’s save is stored, and told whose the run is',
      'test/e2e/write.test.ts#gives it back by completing it, and a remark takes nothing',
      'test/e2e/write.test.ts#holds for workflows and whole saves as well',
      `${leases}#is renewed by work, but not with each step`,
    ],
  },
  {
    id: 'WORK-02',
    text: 'Leases that were over long ago do not pile up.',
    tests: ['src/service/lifecycle/lifecycle.test.ts#takes leases away that were over long ago'],
  },
  {
    id: 'WORK-03',
    text: 'A note or an update leaves a workflow’s file where it is.',
    tests: [
      'test/e2e/write.test.ts#stays there when something is only noted or updated',
      'src/families/workflow/transitions.test.ts#what is only recorded leaves the file where it is',
    ],
  },
  {
    id: 'WORK-04',
    text: 'A current phase that can be none is refused, never replaced silently.',
    tests: ['test/e2e/write.test.ts#is refused, with its place'],
  },
  {
    id: 'WORK-05',
    text: 'Configured limits hold: the age from which runs are stale, and the length of summaries.',
    tests: [
      'test/e2e/see.test.ts#follows retention.max_age_days, wherever runs are shown',
      'test/e2e/write.test.ts#a longer one is refused with the limit, by phase and by save',
      'test/e2e/write.test.ts#keeps the ones that are there already',
    ],
  },
  {
    id: 'WORK-06',
    text: 'A run whose units are all done says how it ends, and is not called stalled.',
    tests: [
      'test/e2e/doctor.test.ts#does not stand still: it waits to be completed',
      'src/service/brief.test.ts#says what ends it',
    ],
  },
  {
    id: 'WORK-07',
    text: 'Cleaning up works without git, and happens by itself also when a run is taken up, unless it is switched off.',
    tests: [
      'test/e2e/lifecycle.test.ts#works where git is not installed',
      'test/e2e/lifecycle.test.ts#not by a mere look, and not when it is switched off',
    ],
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
    id: 'MCP-01',
    text: 'Clients of both eras of the protocol list exactly the pinned tools and call every one; so does the MCP inspector.',
    tests: [
      `${mcp}#lists exactly the pinned tools, and calls every one of them`,
      'test/e2e/mcp-inspector.test.ts#the MCP inspector lists and calls every tool',
      'test/e2e/mcp-inspector.test.ts#lists resources, templates and prompts',
    ],
  },
  {
    id: 'MCP-02',
    text: 'Checkpoints and briefs are resources, refs are completed, and a prompt resumes.',
    tests: [`${mcp}#reads checkpoints and briefs, completes refs and gives the resume prompt`],
  },
  {
    id: 'MCP-03',
    text: 'A wrong call is answered with every problem and what to write instead; no message names what destroys.',
    tests: [
      `${mcp}#is told all problems of a call at once, and what to write instead`,
      `${mcp}#counts the same op_id once`,
    ],
  },
  {
    id: 'MCP-04',
    text: 'Nothing destructive without the run and its revision, and nothing is stored over a revision that was not seen.',
    tests: [
      `${mcp}#stores nothing when someone saved since the revision that it saw`,
      'src/surfaces/mcp/guide.test.ts#needs the run and the revision that was seen',
    ],
  },
  {
    id: 'MCP-05',
    text: 'Where a person must decide, they are asked; without them nothing happens, and the model is told how to go on.',
    tests: [
      `${mcp}#has its person asked where one must decide, and does what they choose`,
      `${mcp}#changes nothing when the person declines`,
      `${mcp}#that cannot ask is told what to ask, and how to go on with the answer`,
      `${mcp}#lets nothing pass that only a person can let pass, unless they say yes`,
    ],
  },
  {
    id: 'MCP-06',
    text: 'What was recorded reaches a model framed as data, without secrets and hidden characters.',
    tests: [`${mcp}#gives recorded text in a frame, without secrets and hidden characters`],
  },
  {
    id: 'MCP-07',
    text: 'Malformed lines get valid answers and never end the server; stdout carries the protocol alone.',
    tests: [
      `${mcpLines}#are answered with valid messages by the thousand, and the server goes on`,
      `${mcpLines}#that is no JSON, no request or a batch is refused by its own code`,
      `${mcpLines}#that is far too long is refused, and the next one is read`,
      `${mcpLines}#may come in pieces, without its end`,
      `${mcpLines}#writes nothing but messages to stdout, whatever a library prints`,
    ],
  },
  {
    id: 'MCP-08',
    text: 'The server ends with its client, and answers before that what is under way.',
    tests: [
      `${mcpLines}#answers what is under way when its stdin is closed, and ends`,
      `${mcpLines}#ends when nobody reads its answers any more`,
    ],
  },
  {
    id: 'MCP-09',
    text: 'What the server does is the work of the agent’s session; a second agent is told who holds a run.',
    tests: [
      `${mcp}#a second agent is told who has it, and may take it when the first is gone`,
      `${mcp}#is known to a server that its agent started, although nobody told it`,
      'src/service/lease/lease.test.ts#a program which the agent started and did not tell its session',
    ],
  },
  {
    id: 'MCP-10',
    text: 'The server takes calls at once, and neither its memory nor its open files grow with them.',
    tests: [
      `${mcp}#takes many calls at once, and loses none`,
      'test/e2e/mcp-memory.test.ts#memory and open files stay as they are',
      'src/surfaces/mcp/progress.test.ts#is told that a long call goes on, until it ends',
    ],
  },
  {
    id: 'MCP-11',
    text: 'The server works for the project that is named, else for the one that the client offers.',
    tests: [
      `${mcp}#is the one that the client offers, unless the environment names another`,
      `${mcp}#is that of the current folder when the client offers folders that are not there`,
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
    id: 'STALE-07',
    text: 'why, show and gate status tell how each result is known, and which no longer hold.',
    tests: [`${gateProgram}#explain how results are known`],
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
    id: 'SHIP-01',
    text: 'A verdict lets pass the content that was reviewed, also as a commit that is made of it, and nothing else.',
    tests: [
      `${shipGate}#passes as a commit that /ship makes of it, and nothing else does`,
      `${shipGate}#does not pass in part: a new file that was not committed is missed, by name`,
      `${shipGate}#passes after a rebase only as long as its content is the same`,
      `${shipGate}#is the real object, not one that stands in for it`,
    ],
  },
  {
    id: 'SHIP-02',
    text: 'No review, one that cannot be read, one of other content and one with blockers all block; a missing flag is no approval.',
    tests: [
      `${shipGate}#without --allow, --block or --force nothing is recorded`,
      `${shipGate}#that was edited by hand into nonsense blocks, and says what is wrong`,
      `${shipGate}#that is torn, a link or a folder blocks`,
      `${shipGate}#with blockers blocks, and lists them`,
      'src/families/command/ship.test.ts#lets nothing pass but what was approved without blockers or forced, whatever a file says',
    ],
  },
  {
    id: 'SHIP-03',
    text: 'What cannot be told blocks.',
    tests: [
      `${shipGate}#blocks: no repository, no git, a commit that is not there`,
      `${shipGate}#includes everything that is no name of a commit; nothing of it is run`,
    ],
  },
  {
    id: 'SHIP-04',
    text: 'Forced content passes on the record, with its reason; the review stays as it was.',
    tests: [
      `${shipGate}#can be forced for one content, on the record, and the review stays as it was`,
      'src/families/command/ship.test.ts#stays as it was when its content is forced, and force ends with the next verdict',
    ],
  },
  {
    id: 'SHIP-05',
    text: 'The gate stops a real push, and answers in clones by a note or an exported file.',
    tests: [
      `${shipGate}#is stopped by the hook until its content was reviewed`,
      `${shipGate}#has no verdict of its own, and reads the one in the note that it fetches`,
      `${shipGate}#reads the one in an exported file, which counts for its content only`,
    ],
  },
  {
    id: 'SHIP-06',
    text: 'Asking the gate leaves the repository as it was.',
    tests: [`${shipGate}#is asked about without a trace: no object, no ref, and the index as it was`],
  },
  {
    id: 'HANDOFF-01',
    text: 'Requests and responses are refused with everything that is wrong at once, with JSON paths and what to write instead.',
    tests: [
      `${handoffRules}#is told everything that is wrong with it at once, each with its place and what to write`,
      `${handoffCli}#that is wrong is refused with everything at once, and nothing is stored`,
      `${handoffRules}#the checks and the published schemas agree, and nothing makes a check throw`,
    ],
  },
  {
    id: 'HANDOFF-02',
    text: 'A summary of more than 500 words: a request is rejected, a response warns, is cut at a sentence’s end, or is rejected.',
    tests: [
      `${handoffRules}#with a previous summary of more than 500 words is rejected; a project may allow fewer`,
      `${handoffCli}#with a summary that is too long is told, cut at the end of a sentence, or refused`,
      'src/rules/text/truncate.test.ts#is cut to a beginning of itself that keeps to both limits, and one that fits stays as it is',
    ],
  },
  {
    id: 'HANDOFF-03',
    text: '`previous_findings` is read and renamed, with a note.',
    tests: [
      `${handoffRules}#with the old name previous_findings is read, renamed, and told`,
      `${handoffCli}#with the old name previous_findings is renamed, with a note`,
    ],
  },
  {
    id: 'HANDOFF-04',
    text: 'A hand-off becomes part of its run’s history, whatever the run’s family, and holds no secret.',
    tests: [
      `${handoffCli}#is made, answered, and part of its run’s history`,
      `${handoffCli}#belongs to a run of any family, and needs one`,
      `${handoffCli}#is kept where only its owner reads it, without secrets, and goes with a run that leaves no trace`,
    ],
  },
  {
    id: 'HANDOFF-05',
    text: 'Parallel responses come to one, by all_must_pass, any_pass or majority_pass; partial and blocked ones decide nothing.',
    tests: [
      `${handoffRules}#come to a response that is sound itself, however many and however long they are`,
      `${handoffCli}#adds responses up by a rule, and says why`,
    ],
  },
  {
    id: 'SETUP-01',
    text: 'Init sets up everything, a second run changes nothing, and --uninstall leaves no trace; whole or part by part.',
    tests: [
      'test/e2e/init-whole.test.ts#writes everything, a second run finds nothing to do, and --uninstall leaves no trace',
      'test/e2e/init-whole.test.ts#is set up part by part to the same result, and taken out part by part',
      'test/e2e/init-whole.test.ts#works outside git and in a linked worktree, whose checkout stays as it is',
    ],
  },
  {
    id: 'SETUP-02',
    text: 'What is a person’s own is extended only with consent, given back as it was, and keeps later edits.',
    tests: [
      'test/e2e/init-whole.test.ts#are left alone without consent, and the answer says how to give it',
      'test/e2e/init-whole.test.ts#are extended with --yes, and --uninstall gives them back as they were',
      'test/e2e/init-whole.test.ts#and later edits by people stay when pawl goes',
      'test/e2e/init-whole.test.ts#that equal those of pawl are not taken for its own',
      'src/service/init/members.test.ts#put in and taken out leave any settings as they were',
    ],
  },
  {
    id: 'SETUP-03',
    text: 'Broken settings, links, nonsense and folders that cannot be written are told, and nothing is lost.',
    tests: [
      'test/e2e/init-whole.test.ts#stay as they are; everything else is set up, and the exit code is 1',
      'test/e2e/init-whole.test.ts#is refused, and nothing is written',
      'test/e2e/init-whole.test.ts#a file that remembers nonsense, or more than init knows, does no harm',
      'test/e2e/init-whole.test.ts#a folder that cannot be written is told in one line',
    ],
  },
  {
    id: 'SETUP-04',
    text: 'An init that is killed in the middle is completed, or taken out, by the next run.',
    tests: ['test/e2e/init-whole.test.ts#is completed by the next run, and taken out as a whole'],
  },
  {
    id: 'SETUP-05',
    text: 'A project’s own hand-off protocol is extended in place, with its anchors kept.',
    tests: [
      'src/service/init/handoff.test.ts#gets the section Enforcement behind its guidelines, and keeps every heading',
      'src/service/init/handoff.test.ts#without guidelines gets that section too, so that links to it lead somewhere',
      'src/service/init/handoff.test.ts#is as it was when the edits are taken back, and keeps what was added meanwhile',
    ],
  },
  {
    id: 'SETUP-06',
    text: 'The protocols document every field of the schemas, and all their examples are valid.',
    tests: [
      'test/e2e/protocols.test.ts#documents every field of the schema, in the interface and in its tables',
      'test/e2e/protocols.test.ts#has examples that are valid checkpoints, and pawl stores them',
      'test/e2e/protocols.test.ts#documents every field, and every value that a field may have',
      'test/e2e/protocols.test.ts#has the anchor #context-summary-guidelines, and an enforcement that enforces',
    ],
  },
  {
    id: 'SETUP-07',
    text: 'The hook user-prompt-ship.cjs truly blocks /ship, and also where it cannot tell.',
    tests: [
      'test/e2e/plugin.test.ts#blocks /ship in each of its forms, and nothing else',
      'test/e2e/plugin.test.ts#lets exactly the reviewed content pass, also as a commit of it',
      'test/e2e/plugin.test.ts#blocks where it cannot tell: outside git, without git, with a verdict that cannot be read',
      'test/e2e/plugin.test.ts#uses getStateDir of the scripts beside it, and its own where that is missing or broken',
    ],
  },
  {
    id: 'PLUGIN-01',
    text: 'Every call in the plugin’s guides is one that the program takes, and each guide works when gone through as it stands.',
    tests: [
      'test/e2e/skills.test.ts#has calls that the program takes',
      'test/e2e/skills.test.ts#goes through the phases of the seeds, in order',
      'test/e2e/skills.test.ts#ends with a complete run, and taken up in the middle it goes on where it was',
      'test/e2e/skills.test.ts#of /ship is stopped by the gate, passes after that of /review, and pushes what was reviewed',
      'test/e2e/skills.test.ts#of /build ends with a complete pipeline whose gate pawl ran',
      'test/e2e/skills.test.ts#of /orchestrate ends with a workflow that is finished and in the archive',
    ],
  },
  {
    id: 'PLUGIN-02',
    text: 'The plugin has its own hook, has the same events as init, and never fails the agent.',
    tests: [
      'test/e2e/plugin.test.ts#has hooks for the same events as init, each started without a shell',
      'test/e2e/plugin.test.ts#installed alone still has its hook, and says how to get the program',
      'test/e2e/plugin.test.ts#without a build does nothing rather than failing the agent',
    ],
  },
  {
    id: 'PLUGIN-03',
    text: 'The status line tells run, phase, progress and age, and never fails.',
    tests: [
      'test/e2e/plugin.test.ts#tells run, phase, progress and how many others there are',
      'test/e2e/plugin.test.ts#tells the run of this session first',
      'test/e2e/plugin.test.ts#never fails, whatever it is given, and shows no control characters',
    ],
  },
  {
    id: 'HOOK-01',
    text: 'An agent that was killed in the middle of a command is told the right phase, the done work, the rejected idea and the next action when it comes back, and after a compaction.',
    tests: [
      'test/e2e/hooks.test.ts#when it comes back',
      'test/e2e/hooks.test.ts#knows the same after its context was compacted',
    ],
  },
  {
    id: 'HOOK-02',
    text: 'Of two agents on one run the second is told who holds it, and may take it over at once after the first dies.',
    tests: ['test/e2e/hooks.test.ts#the second is told who holds it'],
  },
  {
    id: 'HOOK-03',
    text: 'A command that is typed opens or continues its run: the feature is the first argument, else that of the run at hand, else none.',
    tests: ['test/e2e/hooks.test.ts#opens a run with a command', 'test/e2e/hooks.test.ts#stays alone'],
  },
  {
    id: 'HOOK-04',
    text: 'The ship gate blocks /ship, and git push while a ship run is open, however it is written; it also blocks when it cannot tell.',
    tests: [
      'test/e2e/hooks.test.ts#blocks /ship without a review',
      'test/e2e/hooks.test.ts#denies git push while a ship run is open',
      'test/e2e/hooks.test.ts#where that is configured',
      'test/e2e/hooks.test.ts#blocks where it cannot tell',
      'src/rules/text/git-push.test.ts#whether a command line pushes',
    ],
  },
  {
    id: 'HOOK-05',
    text: 'Files that an agent touches are noted cheaply and stored at boundaries with the phase that was open; an edit of what a finished unit made is told.',
    tests: ['test/e2e/hooks.test.ts#stores them at the next boundary', 'test/e2e/hooks.test.ts#is warned, once'],
  },
  {
    id: 'HOOK-06',
    text: 'A hook ends with 0 and one JSON object whatever it is given, also when streams are closed, nothing may be written or the store hangs; its trouble is told by status and doctor.',
    tests: [
      'test/security/hook-payloads.test.ts#always get one JSON object',
      'test/security/hook-payloads.test.ts#get the same from real processes',
      'test/faults/hooks.test.ts#when stdin is closed',
      'test/faults/hooks.test.ts#when a pipe stands where a file should be',
      'test/faults/hooks.test.ts#when the store hangs',
      'test/faults/hooks.test.ts#where nothing may be written',
      'test/faults/hooks.test.ts#it leaves no trace',
    ],
  },
  {
    id: 'HOOK-07',
    text: 'Hooks from a plugin and from settings act once.',
    tests: ['test/e2e/hooks.test.ts#acts once'],
  },
  {
    id: 'HOOK-08',
    text: 'The summary of a compaction, tasks and hand-offs of sub-agents are kept with the run of the session, which gives back what it holds when it ends.',
    tests: [
      'test/e2e/hooks.test.ts#and what it summed up',
      'test/e2e/hooks.test.ts#tells its current task',
      'test/e2e/hooks.test.ts#hands a request to its sub-agent',
      'test/e2e/hooks.test.ts#gives what it holds back when it ends',
    ],
  },
  {
    id: 'BRIEF-11',
    text: 'A brief keeps to its tokens and characters, the most important first, with the evidence of what is done.',
    tests: [
      'src/service/brief.test.ts#keeps to its tokens',
      'src/service/brief.test.ts#in the order of importance',
      'src/service/brief.test.ts#tells how it is known',
    ],
  },
  {
    id: 'BRIEF-12',
    text: 'Recorded text cannot get out of its fence, and carries nothing that steers or hides: 300 strings.',
    tests: ['test/faults/hooks.test.ts#the fence holds', 'src/service/brief.test.ts#cannot be closed from inside'],
  },
  {
    id: 'BUILD-01',
    text: 'A build that is killed again and again finishes: nothing recorded is run again, artifacts and gates are complete, every revision is valid.',
    tests: [`${buildKills}#each workstream ran to its end once after its last kill`],
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
    id: 'BUILD-09',
    text: 'A hostile spec touches nothing outside of the repository, and meets no shell that was not shown.',
    tests: [
      `${hostileBuilds}#has metacharacters in its words meets no shell`,
      `${hostileBuilds}#needs a shell is shown as such before it is confirmed`,
      `${hostileBuilds}#by a link are not collected`,
    ],
  },
];
