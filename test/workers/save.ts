// Saves to the shared run and prints every answer: `["op", revision, "rev", "actor", …]`, or `no CODE`, or `raw MESSAGE`.
import fs from 'node:fs';
import { isPawlError } from '../../src/base/errors.js';
import type { FileStore } from '../../src/store/file/file-store.js';
import { type Files, nodeFiles } from '../../src/store/file/files.js';
import { answerOf, openStore, save } from '../support/runs.js';

// `waits`: it says `ready` and waits before it opens the store. `freezeAt`: it says `frozen` and waits before the first file
// call of this name. `reusesInodes`: as on a disk that gives a new file the inode of a deleted one.
type Optional = Partial<Record<'from' | 'to' | 'bytes', number> & Record<'waits' | 'reusesInodes', boolean>>;
type Options = Optional & { root: string; name: string; freezeAt?: string };
const options: Options = JSON.parse(process.argv[2] ?? '{}');
const { root, name, from = 1, to = 1, bytes = 0, waits = false, reusesInodes = false } = options;
let { freezeAt } = options;

/** Two buffers make it a `writev`: no fault is aimed at that. */
const tell = (line: string, fd = 1): void => void fs.writevSync(fd, [Buffer.from(line), Buffer.from('\n')]);

function pause(word: string): void {
  tell(word);
  fs.readSync(0, Buffer.alloc(1));
}

let ids = 0; // strace must know the names of temporary files
const known = waits ? { ...nodeFiles, randomId: () => `${name}-${ids++}` } : nodeFiles;
const stat: Files['stat'] = (fd) => ({ ...nodeFiles.stat(fd), inode: 1 });
const files: Files = new Proxy(reusesInodes ? { ...known, stat, inodeAt: () => 1 } : known, {
  get(target, call) {
    if (call === freezeAt) pause(((freezeAt = undefined), 'frozen'));
    return Reflect.get(target, call);
  },
});

if (waits) pause('ready');
let store: FileStore | undefined;
for (let n = from; n <= to; n++) {
  try {
    store ??= openStore(root, [], { files, notify: (one) => tell(`${one.code}: ${one.message}`, 2) });
    tell(answerOf(save(store, name, n, bytes === 0 ? {} : { ballast: 'x'.repeat(bytes) })));
  } catch (error) {
    tell(isPawlError(error) ? `no ${error.code}` : `raw ${String(error)}`);
  }
}
