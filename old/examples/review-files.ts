// Reviews every JavaScript file below `src/`: one phase for each, four at a time, and a summary in the end. A file that
// was reviewed before a kill is not reviewed again.

import fs from 'node:fs';
import { workflow } from 'pawl';

interface Review {
  readonly file: string;
  readonly lines: number;
  readonly longest: number;
}

const files = fs
  .readdirSync('src')
  .filter((name) => name.endsWith('.js'))
  .sort();

const run = await workflow('review', { project: 'files', description: 'Review every file', order: 'any' });
console.log(run.resumed ? 'going on' : 'beginning');

/** Stands for a call of a model, or of anything else that takes its time and costs something. */
async function review(file: string): Promise<Review> {
  console.log(`- ${file}`);
  const lines = fs.readFileSync(`src/${file}`, 'utf8').split('\n');
  return { file, lines: lines.length, longest: Math.max(...lines.map((line) => line.length)) };
}

const reviews: Review[] = [];
const waiting = [...files];
async function lane(): Promise<void> {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const name = file;
    reviews.push(await run.phase(`review ${name}`, () => review(name)));
  }
}
await Promise.all([lane(), lane(), lane(), lane()]);

const summary = await run.phase('summary', () => ({
  files: reviews.length,
  lines: reviews.reduce((sum, { lines }) => sum + lines, 0),
  longest: Math.max(...reviews.map(({ longest }) => longest)),
}));

await run.finish();
console.log(`${summary.files} files, ${summary.lines} lines, the longest has ${summary.longest} characters`);
