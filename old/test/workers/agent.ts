// Plays an agent: does what it is told on stdin, one JSON line each, in processes that it starts itself, and stays until it
// is killed. `{"hook": EVENT, "file": HOOK, "input": TEXT}` calls the built hook; `{"run": [ARGS]}` calls pawl as a shell of it would.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';

const [, , root = ''] = process.argv;

interface Step {
  readonly hook?: string;
  readonly file?: string;
  readonly input?: string;
  readonly run?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function isStep(value: unknown): value is Step {
  return typeof value === 'object' && value !== null && ('hook' in value || 'run' in value);
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const step: unknown = JSON.parse(line);
  if (!isStep(step)) return;
  const args =
    step.hook === undefined ? [path.resolve('dist/cli/pawl.cjs'), ...(step.run ?? [])] : [step.file ?? '', step.hook];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, CLAUDE_PROJECT_DIR: root, ...step.env },
    input: step.input ?? '',
    encoding: 'utf8',
  });
  process.stdout.write(`${JSON.stringify({ status, stdout, stderr })}\n`);
});
