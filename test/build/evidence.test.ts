// Evidence: what is stale when files and specs change behind finished work.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Place } from './place.js';

const spec = `workstreams:
  WS1: { name: Schema, outputs: [a.txt] }
  WS2: { name: Service, outputs: [b.txt], depends_on: [WS1] }
  WS3: { name: Docs, outputs: [c.txt] }
  WS4: { name: End, depends_on: [WS2] }
gates:
  check: { command: "true" }
execution_phases:
  - { name: One, parallel: [WS1, WS2, WS3], gates: [check] }
  - { name: Two, parallel: [WS4] }
`;
const make =
  'case $PAWL_WORKSTREAM in WS1) echo 1 > a.txt;; WS2) echo 2 > b.txt;; WS3) echo 3 > c.txt;; *) test -f go;; esac';

/** A build whose last workstream failed, and that was left for something else: nothing is interrupted. */
function built(): Place {
  const place = new Place(spec);
  assert.equal(place.pawl(['build', 'PRD-001', '--yes', '--executor', make]).code, 1);
  return place;
}

interface Resumed {
  readonly action: string;
  readonly redo: readonly string[];
  readonly reasons: readonly string[];
}

function resumed(place: Place, ref = 'PRD-001'): Resumed {
  const { runs } = place.json(`resume ${ref}`) as { runs: readonly [Resumed] };
  return runs[0];
}

const edit = (place: Place, from: string, to: string): void =>
  place.write('docs/PRD-001.md', place.read('docs/PRD-001.md').replace(from, to));

interface Row {
  readonly title: string;
  readonly change: (place: Place) => void;
  readonly redo: readonly string[];
  readonly reason?: RegExp;
}

const rows: readonly Row[] = [
  { title: 'nothing changed', change: () => {}, redo: [] },
  { title: 'another section of the spec', change: (place) => edit(place, 'name: End', 'name: Finish'), redo: [] },
  {
    title: "a unit's own section, and what depends on it",
    change: (place) => edit(place, 'name: Schema', 'name: Tables'),
    redo: ['WS1', 'WS2'],
    reason: /WS1 has to be done again: its section of the spec changed/,
  },
  {
    title: 'a file, while a unit is interrupted: a reason to ask',
    change: (place) => place.write('c.txt', 'edited'),
    redo: [],
    reason: /c\.txt changed since WS3 was completed, and WS4 was interrupted/,
  },
  {
    title: 'the same bytes again',
    change: (place) => place.write('c.txt', '3\n'),
    redo: [],
  },
];

for (const { title, change, redo, reason } of rows) {
  test(`stale after a build: ${title}`, () => {
    const place = built();
    change(place);
    const found = resumed(place);
    assert.deepEqual(found.redo, redo);
    const changed = found.reasons.filter((one) => /changed/.test(one)).join('; ');
    assert.match(changed, reason ?? /^$/);
  });
}

test('a passed gate records again what it covers; a second report does, too', () => {
  const place = built();
  edit(place, 'name: Schema', 'name: Tables');
  place.ok('gate run PRD-001 check --yes');
  assert.deepEqual(resumed(place).redo, []);
  assert.match(place.ok('show PRD-001'), /WS1 +complete \(command\)/);
});

test('stale work is asked about, and --yes does the smallest set again', () => {
  const place = built();
  edit(place, 'name: Schema', 'name: Tables');
  place.write('go', '');
  const { code, err } = place.pawl(['build', 'PRD-001', '--resume', '--executor', make]);
  assert.equal(code, 6);
  assert.match(err, /WS1 has to be done again: its section of the spec changed; WS2 .*depends on WS1/);
  const { out } = place.pawl(['build', 'PRD-001', '--resume', '--yes', '--executor', make]);
  const started = [...out.matchAll(/(WS\d) started/g)].map(([, id]) => id);
  assert.deepEqual(started, ['WS1', 'WS2', 'WS4'], out);
  assert.equal(place.checkpoint().status, 'complete');
});

test('phases of commands: claimed without files, files with them, stale when they change, and complete all the same', () => {
  const place = new Place(spec);
  place.write('src/a.ts', 'a');
  place.write('src/b.ts', 'b');
  place.ok('phase implement/auth api complete --created src/a.ts --modified src/b.ts');
  place.ok('phase implement/auth plan complete');
  place.ok('phase implement/auth docs pending');
  assert.match(place.ok('brief implement/auth'), /- api \(files\)\n- plan \(claimed\)/);
  place.write('src/a.ts', 'changed');
  assert.deepEqual(resumed(place, 'implement/auth').redo, ['api']);
  assert.match(place.ok('show implement/auth'), /Stale: api: src\/a\.ts changed/);

  place.ok('phase implement/auth docs in_progress --modified src/a.ts');
  assert.deepEqual(resumed(place, 'implement/auth').reasons, [], 'the open phase says that it changed the file');
  fs.rmSync(path.join(place.root, 'src/b.ts'));
  assert.match(
    resumed(place, 'implement/auth').reasons.join(),
    /src\/b\.ts changed since api was completed, and docs was/,
  );
  place.ok('phase implement/auth docs complete');
  assert.deepEqual(resumed(place, 'implement/auth').redo, ['api'], 'nothing has recorded src/b.ts since');
  place.ok('phase implement/auth api complete');
  assert.deepEqual(resumed(place, 'implement/auth').redo, []);
  place.write('src/a.ts', 'again');
  place.ok('complete implement/auth');
});
