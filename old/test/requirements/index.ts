// All promises of this version.

import { agents } from './agents.js';
import { families } from './families.js';
import { library } from './library.js';
import { installing } from './installing.js';
import { pipelines } from './pipelines.js';
import { program } from './program.js';
import { rules } from './rules.js';
import { silent } from './silent.js';
import { store } from './store.js';
import type { Requirement } from './requirement.js';

export const requirements: readonly Requirement[] = [
  ...store,
  ...rules,
  ...families,
  ...silent,
  ...pipelines,
  ...agents,
  ...program,
  ...library,
  ...installing,
];
