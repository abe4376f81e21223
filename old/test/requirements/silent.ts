// The silent facade and the drop-ins.

import type { Requirement } from './requirement.js';

const dropins = 'test/e2e/dropins.test.ts';
const init = 'test/e2e/init.test.ts';

export const silent: readonly Requirement[] = [
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
];
