// Updates one phase through the facade: update-phase PHASE JSON [COMMAND] [FEATURE]. Prints what the facade answers.
import type { PhaseData } from '../../src/families/command/index.js';
import { updatePhase } from '../../src/silent.js';

const [phase = 'work', data = '{}', command = 'implement', feature = null] = process.argv.slice(2);
process.stdout.write(`${updatePhase(command, phase, JSON.parse(data) as PhaseData, feature)}\n`);
