// One operation between two marks that strace can see: one-save ROOT MODE. Prints `yes N` when the store acknowledged
// revision N, `no CODE` when it refused, `raw MESSAGE` when something else than a PawlError was thrown.
import fs from 'node:fs';
import { isPawlError } from '../../src/rules/errors.js';
import { key, openStore, putOf, stateOf } from '../support/checkpoints.js';
import { beginMark, endMark, type Mode, setUp } from '../support/save-modes.js';

const [root = '', mode = 'update'] = process.argv.slice(2);
const { options, expect, place } = setUp[mode as Mode];
const store = openStore(root, options);
// Whatever is loaded lazily is loaded before the mark.
process.getBuiltinModule('node:zlib').brotliCompressSync('x');
// strace counts calls for each thread alone: none of the others comes this far.
for (let i = 0; i < 50; i++) fs.writeSync(fs.openSync('/dev/null', 'w'), 'x');
/** Tells the parent by a call that no fault is aimed at: writev, as there are two buffers. */
const tell = (line: string): void => void fs.writevSync(1, [Buffer.from(line), Buffer.from('\n')]);

fs.existsSync(beginMark);
try {
  const n = expect + 1;
  const result = await store.put(key, putOf(n, { expect, place, state: stateOf(n), opId: `op-${n}` }));
  if (result.ok && options.publish !== 'soon') tell(`yes ${result.stored.revision}`);
  await store.close();
  if (result.ok && options.publish === 'soon') tell(`yes ${result.stored.revision}`);
  if (!result.ok) tell(`no ${result.reason}`);
} catch (error) {
  tell(isPawlError(error) ? `no ${error.code}` : `raw ${String(error)}`);
}
fs.existsSync(endMark);
