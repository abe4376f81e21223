// A tool that edits the checkpoint file in place, again and again, while others save: adds `edits.NAME-N`, and prints it.
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileOf, readFile } from '../support/runs.js';

const { root, name, count }: { root: string; name: string; count: number } = JSON.parse(process.argv[2] ?? '{}');
for (let n = 1; n <= count; n++) {
  const doc = readFile(root);
  fs.writeFileSync(
    fileOf(root),
    JSON.stringify({ ...doc, edits: { ...Object(doc['edits']), [`${name}-${n}`]: true } }),
  );
  fs.writeSync(1, `${name}-${n}\n`);
  await sleep(Math.random() * 8);
}
