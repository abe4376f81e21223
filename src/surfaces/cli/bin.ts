// What is started: loads the program.

import path from 'node:path';
import { loadCompiled } from './compiled.js';

loadCompiled(path.join(__dirname, 'main.cjs'));
