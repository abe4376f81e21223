// For tests: a little repository with a spec of 8 workstreams in 4 phases, built by real processes and gated by tsc and node.

import fs from 'node:fs';
import path from 'node:path';
import { tempRepository } from './program.js';

export const id = 'PRD-042';
export const units = ['WS1', 'WS2', 'WS3', 'WS4', 'WS5', 'WS6', 'WS7', 'WS8'] as const;

/** Every executor and gate writes when it begins and ends. */
export const journalFile = 'journal.txt';

/** Makes one file of the product, slowly enough to be killed meanwhile. */
const make = `
import fs from 'node:fs';
const unit = process.env.PAWL_WORKSTREAM;
const say = (what) => fs.appendFileSync('${journalFile}', what + ' ' + unit + ' ' + process.pid + '\\n');
say('start');
const [file, from] = process.argv.slice(2);
setTimeout(() => {
  const imports = from === undefined ? '' : "import { value as before } from './" + from + ".ts';\\n";
  fs.mkdirSync('src', { recursive: true });
  fs.writeFileSync('src/' + file + '.ts', imports + 'export const value: number = ' + (from === undefined ? '1' : 'before + 1') + ';\\n');
  console.log('wrote src/' + file + '.ts');
  say('end');
}, 120);
`;

const gate = `
import fs from 'node:fs';
import { spawnSync } from 'node:child_process';
const name = process.env.PAWL_GATE;
const say = (what) => fs.appendFileSync('${journalFile}', what + ' ' + name + ' ' + process.pid + '\\n');
say('start');
const { status } = spawnSync(process.execPath, process.argv.slice(2), { stdio: 'inherit' });
say('end');
process.exit(status ?? 1);
`;

const spec = (node: string, tsc: string): string => `---
prd: ${id}
prd_title: A little product
workstreams:
  WS1: {name: Types, executor_type: command, command: "${node} make.mjs a", outputs: [src/a.ts]}
  WS2: {name: Store, executor_type: command, command: "${node} make.mjs b", outputs: [src/b.ts]}
  WS3: {name: Service, executor_type: command, command: "${node} make.mjs c a", depends_on: [WS1], outputs: [src/c.ts]}
  WS4: {name: Routes, executor_type: command, command: "${node} make.mjs d b", depends_on: [WS2], outputs: [src/d.ts]}
  WS5: {name: Hooks, executor_type: command, command: "${node} make.mjs e c", depends_on: [WS3], outputs: [src/e.ts], gate: type-check}
  WS6: {name: Page, executor_type: command, command: "${node} make.mjs f d", depends_on: [WS4], outputs: [src/f.ts]}
  WS7: {name: Tests, executor_type: command, command: "${node} make.mjs g e", depends_on: [WS5, WS6], outputs: ["src/g.*"]}
  WS8: {name: Docs, executor_type: command, command: "${node} make.mjs h f", depends_on: [WS6], outputs: [src/h.ts]}
execution_phases:
  - {name: Foundation, parallel: [WS1, WS2], gates: [files]}
  - {name: Services, parallel: [WS3, WS4], gates: [type-check]}
  - {name: Surfaces, parallel: [WS5, WS6], gates: [type-check]}
  - {name: Proof, parallel: [WS7, WS8], gates: [type-check, run]}
gates:
  files: {command: "${node} gate.mjs --check make.mjs"}
  type-check: {command: "${node} gate.mjs ${tsc} --noEmit --strict --allowImportingTsExtensions --module nodenext --moduleResolution nodenext src/a.ts src/b.ts src/c.ts src/d.ts", covers: ["src/*.ts"]}
  run: {command: "${node} gate.mjs --check gate.mjs", covers: ["src/*.ts"]}
---

# ${id}
`;

/** Makes the repository; it is removed with the test. */
export function littleRepository(): string {
  const root = tempRepository();
  const write = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  };
  write('make.mjs', make);
  write('gate.mjs', gate);
  write(`docs/${id}.md`, spec(process.execPath, path.resolve('node_modules/typescript/bin/tsc')));
  write(journalFile, '');
  return root;
}

/** A line of the journal. */
export interface JournalLine {
  readonly what: string;
  readonly unit: string;
  readonly pid: number;
}

/** Reads the journal. */
export function journalOf(root: string): readonly JournalLine[] {
  const lines = fs.readFileSync(path.join(root, journalFile), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const [what = '', unit = '', pid = '0'] = line.split(' ');
    return { what, unit, pid: Number(pid) };
  });
}
