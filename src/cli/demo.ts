// `demo`: an agent is killed in the middle of its work, twice, and the next one knows where to continue. Everything is
// real: a git repository, the hooks that an agent calls, processes, kill -9. Only the agent itself is a sleeping process.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { isObject, parseJson } from '../base/json.js';
import { command } from './command.js';
import { style } from './view.js';

export const demo = command({
  name: 'demo',
  group: 'agents',
  about: 'Show in a second what pawl does: an agent is killed, and the next one continues',
  args: [],
  options: {},
  needsProject: false,
  details: 'Works in a temporary folder, which is removed afterwards. Nothing of yours is touched.',
  async run({ isJson, print }) {
    const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-demo-')));
    const stage = new Stage(root, isJson ? () => {} : print);
    process.once('SIGINT', () => (stage.clear(), process.exit(130)));
    try {
      stage.say(
        'pawl keeps the work of coding agents from getting lost. Here an agent is killed twice; each time the next one',
        'learns where to continue. The hooks, the processes and the files are real; the folder is a temporary one.',
        '',
      );
      const brief = await sessionStory(stage);
      const resumed = await workflowStory(stage);
      stage.say('', `Next: \`${pawl`init`}\` in a repository of yours, then work as always.`);
      return { text: '', json: { ok: true, brief, resumed } };
    } finally {
      stage.clear();
    }
  },
});

/** An ordinary prompt: nobody has told pawl anything. */
async function sessionStory(stage: Stage): Promise<string> {
  stage.title('An ordinary prompt, and the agent is killed');
  const agent = await stage.startAgent('first-session');
  stage.step('Claude Code starts. Its hooks call pawl; there is nothing to remember yet.');
  stage.hook(agent, 'SessionStart', { source: 'startup' });
  const prompt = 'Add a login page: first the schema, then the API, then tests';
  stage.step(`You type: "${prompt}"`);
  stage.hook(agent, 'UserPromptSubmit', { prompt });
  stage.step('The agent plans two tasks, writes a file, finishes the first task and writes another file.');
  for (const [id, subject] of [
    ['1', 'Write the schema'],
    ['2', 'Write the API'],
  ] as const)
    stage.tool(agent, 'TaskCreate', { subject }, { task: { id, subject } });
  stage.write(agent, 'src/schema.js', "export const schema = { user: ['id', 'name'] };\n");
  const statusChange = { from: 'pending', to: 'completed' };
  const done = { success: true, taskId: '1', updatedFields: ['status'], statusChange };
  stage.tool(agent, 'TaskUpdate', { taskId: '1', status: 'completed' }, done);
  stage.write(agent, 'src/api.js', 'export function login() {\n');
  stage.step('In the middle of src/api.js the process is killed. It had no chance to save anything.');
  await stage.kill(agent);
  stage.step('You start the agent again. This is what pawl tells it before your first prompt:');
  const next = await stage.startAgent('second-session');
  const brief = contextOf(stage.hook(next, 'SessionStart', { source: 'startup' }));
  if (brief === '')
    throw new PawlError('internal', 'the new session was told nothing', { hint: 'This is a bug in pawl.' });
  stage.quote(brief);
  return brief;
}

/** A workflow whose agent reports each phase. */
async function workflowStory(stage: Stage): Promise<string> {
  stage.title('A workflow in phases, and the agent is killed');
  const agent = await stage.startAgent('third-session');
  stage.step('An agent starts a workflow of three phases.');
  const phases = ['plan', 'build', 'test'].flatMap((name) => ['--phase-name', name]);
  const start = ['workflow', 'start', 'orchestrate', 'login', '--description', 'Add a login page', ...phases];
  stage.quote(stage.pawl(start, agent));
  stage.step('It completes the first phase, begins the second one, and is killed.');
  const summary = 'Sessions in cookies; JWT was rejected.';
  stage.quote(stage.pawl(['workflow', 'advance', 'orchestrate/login', '--summary', summary], agent));
  await stage.kill(agent);
  stage.step('Another agent, or you, asks where to continue:');
  const resumed = stage.pawl(['resume', 'orchestrate/login']);
  stage.quote(resumed);
  return resumed;
}

interface Agent {
  readonly session: string;
  readonly child: ChildProcess;
}

/** The folder, the processes and the screen of the demo. */
class Stage {
  readonly #root: string;
  readonly #print: (text: string) => void;
  readonly #children: ChildProcess[] = [];
  #steps = 0;

  constructor(root: string, print: (text: string) => void) {
    this.#root = root;
    this.#print = print;
    this.#run('git', ['init', '-q', '.']);
  }

  say(...lines: readonly string[]): void {
    this.#print(`${lines.join('\n')}\n`);
  }

  title(text: string): void {
    this.say(...(this.#steps === 0 ? [] : ['']), style('bold', text));
  }

  step(text: string): void {
    this.say('', `${++this.#steps}. ${text}`);
  }

  quote(text: string): void {
    this.say(...text.split('\n').map((line) => style('cyan', `   │ ${line}`)));
  }

  /** A process that stands for the agent: its hooks name it, and it can be killed. */
  async startAgent(session: string): Promise<Agent> {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600_000)'], { stdio: 'ignore' });
    this.#children.push(child);
    await once(child, 'spawn');
    return { session, child };
  }

  async kill({ child }: Agent): Promise<void> {
    this.#show(`kill -9 ${child.pid}`);
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }

  /** Calls a hook as an agent does: its payload on standard input. Gives what it printed. */
  hook(agent: Agent, event: string, fields: object): string {
    const { session } = agent;
    const transcript_path = path.join(this.#root, '..', `${session}.jsonl`);
    const payload = { session_id: session, transcript_path, cwd: this.#root, hook_event_name: event, ...fields };
    this.#show(`pawl hook ${event}  < ${shortPayload(fields)}`);
    return this.#run(process.execPath, [script(), 'hook', event], JSON.stringify(payload), agent);
  }

  tool(agent: Agent, tool_name: string, tool_input: object, tool_response: object): void {
    this.hook(agent, 'PostToolUse', { tool_name, tool_input, tool_response });
  }

  /** Writes a file and tells the hook. */
  write(agent: Agent, name: string, content: string): void {
    const file_path = path.join(this.#root, name);
    fs.mkdirSync(path.dirname(file_path), { recursive: true });
    fs.writeFileSync(file_path, content);
    this.tool(
      agent,
      'Write',
      { file_path, content },
      { type: 'create', filePath: file_path, content, originalFile: null },
    );
  }

  /** Runs a command, as the agent or as a person. */
  pawl(args: readonly string[], agent?: Agent): string {
    this.#show(['pawl', ...args.map((word) => (/\s/.test(word) ? `"${word}"` : word))].join(' '));
    return this.#run(process.execPath, [script(), ...args], '', agent);
  }

  #show(line: string): void {
    this.say(style('dim', `   $ ${line}`));
  }

  #run(file: string, args: readonly string[], input = '', agent?: Agent): string {
    const env = agent === undefined ? quietEnv() : { ...quietEnv(), ...this.#envOf(agent) };
    const options = { cwd: this.#root, input, env, encoding: 'utf8' as const };
    const { status, stdout, stderr, error } = spawnSync(file, args, options);
    // 6 is an answer: a person should decide.
    if (status === 0 || status === 6) return stdout.trim();
    const what = file === process.execPath ? `pawl ${args.slice(1).join(' ')}` : [file, ...args].join(' ');
    throw new PawlError('internal', `${what} failed: ${error?.message ?? stderr.trim()}`);
  }

  #envOf({ session, child }: Agent): NodeJS.ProcessEnv {
    const own = { CLAUDE_PROJECT_DIR: this.#root, CLAUDE_CODE_SESSION_ID: session, CLAUDE_PID: `${child.pid}` };
    return { ...own, CLAUDE_CODE_SESSION_ATTENDED: '1' };
  }

  clear(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    fs.rmSync(this.#root, { recursive: true, force: true });
  }
}

function script(): string {
  return process.argv[1] ?? '';
}

/** The environment without what an agent around the demo has set. */
function quietEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:CLAUDE|CODEX|PAWL|GIT)_/.test(name)));
}

/** The part of a payload that is worth a look. */
function shortPayload(fields: object): string {
  const hidden = new Set(['tool_response', 'content']);
  return JSON.stringify(fields, (name, value: unknown) => {
    if (hidden.has(name)) return undefined;
    return name === 'file_path' && typeof value === 'string' ? path.basename(value) : value;
  });
}

function contextOf(answer: string): string {
  const parsed = parseJson(answer);
  const output = 'value' in parsed && isObject(parsed.value) ? parsed.value['hookSpecificOutput'] : null;
  const context = isObject(output) ? output['additionalContext'] : null;
  return typeof context === 'string' ? context : '';
}
