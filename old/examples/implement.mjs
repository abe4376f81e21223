// Works through `tasks.json` as a run of the command `implement`: one file for each task, then a check of all of them.
// Each finished task is kept, so that a run that was killed in the middle of the phase does not begin it from the start.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { command } from 'pawl';

/** @type {Record<string, { file: string, code: string }>} */
const tasks = JSON.parse(fs.readFileSync('tasks.json', 'utf8'));

const run = await command('implement', { feature: 'greeting', phases: ['implementation', 'validation'] });

const files = await run.phase('implementation', async (step) => {
  const { tasks: known = {} } = await step.data();
  for (const [id, { file, code }] of Object.entries(tasks)) {
    if (known[id]?.status === 'done') continue;
    console.log(`- ${id}: ${file}`);
    fs.writeFileSync(file, code);
    await step.save({ tasks: { [id]: { status: 'done' } }, files_created: [file] });
  }
  return Object.values(tasks).map(({ file }) => file);
});

const checked = await run.phase('validation', () => {
  console.log(`- checking ${files.length} files`);
  for (const file of files) execFileSync(process.execPath, ['--check', file]);
  return files.length;
});

await run.finish();
console.log(`${run.ref} is complete: ${checked} files`);
