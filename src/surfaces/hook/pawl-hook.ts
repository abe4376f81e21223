// The hook's own entry: `node pawl-hook.cjs EVENT`. Loads nothing but the hook, with what V8 compiled of it before.

import path from 'node:path';
import { loadCompiled } from '../cli/compiled.js';

const loaded = loadCompiled(path.join(__dirname, 'hook.cjs'));
if (typeof loaded === 'object' && loaded !== null && 'main' in loaded && typeof loaded.main === 'function') {
  loaded.main(process.argv[2]);
}
