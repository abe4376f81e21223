// Cold starts of the hook against `node -e 0`: a process for each event, in a repository with 20 checkpoints, fed as an
// agent feeds it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { measure, report } from '../measure.mjs';
import { makeRepository } from '../space.mjs';

const program = path.resolve('dist/cli/pawl.cjs');
/** As the plugin's hooks.json calls it. */
const hook = path.resolve('plugin/scripts/hook.cjs');
const checkpoints = 20;
const bare = 'node -e 0';
const session = 'bench-session';

/** What is measured; only the first has a budget, the others are told. `n` makes events differ, as they do in a session. */
const events = [
  { name: 'SessionStart with a brief', event: 'SessionStart', input: (n) => ({ source: `startup${n}` }), target: 1.1 },
  { name: 'Stop', event: 'Stop', input: () => ({}) },
  {
    name: 'UserPromptSubmit, a plain prompt',
    event: 'UserPromptSubmit',
    input: () => ({ prompt: 'look at the handlers' }),
  },
  {
    name: 'PreToolUse, any command',
    event: 'PreToolUse',
    input: () => ({ tool_name: 'Bash', tool_input: { command: 'npm test -- --grep "a b"' } }),
  },
  {
    name: 'PostToolUse, an edit',
    event: 'PostToolUse',
    input: (n, root) => ({ tool_name: 'Edit', tool_input: { file_path: `${root}/src/file${n % 50}.ts` } }),
  },
  {
    name: 'UserPromptSubmit, a command (with a store)',
    event: 'UserPromptSubmit',
    input: (n) => ({ prompt: `/implement f0 ${n}` }),
  },
  { name: 'PreCompact, touched files (with a store)', event: 'PreCompact', input: () => ({}) },
];

function start(cwd, args, input = '') {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, input, stdio: ['pipe', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
}

export async function run({ rounds, quick }) {
  const root = makeRepository();
  process.env.PAWL_SESSION = session;
  for (let n = checkpoints - 1; n >= 0; n--) {
    const args = ['phase', `implement/f${n}`, 'implementation', 'in_progress', '--summary', 'Half of it works.'];
    start(root, [program, ...args]);
  }
  delete process.env.PAWL_SESSION;
  let n = 0;
  const subjects = [
    { name: bare, run: () => start(root, ['-e', '0']) },
    ...events.map(({ name, event, input }) => ({
      name,
      run: () => {
        const payload = { session_id: session, cwd: root, hook_event_name: event, ...input(n++, root) };
        start(root, [hook, event], JSON.stringify(payload));
      },
    })),
  ];
  const times = await measure(subjects, { rounds: Math.max(quick ? 15 : 41, Math.min(rounds, 101)), warmUp: 5 });
  return events.map(({ name, target }) => {
    const shown = new Map([...times].filter(([one]) => one === bare || one === name));
    return report(`Cold hook: ${name}`, shown, { against: bare, ours: name, target });
  });
}
