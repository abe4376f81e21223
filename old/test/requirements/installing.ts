// Installing, and the package.

import type { Requirement } from './requirement.js';

const pins = 'test/pins.test.ts';
const docs = 'test/docs.test.ts';

export const installing: readonly Requirement[] = [
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
      'test/e2e/init-own-files.test.ts#are left alone without consent, and the answer says how to give it',
      'test/e2e/init-own-files.test.ts#are extended with --yes, and --uninstall gives them back as they were',
      'test/e2e/init-own-files.test.ts#and later edits by people stay when pawl goes',
      'test/e2e/init-own-files.test.ts#that equal those of pawl are not taken for its own',
      'src/service/init/members.test.ts#put in and taken out leave any settings as they were',
    ],
  },
  {
    id: 'SETUP-03',
    text: 'Broken settings, links, nonsense and folders that cannot be written are told, and nothing is lost.',
    tests: [
      'test/e2e/init-faults.test.ts#stay as they are; everything else is set up, and the exit code is 1',
      'test/e2e/init-faults.test.ts#a symbolic link at',
      'test/e2e/init-faults.test.ts#a file that remembers nonsense, or more than init knows, does no harm',
      'test/e2e/init-faults.test.ts#a folder that cannot be written is told in one line',
    ],
  },
  {
    id: 'SETUP-04',
    text: 'An init that is killed in the middle is completed, or taken out, by the next run.',
    tests: ['test/e2e/init-faults.test.ts#is completed by the next run, and taken out as a whole'],
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
      'test/e2e/ship-hook.test.ts#blocks /ship in each of its forms, and nothing else',
      'test/e2e/ship-hook.test.ts#lets exactly the reviewed content pass, also as a commit of it',
      'test/e2e/ship-hook.test.ts#blocks where it cannot tell: outside git, without git, with a verdict that cannot be read',
      'test/e2e/ship-hook.test.ts#uses getStateDir of the scripts beside it, and its own where that is missing or broken',
    ],
  },
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
];
