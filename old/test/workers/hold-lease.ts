// Takes a lease as a session, says whether it got it, and stays until it is killed.
import { parseKey, pipelineKey } from '../../src/rules/names.js';
import { currentOwner, takeLease } from '../../src/service/lease/leases.js';
import { findProcess } from '../../src/service/lease/processes.js';

const [, , root = '', session = '', run = 'pipeline:PRD-009'] = process.argv;
const own = findProcess(process.pid);
// This process plays the agent itself.
const owner = currentOwner({}, session, own === null ? [] : [own]);
const taken = takeLease({ root, clock: Date.now }, parseKey(run) ?? pipelineKey('PRD-009'), owner);
process.stdout.write(`${taken.ok ? 'taken' : 'held'}\n`);
setInterval(() => undefined, 1000);
