// Reads the usual checkpoint and tries to save: read-and-save ROOT. Prints JSON: the revision (or the code of the refusal), and
// how the save ended.
import { isPawlError } from '../../src/rules/errors.js';
import { key, openStore, putOf } from '../support/checkpoints.js';

const store = openStore(process.argv[2] ?? '');

async function codeOf<T>(work: Promise<T>): Promise<T | string> {
  try {
    return await work;
  } catch (error) {
    return isPawlError(error) ? error.code : String(error);
  }
}

const read = await codeOf(store.get(key));
const save = await codeOf(store.put(key, putOf(3)));
const revision = typeof read === 'string' ? read : (read?.revision ?? null);
console.log(JSON.stringify({ revision, save: typeof save === 'string' ? save : save.ok ? 'yes' : save.reason }));
