// The published types as a project sees them that has neither Node's types nor pawl's own tools.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../support/temp.js';

const program = `
import { command, openProject, workflow, type Notes, type PipelineCheckpoint, type StandardSchema } from 'pawl';
import { loadCheckpoint, saveCheckpoint } from 'pawl/silent';
import { testStore, type JsonObject, type Key, type Place, type Stored } from 'pawl/testing';
await using project = await openProject({ root: '.', publish: 'soon' });
const notes: Notes = { decision: 'x' };
const saved = await project.commands.note({ command: 'ship' }, notes, { opId: 'one' });
const pipeline: PipelineCheckpoint | undefined = (await project.pipelines.load('PRD-001'))?.document;
const run = await workflow('release', { project: 'shop', description: 'Ship', onUnfinished: async (d) => d.verdict === 'ask' ? 'fresh' : 'resume' });
declare const length: StandardSchema<string, number>;
const checked: number = await run.phase('a', async () => 'text', { schema: length });
// @ts-expect-error -- the schema takes a text
await run.phase('b', async () => 7, { schema: length });
const given: { attempt: number; stopped: boolean } = await run.phase('c', (step) => ({ attempt: step.attempt, stopped: step.signal.aborted }), { retry: { attempts: 2 } });
const implement = await command('implement', { feature: 'auth' });
const status: string | undefined = await implement.phase('d', async (step) => (await step.data()).tasks?.['T1']?.status);
await run.finish();
const loaded = loadCheckpoint('implement', 'auth');
if (loaded !== null) {
  loaded.state.current_phase = 'api';
  loaded.state.pending_phases.push('docs');
  loaded.phases['api'] = { status: 'complete', files_created: ['a.ts'] };
  loaded['custom'] = 1;
  saveCheckpoint('implement', loaded, 'auth');
}
export function tell(key: Key, state: JsonObject, place: Place, one: Stored): boolean {
  return key === one.key && state === one.state && place === one.place && testStore.length === 1;
}
export const more = [checked, given, status];
export const seen = [saved.document.pawl?.next_action, pipeline?.status, loadCheckpoint('ship')?.version];
`;

test('the types need no types of Node and no other package', () => {
  const folder = tempFolder();
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(process.cwd(), path.join(folder, 'node_modules/pawl'), 'junction');
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  fs.writeFileSync(path.join(folder, 'program.ts'), program);
  const flags = '--noEmit --strict --target ES2022 --lib ES2022 --module NodeNext --preserveSymlinks --types'.split(
    ' ',
  );
  const compiler = path.resolve('node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, ...flags, '', 'program.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(stdout, '');
});
