// Each safeguard of the file store is needed: without it, the simulation finds a schedule or a crash that breaks a promise.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { type Plugin, build } from 'esbuild';
import type * as simulation from './simulation.js';

/** A change of the source: file, text, and what stands there instead. */
type Change = readonly [file: string, text: string, instead: string];

/** A full state at every fourth revision: the shortest log in which two writers race for one. */
const shortLogs: Change = ['log.ts', 'const fullEvery = 32;', 'const fullEvery = 4;'];

test('two writers of a revision with a full state', async (t) => {
  const changed = await load(shortLogs);
  t.diagnostic(`${changed('two writers')} states`);
});

const safeguards: Readonly<Record<string, readonly [scene: string, ...Change[]]>> = {
  'the log is synced before the answer': ['a writer begins a run', ['log.ts', 'this.#files.sync(fd);', '']],
  'the folder of a new log is synced, too': [
    'a writer begins a run',
    ['log.ts', 'if (this.published === null) this.#files.syncFolder(path.dirname(this.file));', ''],
  ],
  'a record begins with a line end': [
    'a writer begins a run',
    ['log.ts', '`\\n${text},"sum":"${checksum(text)}"}`', '`${text},"sum":"${checksum(text)}"}\\n`'],
  ],
  'a record on an older one does not count': [
    'two writers',
    ['log.ts', 'if (record.revision <= newest) return false;', 'if (record.revision < newest) return false;'],
  ],
  'the writer notices that its record does not count': [
    'two writers',
    ['log.ts', "own === 'overtaken' ? null : own", "own === 'overtaken' ? this.head : own"],
  ],
  'the answer is the own record, not the newest': [
    'two writers',
    ['log.ts', '=== this.#inode ? own : null', '=== this.#inode ? this.head : null'],
  ],
  'a full state counts when a later record names it': [
    'two writers',
    shortLogs,
    ['log.ts', 'if (isFull && named.has(sum))', 'if (isFull)'],
  ],
  'an op id counts once': ['two writers with one op id', ['run-store.ts', 'if (known !== undefined)', 'if (false)']],
  'a reader syncs what it publishes': ['a writer and a reader', ['publish.ts', 'this.#log.syncRead();', '']],
  'a reader that has read on looks again': [
    'a writer is cut off, then a writer and a reader',
    ['publish.ts', "return 'again'; // that has read on", "return 'done'; //"],
  ],
  'the folder of a published file is synced': [
    'a writer begins a run',
    ['publish.ts', 'if (file !== null) this.#space.files.syncFolder(path.dirname(file));', ''],
  ],
  'an absent file is looked at again': [
    'a writer begins a run, and a reader',
    ['publish.ts', "seen.is === 'absent' ? this.#wasTakenFrom(place) :", "seen.is === 'absent' ? false :"],
  ],
  'the path leads to the log that was written': [
    'a writer, and one that purges the run',
    ['log.ts', 'this.#files.inodeAt(this.file) === this.#inode ? own : null', 'own'],
  ],
  'a log is read again before it is written': [
    'a writer, and one that purges the run',
    ['log.ts', 'this.#follow(fd); // the file may be another one', '//'],
  ],
  'a publication is noted in its own log only': [
    'a writer, and one that purges the run',
    ['log.ts', 'if (this.#fold !== fold) return false;', ''],
  ],
  'a purged run is not published': [
    'a writer, and one that purges the run',
    ['publish.ts', 'if (!this.#notePublished(head)) this.#withdraw(head);', 'this.#notePublished(head);'],
  ],
  'a purge takes along what was published meanwhile': [
    'a writer, and one that purges the run',
    ['publish.ts', 'removeLog();\n    removeFiles();', 'removeLog();'],
  ],
  'a purge leaves the file of a new run': [
    'a writer, and one that purges the run',
    ['publish.ts', 'this.#tookAway = true;', ''],
  ],
  'a purged file is not imported': [
    'a reader, and two that purge the run',
    ['publish.ts', "if (!this.#isStill(place, seen)) return 'again';\n    this.#append(", 'this.#append('],
  ],
};

for (const [name, [scene, ...changes]] of Object.entries(safeguards)) {
  test(`needed: ${name}`, async () => {
    const changed = await load(...changes);
    assert.throws(() => changed(scene), { code: 'ERR_ASSERTION' });
  });
}

/** Builds the simulation with changes of the store's source. */
async function load(...changes: readonly Change[]): Promise<(scene: string) => number> {
  const outfile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-')), 'simulation.mjs');
  const plugin: Plugin = {
    name: 'changes',
    setup: (setup) =>
      setup.onLoad({ filter: /store.file/ }, (args) => ({ contents: change(args.path, changes), loader: 'ts' })),
  };
  const entryPoints = ['test/store/simulation.ts'];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', plugins: [plugin] });
  const changed: typeof simulation = await import(outfile);
  return (scene) => changed.simulate(changed.scenes[scene] ?? assert.fail(`no scene ${scene}`));
}

function change(file: string, changes: readonly Change[]): string {
  let source = fs.readFileSync(file, 'utf8');
  for (const [name, text, instead] of changes) {
    if (!file.endsWith(`/${name}`)) continue;
    assert.equal(source.split(text).length, 2, `${name} does not have this once: ${text}`);
    source = source.replace(text, () => instead);
  }
  return source;
}
