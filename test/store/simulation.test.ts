// The file store keeps its promises in every interleaving of a few processes, wherever they are cut off.
import { test } from 'node:test';
import { scenes, simulate } from './simulation.js';

const isFull = process.env['PAWL_TEST_FULL'] === '1';

for (const [name, scene] of Object.entries(scenes)) {
  const skip = scene.maxStates !== undefined && !isFull && 'it takes long: npm run test:faults';
  test(name, { skip }, (t) => t.diagnostic(`${simulate(scene)} states`));
}
