// The program: seeing, writing, resuming, history, repair.

import type { Requirement } from './requirement.js';

const drift = 'test/golden/drift/drift.test.ts';
const doctor = 'test/e2e/doctor.test.ts';
const doctorStrays = 'test/e2e/doctor-strays.test.ts';
const doctorTold = 'test/e2e/doctor-told.test.ts';
const doctorDrift = 'test/e2e/doctor-drift.test.ts';
const saidAndDone = 'test/e2e/said-and-done.test.ts';
const leases = 'test/faults/leases.test.ts';
const resume = 'test/resume/decide.test.ts';
const resumeCli = 'test/e2e/resume.test.ts';
const historyUnit = 'src/service/history/history.test.ts';
const historyCli = 'test/e2e/history.test.ts';
const keepsCode = 'src/service/code/keep.test.ts';
const restoresCode = 'src/service/code/restore.test.ts';
const codeCli = 'test/e2e/code.test.ts';
const lifecycle = 'src/service/lifecycle/lifecycle.test.ts';
const lifecycleCli = 'test/e2e/lifecycle.test.ts';
const see = 'test/e2e/see.test.ts';
const demo = 'test/e2e/demo.test.ts';
const writing = 'test/e2e/write.test.ts';
const utils = 'test/e2e/utils.test.ts';
const cli = 'test/e2e/cli.test.ts';

export const program: readonly Requirement[] = [
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
    id: 'RESUME-08',
    text: 'Taking up a run whose file is corrupt puts the good revision in its place, and keeps the bytes aside.',
    tests: [`${resume}#but has a good revision is asked about, and goes on from there`],
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
    id: 'LEASE-04',
    text: 'A named session keeps its run when a program between its agent and pawl ends, and loses it with an agent that hooks know.',
    tests: [
      `${leases}#outlives a program between its agent and pawl`,
      `${resumeCli}#a named session keeps its run when a program between it and pawl ends`,
    ],
  },
  {
    id: 'RESUME-09',
    text: 'Brief, status and steps tell of a run what its decision says; the commands that are printed can be run.',
    tests: [
      'test/e2e/told-alike.test.ts#is said to go on with what is done again',
      'test/e2e/told-alike.test.ts#of a drifted file, which is not offered to be completed',
      'test/e2e/printed-commands.test.ts#are printed with their families',
      'test/e2e/printed-commands.test.ts#is told to be there, and is not offered to be brought back',
    ],
  },
  {
    id: 'LEASE-03',
    text: 'A lease that cannot be understood counts as someone’s, and links are not followed.',
    tests: [`${leases}#counts as someone’s, and says why`, `${leases}#is neither followed nor replaced`],
  },
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
    id: 'HIST-04',
    text: 'Revisions behind a damaged record are listed, marked as unreadable, and refused with the reason.',
    tests: [
      `${historyCli}#are listed with who, when and what`,
      `${historyCli}#are refused with the reason where their state is wanted`,
    ],
  },
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
  {
    id: 'REPAIR-09',
    text: 'A folder in the place of a checkpoint is told, and how old is too old is a setting.',
    tests: [`${doctor}#a folder with the name of a checkpoint’s file`, `${doctor}#how long that is, is a setting`],
  },
  {
    id: 'REPAIR-13',
    text: 'In a given folder, what is meant to be a checkpoint is told, however little of it can be read.',
    tests: [`${doctorTold}#a file whose name or beginning is a checkpoint’s is told`],
  },
  {
    id: 'REPAIR-14',
    text: 'A log of which no record can be read is carried on from the published file; no revision number is used twice.',
    tests: [`${saidAndDone}#: resume names the repair, which carries it on from the file`],
  },
  {
    id: 'CLI-03',
    text: 'Command lines that are printed work as they stand, and a run that was put away unfinished is told and offered.',
    tests: [
      `${saidAndDone}# so that they work as they stand`,
      `${saidAndDone}#a run that was put away unfinished is counted by the status`,
      'src/service/lifecycle/ages.test.ts#leaves failed/ for the archive, and is still offered',
    ],
  },
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
  {
    id: 'REPAIR-10',
    text: 'A drifted file that no family recognises is told by status, list and resume until it is repaired; a file that the doctor is asked about by name is never passed over.',
    tests: [
      `${doctorStrays}#is told by status, list and resume, each time, until it is repaired`,
      `${doctorStrays}#has nothing started over it`,
      `${doctorStrays}#is what the doctor speaks of when it is asked about it by name`,
      `${doctorStrays}#that is nested ever so deep hides no other file`,
    ],
  },
  {
    id: 'REPAIR-11',
    text: 'Numbers that no number can keep lose no digit in a repair; what a repair makes is not reported as a fault ever after.',
    tests: [
      `${doctorStrays}#numbers that no number can keep become texts`,
      `${doctorStrays}#is not reported as a fault ever after`,
    ],
  },
  {
    id: 'REPAIR-12',
    text: 'A file that looks like a checkpoint is told by every command, none of which says otherwise than the doctor; a run of which nothing could be read is never called done.',
    tests: [
      `${doctorTold}#snapshots of one run in one file: how many, of what, and which is the newest`,
      `${doctorTold}#is never offered as complete: resume asks, and says why`,
      `${doctorTold}#is not promised a repair: renaming comes first, and a name is proposed`,
      `${doctorTold}#each problem says what --fix does, not what the format would advise`,
      `${doctorTold}#otherwise it is said what is wrong and what to do`,
    ],
  },
  {
    id: 'UTILS-03',
    text: 'A complete state with only its last phase open completes it; with more open phases it is refused.',
    tests: [`${utils}#a complete state with only the last phase open`],
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
    id: 'WRITE-20',
    text: 'A rejected call tells every problem at once, and a drifted file names its repair.',
    tests: [
      `${writing}#tells them all at once: options, arguments, forms`,
      `${writing}#names the repair, and never how to write over`,
    ],
  },
  {
    id: 'LIFE-20',
    text: 'A step for a run that was archived unfinished goes on with it; clean leaves what was written lately, and what drifted.',
    tests: [
      `${lifecycleCli}#the next command of a run that was archived unfinished goes on with it`,
      `${lifecycleCli}#leaves a file that was written a moment ago`,
      `${lifecycleCli}#leaves a file that has drifted to doctor`,
    ],
  },
  {
    id: 'SEE-20',
    text: 'Lists show what was saved last, also where it could not be published.',
    tests: [
      'test/faults/full-disk.test.ts#what was saved in the last free bytes is what lists show',
      'test/faults/catalog.test.ts#believes no line about a run whose log has grown since',
    ],
  },
];
