// Ends the current segment of the usual checkpoint and packs it: pack ROOT.
import { key, openStore } from '../support/checkpoints.js';

const store = openStore(process.argv[2] ?? '');
store.pack(key);
await store.close();
