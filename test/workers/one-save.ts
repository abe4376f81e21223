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
fs.existsSync(beginMark);
try {
  const n = expect + 1;
  const result = await store.put(key, putOf(n, { expect, place, state: stateOf(n), opId: `op-${n}` }));
  if (result.ok && options.publish !== 'soon') fs.writeSync(1, `yes ${result.stored.revision}\n`);
  await store.close();
  if (result.ok && options.publish === 'soon') fs.writeSync(1, `yes ${result.stored.revision}\n`);
  if (!result.ok) fs.writeSync(1, `no ${result.reason}\n`);
} catch (error) {
  fs.writeSync(1, isPawlError(error) ? `no ${error.code}\n` : `raw ${String(error)}\n`);
}
fs.existsSync(endMark);
