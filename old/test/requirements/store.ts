// The store: its contract, its log, faults, edits by hand, many writers.

import type { Requirement } from './requirement.js';

const conformance = 'src/store/conformance.ts';
const log = 'src/store/file/log/log.test.ts';
const processes = 'test/faults/processes.test.ts';
const kills = 'test/faults/kills.test.ts';
const segments = 'test/faults/segments.test.ts';
const syscalls = 'test/faults/syscalls.test.ts';
const cutLog = 'test/faults/cut-log.test.ts';
const damagedLog = 'test/faults/damaged-log.test.ts';
const damagedPublished = 'test/faults/damaged-published.test.ts';
const fullDisk = 'test/faults/full-disk.test.ts';
const edits = 'test/faults/hand-edits.test.ts';
const inProgress = 'test/faults/edits-in-progress.test.ts';
const rollForward = 'test/faults/roll-forward.test.ts';
const branches = 'test/faults/branch-switch.test.ts';
const wholeSaves = 'test/faults/whole-saves.test.ts';
const pins = 'test/pins.test.ts';

export const store: readonly Requirement[] = [
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
    text:
      'Lists say what the checkpoints themselves say, whatever happened to files, folders or the catalogue; only edits in place ' +
      'of finished runs beyond the newest 100 wait for an exact list.',
    tests: [
      'test/faults/catalog.test.ts#answers every list as the checkpoints themselves would',
      'test/faults/catalog.test.ts#answers a process that lists again and again as it answers a new one',
      'test/faults/catalog.test.ts#is no reason to fail',
      'test/faults/printed-lists.test.ts#are printed as the checkpoints would be listed, after anything',
      'test/faults/printed-lists.test.ts#is the catalogue about old finished runs, until a list looks at every file',
      'test/faults/printed-lists.test.ts#is no line about an unfinished run or one of the newest 100',
      'test/faults/printed-lists.test.ts#is no line about a folder whose time was set back',
    ],
  },
  {
    id: 'STORE-13',
    text: 'A purged checkpoint leaves no line behind.',
    tests: [
      'test/faults/catalog.test.ts#keeps no line about a checkpoint that was purged',
      'test/faults/printed-lists.test.ts#hold nothing of a run that was purged',
    ],
  },
  {
    id: 'STORE-14',
    text: 'Writers that keep losing queue; a queue whose holder died stops nobody.',
    tests: [
      'src/disk/turn.test.ts#of a process that is gone does not stop the others',
      `${processes}#32 processes × 100`,
    ],
  },
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
    text: 'A log that was cut is damage, also while nobody looked: no save, no number twice; what was never durable is not missed.',
    tests: [
      `${log}#a log that was cut while it was open`,
      `${cutLog}#takes no save, whether it was read before or not`,
      `${cutLog}#under a number that was never used`,
      `${cutLog}#when a power cut took a revision`,
    ],
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
      'test/faults/cut-log.test.ts#is missed also when its time stamps are',
      'test/faults/segments.test.ts#every revision that cannot be read is counted',
    ],
  },
  {
    id: 'FAULT-09',
    text: 'After a failed sync no process builds on that segment: the next save begins a new one with a full state.',
    tests: [
      'test/faults/failed-sync.test.ts#the next process saves into a new segment',
      'test/faults/failed-sync.test.ts#a retry with the same op id',
      'test/faults/failed-sync.test.ts#a disk without room for the seal',
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
  {
    id: 'HAND-01',
    text: 'An edit by hand becomes one new revision, merged with what came in between, and is never overwritten.',
    tests: [
      `${edits}#is adopted as one new revision, not as two`,
      `${edits}#is merged: both changes are there`,
      `${edits}#in the very moment it is replaced`,
      `${inProgress}#is left alone by whoever reads`,
      `${inProgress}#is waited for by whoever saves`,
      `${inProgress}#is not cut off`,
      `${inProgress}#are both taken in, whoever saved first`,
      `${inProgress}#of an edit by hand is taken in, as that alone came since`,
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
    tests: [
      `${branches}#that changes a tracked pipeline file`,
      `${branches}#that removes a pipeline file`,
      `${branches}#is made on what the switch brought`,
      `${branches}#also when it was committed before anybody looked`,
    ],
  },
  {
    id: 'HAND-06',
    text: 'A stash and its return lose no progress of a tracked pipeline: what git puts back is the newest revision.',
    tests: [`${branches}#of an older revision over a newer one`, `${branches}#is told from what a power cut leaves`],
  },
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
];
