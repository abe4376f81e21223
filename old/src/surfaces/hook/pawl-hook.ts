// The hook's own entry: `node pawl-hook.cjs EVENT`.

import { startHook } from './start-hook.js';

startHook(process.argv[2], __dirname);
