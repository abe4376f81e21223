// Holds the direction of imports: surfaces → service → store, families → rules. Reads the import lines of src/.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

interface Import {
  readonly from: string;
  /** A path below src/, or a package or `node:` module as it is written. */
  readonly to: string;
  readonly typeOnly: boolean;
}

const below: Readonly<Record<string, readonly string[]>> = {
  rules: ['rules'],
  families: ['families', 'rules'],
  store: ['store', 'rules'],
  service: ['service', 'store', 'families', 'rules'],
  surfaces: ['surfaces', 'service', 'store', 'families', 'rules'],
  'index.ts': ['surfaces', 'service', 'store', 'families', 'rules'],
  'silent.ts': ['surfaces', 'service', 'store', 'families', 'rules'],
  'testing.ts': ['store', 'rules'],
};

/** What the rules do not allow and the code does all the same, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'rules/json/plain.ts → node:util':
    'only `types`: nothing else tells a boxed primitive from an object that imitates one',
  'service/glance.ts → store/file/catalog/catalog.ts': 'a look at the catalogue, without the store: it starts in 2 ms',
  'service/glance.ts → store/file/catalog/glance.ts': 'the same',
  'service/glance.ts → store/file/layout.ts': 'the same',
  'service/doctor/disk.ts → store/file/disk.ts': 'the doctor looks at the files themselves, also where no store is',
  'service/doctor/disk.ts → store/file/folders.ts': 'the same, for folders',
  'service/doctor/disk.ts → store/file/layout.ts': 'the same, for where they stand',
  'service/doctor/disk.ts → store/file/temp-name.ts': 'the same, for names of temp files',
  'service/evidence/file-hashes.ts → store/file/disk.ts': 'files of the project are read with the same safe calls',
  'service/evidence/hash-cache.ts → store/file/disk.ts':
    'known hashes are no checkpoint, but a file in the same folder',
  'service/evidence/hash-cache.ts → store/file/layout.ts': 'the same, for where it stands',
  'service/evidence/hash-cache.ts → store/file/temp-name.ts': 'the same, for a name of its own',
  'service/evidence/tree-files.ts → store/file/layout.ts': 'where published files stand, which no gate covers',
  'service/gates/confirmations.ts → store/file/disk.ts':
    'the safe disk calls, in the folder of the user’s configuration',
  'service/gates/confirmations.ts → store/file/temp-name.ts': 'the same, for a name of its own',
  'service/init/apply.ts → store/file/disk.ts': 'the safe disk calls (no-follow, size check), which are not a store',
  'service/init/apply.ts → store/file/folders.ts': 'the same, for folders',
  'service/init/apply.ts → store/file/temp-name.ts': 'the same, for names of temp files',
  'service/lifecycle/daily.ts → store/file/folders.ts': 'the date of the last clean-up stands in the same folder',
  'service/lifecycle/daily.ts → store/file/layout.ts': 'the same, for where that is',
  'service/lease/lease-files.ts → store/file/disk.ts': 'leases are no checkpoints, but files in the same folder',
  'service/lease/lease-files.ts → store/file/folders.ts': 'the same, for folders',
  'service/lease/lease-files.ts → store/file/layout.ts': 'the same, for where they stand',
  'service/lease/lease-files.ts → store/file/temp-name.ts': 'the same, for names of temp files',
  'service/lease/lease-names.ts → store/file/layout.ts': 'the same, where only a look is needed',
  'service/process/child-roll.ts → store/file/disk.ts':
    'the list of a build’s children is no checkpoint, but a file in the same folder',
  'service/process/child-roll.ts → store/file/folders.ts': 'the same, for its folder',
  'service/process/child-roll.ts → store/file/layout.ts': 'the same, for where it stands',
  'service/process/output-log.ts → store/file/disk.ts': 'the same, for what children print',
  'service/process/output-log.ts → store/file/folders.ts': 'the same',
  'service/process/output-log.ts → store/file/layout.ts': 'the same',
  'service/load-published.ts → store/file/disk.ts': 'hooks have no time to open a store',
  'service/load-published.ts → store/file/layout.ts': 'the same, for where files stand',
  'service/own-folder.ts → store/file/layout.ts': 'the same',
  'service/quick-brief.ts → store/file/catalog/catalog.ts': 'the same: a look at the catalogue',
  'service/quick-brief.ts → store/file/catalog/glance.ts': 'the same',
  'service/quick-brief.ts → store/file/disk.ts': 'the same: one published file',
  'service/quick-brief.ts → store/file/layout.ts': 'the same, for where it stands',
  'service/hooks/has-trouble.ts → store/file/layout.ts':
    'the trace of hooks is no checkpoint, but a file in the same folder',
  'service/hooks/once.ts → store/file/disk.ts': 'the same, for marks',
  'service/hooks/once.ts → store/file/folders.ts': 'the same, for their folder',
  'service/hooks/once.ts → store/file/layout.ts': 'the same, for where they stand',
  'service/hooks/trouble.ts → store/file/disk.ts': 'the same',
  'service/hooks/trouble.ts → store/file/folders.ts': 'the same',
  'service/hooks/trouble.ts → store/file/layout.ts': 'the same',
  'service/journal/journal.ts → store/file/disk.ts': 'touched files are noted beside the checkpoints, not in them',
  'service/journal/journal.ts → store/file/folders.ts': 'the same, for their folder',
  'service/journal/journal.ts → store/file/layout.ts': 'the same, for where they stand',
  'service/session/binding.ts → store/file/disk.ts':
    'what a session works on is no checkpoint, but a file in the same folder',
  'service/session/binding.ts → store/file/folders.ts': 'the same, for folders',
  'service/session/binding.ts → store/file/layout.ts': 'the same, for where it stands',
  'service/session/binding.ts → store/file/temp-name.ts': 'the same, for names of temp files',
  'service/resume/act/set-aside.ts → store/file/disk.ts': 'what it moves is no checkpoint, and no store knows it',
  'service/resume/act/set-aside.ts → store/file/folders.ts': 'the same, for folders',
  'service/resume/act/set-aside.ts → store/file/layout.ts': 'the same, for where it goes',
  'service/resume/act/set-aside.ts → store/file/temp-name.ts': 'the same, for a name of its own',
  'service/handoff/files.ts → store/file/disk.ts': 'hand-offs are no checkpoints, but files in the same folder',
  'service/handoff/files.ts → store/file/folders.ts': 'the same, for folders',
  'service/handoff/files.ts → store/file/layout.ts': 'the same, for where they stand',
  'service/handoff/files.ts → store/file/temp-name.ts': 'the same, for names of temp files',
  'service/ship/verdicts.ts → store/file/disk.ts':
    'a look at published verdicts, without the store: hooks ask for them',
  'service/ship/verdicts.ts → store/file/layout.ts': 'the same, for where they stand',
};

const sources = fs
  .readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

function codeOf(file: string): string {
  const text = fs.readFileSync(path.join('src', file), 'utf8');
  return text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
}

function importsOf(file: string): Import[] {
  const found = codeOf(file).matchAll(
    /^(?:import|export)\s(?:([^'";]*?)\sfrom\s)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm,
  );
  return [...found].map(([, names = '', to = '', lazy = '']) => {
    const module = to || lazy;
    const target = path.posix.join(path.posix.dirname(file), module).replace(/\.js$/, '.ts');
    const list = /^\{([^]*)\}$/.exec(names.trim())?.[1]?.split(',') ?? [names];
    const typeOnly = /^type\s/.test(names) || list.every((name) => /^\s*(?:type\s|$)/.test(name));
    return {
      from: file,
      to: module.startsWith('.') ? target : module,
      typeOnly: lazy === '' && names !== '' && typeOnly,
    };
  });
}

const floorOf = (file: string): string => file.split('/')[0] ?? '';
const isInside = ({ to }: Import): boolean => sources.includes(to);
const imports = sources.flatMap(importsOf);
const used = new Set<string>();

function forbid(broken: (one: Import) => boolean): void {
  const lines = imports.filter(broken).map(({ from, to }) => `${from} → ${to}`);
  for (const line of lines) if (Object.hasOwn(exceptions, line)) used.add(line);
  assert.deepEqual(
    [...new Set(lines)].filter((line) => !Object.hasOwn(exceptions, line)),
    [],
  );
}

describe('layers', () => {
  test('the import lines are found, and lead to files that exist', () => {
    assert.ok(imports.length > 200, `${imports.length} imports`);
    assert.deepEqual(
      imports.filter(({ to }) => to.endsWith('.ts') && !sources.includes(to)),
      [],
    );
  });

  test('every floor imports only from itself and the floors below', () => {
    forbid((one) => isInside(one) && !below[floorOf(one.from)]?.includes(floorOf(one.to)));
  });

  test('rules and families import no module of Node', () => {
    forbid(({ from, to }) => ['rules', 'families'].includes(floorOf(from)) && to.startsWith('node:'));
  });

  test('rules and families read no clock, no chance and no process', () => {
    const impure = /\bDate\.now\b|new Date\(\)|\bMath\.random\b|\bprocess\.|\bgetBuiltinModule\b|\bfetch\(/;
    const pure = sources.filter((file) => ['rules', 'families'].includes(floorOf(file)));
    assert.deepEqual(
      pure.filter((file) => impure.test(codeOf(file))),
      [],
    );
  });

  test('only service/open.ts names concrete stores, and testing.ts for tests; types of theirs may be known elsewhere', () => {
    forbid(
      ({ from, to, typeOnly }) =>
        !typeOnly &&
        /^store\/(?:file\/|postgres\/|memory)/.test(to) &&
        floorOf(from) !== 'store' &&
        !['service/open.ts', 'testing.ts'].includes(from),
    );
  });

  test('nothing imports a surface but the entries of the package', () => {
    forbid(
      (one) => floorOf(one.to) === 'surfaces' && !['surfaces', 'index.ts', 'silent.ts'].includes(floorOf(one.from)),
    );
  });

  test('every exception is still needed', () => {
    assert.deepEqual([...used].sort(), Object.keys(exceptions).sort());
  });
});
