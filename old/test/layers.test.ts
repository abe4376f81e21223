// Holds the direction of imports: surfaces → service → store, families → disk → rules; families stay above rules alone. Reads the import lines of src/.
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
  disk: ['disk', 'rules'],
  families: ['families', 'rules'],
  store: ['store', 'disk', 'rules'],
  service: ['service', 'store', 'families', 'disk', 'rules'],
  surfaces: ['surfaces', 'service', 'store', 'families', 'disk', 'rules'],
  'index.ts': ['surfaces', 'service', 'store', 'families', 'disk', 'rules'],
  'silent.ts': ['surfaces', 'service', 'store', 'families', 'disk', 'rules'],
  'testing.ts': ['store', 'rules'],
};

/** What the rules do not allow and the code does all the same, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'rules/json/plain.ts → node:util':
    'only `types`: nothing else tells a boxed primitive from an object that imitates one',
  'service/glance.ts → store/file/catalog/catalog.ts': 'a look at the catalogue, without the store: it starts in 2 ms',
  'service/glance.ts → store/file/catalog/glance.ts': 'the same',
  'service/print-runs.ts → store/file/catalog/catalog.ts': 'the same: a look at the catalogue',
  'service/print-runs.ts → store/file/catalog/rows/print-all.ts': 'the same',
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
        /^store\/(?:file\/|memory)/.test(to) &&
        floorOf(from) !== 'store' &&
        !['service/open.ts', 'testing.ts'].includes(from),
    );
  });

  test('nothing imports a surface but the entries of the package', () => {
    forbid(
      (one) => floorOf(one.to) === 'surfaces' && !['surfaces', 'index.ts', 'silent.ts'].includes(floorOf(one.from)),
    );
  });

  test('no surface imports another one, but the program, which starts them', () => {
    const surfaceOf = (file: string): string => /^surfaces\/([^/]+)\//.exec(file)?.[1] ?? '';
    forbid(({ from, to }) => {
      const [own, other] = [surfaceOf(from), surfaceOf(to)];
      return own !== 'cli' && own !== '' && other !== '' && own !== other;
    });
  });

  test('every exception is still needed', () => {
    assert.deepEqual([...used].sort(), Object.keys(exceptions).sort());
  });
});
