// What happens at each hook: a line is appended to the session's file; at boundaries the session is folded into its run.
// An agent must never fail because of its bookkeeping: whatever happens, the answer is valid and the exit code 0.

import fs from 'node:fs';
import path from 'node:path';
import { setProgram } from '../base/command-line.js';
import { type Key, commandKey, keyText, parseKey } from '../base/names.js';
import { oneLine, shorten, stripInvisible } from '../base/text.js';
import { projectName } from '../formats/workflow.js';
import { continuedContext, startContext } from '../resume/start.js';
import { change, planChange } from '../runs/change.js';
import {
  bindSession,
  foldOthers,
  foldSession,
  hookDeadlineMs,
  isContinuation,
  runOfSession,
  slugOf,
} from '../runs/fold.js';
import { dirtyFiles, findGitRoot, readBranch } from '../runs/git.js';
import { clean } from '../runs/lifecycle.js';
import { listRuns } from '../runs/list.js';
import { programFor } from '../runs/program.js';
import { type Project, openProject } from '../runs/project.js';
import {
  type SessionEvent,
  appendSession,
  boundKey,
  isRunning,
  processBegun,
  readSession,
  readSessions,
  removeSession,
  touchRecorded,
} from '../runs/session.js';
import { workflowStart } from '../runs/workflows.js';
import { mentionsPush, shipRefusal } from '../ship/ship.js';
import { ownFolder } from '../store/file/publish.js';
import { type Payload, decodePayload } from './payload.js';

/** A hook that is being answered. */
interface Call {
  readonly event: string;
  readonly payload: Payload;
  readonly project: Project;
  readonly env: NodeJS.ProcessEnv;
}

/** Answers a hook: takes the agent's payload, gives what to print. */
export async function runHook(event: string, text: string, env: NodeJS.ProcessEnv): Promise<string> {
  const payload = decodePayload(event, text, env);
  const handler = Object.hasOwn(handlers, event) ? handlers[event] : undefined;
  if (payload === null) return '';
  if (event === 'PreToolUse') return beforeTool(payload, env);
  if (handler === undefined) return '';
  const project = openProject({ folder: payload.folder, env });
  setProgram(() => programOf(project.root, env));
  const refusal = event === 'UserPromptSubmit' ? await shipRefusal(project, payload) : null;
  if (refusal !== null) return JSON.stringify({ decision: 'block', reason: plainLine(refusal) });
  if (!isRecorded(project)) return '';
  const call = { event, payload, project, env };
  try {
    const context = await handler(call);
    return context === '' || !isFirst(call) ? '' : answer(event, context);
  } catch (error) {
    noteTrouble(call, error);
    return '';
  }
}

/** A shell command with `git` and `push` in it is denied while the ship gate does not allow the content of its repository. */
async function beforeTool({ command, prompt, cwd }: Payload, env: NodeJS.ProcessEnv): Promise<string> {
  if (!mentionsPush(command)) return '';
  const project = openProject({ folder: cwd, env });
  setProgram(() => programOf(project.root, env));
  const refusal = await shipRefusal(project, { prompt, command });
  if (refusal === null) return '';
  const decision = { permissionDecision: 'deny', permissionDecisionReason: plainLine(refusal) };
  return JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } });
}

const plainLine = (text: string): string => shorten(oneLine(stripInvisible(text)), 1_500);

/** Known keys only: Codex drops an answer with an unknown one. */
function answer(event: string, additionalContext: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext } });
}

/** Outside of repositories nothing is recorded, unless `pawl init` ran there. */
function isRecorded({ root, config }: Project): boolean {
  return config.capture && (findGitRoot(root) !== null || fs.existsSync(path.join(root, ownFolder)));
}

/** `pawl doctor` shows it. */
function noteTrouble({ event, payload, project }: Call, error: unknown): void {
  try {
    const text = shorten(oneLine(`${event}: ${error instanceof Error ? error.message : String(error)}`), 300);
    append(project, payload, [{ e: 'trouble', text }]);
  } catch {
    // nothing can be written here
  }
}

/** With plugin and `pawl init` together, each event comes twice: only one of them may speak. */
function isFirst({ event, payload, project }: Call): boolean {
  const id = `${payload.session} ${event} ${payload.mark ?? payload.source}`;
  const before = project.sync?.getValue('spoken');
  if (before?.value['id'] === id) return false;
  const put = { expect: before?.version ?? null, value: { id }, ttlMs: 10_000 };
  return project.sync?.putValue('spoken', put) !== null;
}

const handlers: Readonly<Record<string, (call: Call) => Promise<string>>> = {
  SessionStart: start,
  UserPromptSubmit: prompted,
  PostToolUse: record,
  PostCompact: record,
  StopFailure: record,
  Interrupt: record,
  PreCompact: fold,
  Stop: stopped,
  SessionEnd: ended,
};

function append(project: Project, { session, mark }: Payload, events: readonly SessionEvent[]): void {
  if (events.length === 0) return;
  project.sync?.prepare();
  appendSession(project.root, session, events, project.now(), mark);
  touchRecorded(project.root);
}

async function record({ payload, project }: Call): Promise<string> {
  append(project, payload, payload.events(project.root));
  return '';
}

async function fold({ payload, project }: Call): Promise<string> {
  await foldSession(project, payload.session, hookDeadlineMs);
  return '';
}

async function start(call: Call): Promise<string> {
  const { payload, project, env } = call;
  const { root } = project;
  const { source, agent } = payload;
  const pid = agentPid(call);
  const running = pid > 0 ? { pid, begun: processBegun(pid) ?? undefined } : {};
  const where = placeOf(call);
  const isNew = source !== 'compact';
  const dirty = isNew ? { dirty: dirtyFiles(root) } : {};
  append(project, payload, [{ e: 'start', source, agent, ...running, ...where, ...dirty }]);
  if (isNew) putOnPath(root, env);
  await foldOthers(project, payload.session);
  await cleanDaily(project);
  const session = readSession(root, payload.session);
  let bound = session === null ? null : boundKey(session);
  if (bound === null && source !== 'startup' && source !== 'clear') {
    bound = await runOfSession(project, payload.session);
    if (bound !== null) bindSession(project, payload.session, bound);
  }
  const isSilent = source === 'resume' || source === 'fork'; // the conversation is still there
  const isUnattended = env['CLAUDE_CODE_SESSION_ATTENDED'] === '0' && source !== 'compact';
  if (isSilent || isUnattended || !project.config.brief) return '';
  const { text, offered } = await startContext(project, { session: payload.session, ...where, bound });
  if (offered !== null && bound === null) append(project, payload, [{ e: 'offer', key: keyText(offered) }]);
  return text;
}

/** Retention runs by itself, once a day. */
async function cleanDaily(project: Project): Promise<void> {
  const isDue = project.sync?.putValue('cleaned', { expect: null, value: {}, ttlMs: 86_400_000 }) != null;
  if (isDue) await clean(project);
}

async function prompted(call: Call): Promise<string> {
  const { payload, project, env } = call;
  const { prompt } = payload;
  if (payload.isSubagent || prompt.startsWith('<task-notification>') || prompt.includes('<pawl-brief')) return '';
  const before = readSession(project.root, payload.session);
  append(project, payload, payload.events(project.root));
  const typed = await typedRun(project, prompt);
  let context = '';
  if (typed !== null) {
    const from = before?.lines.at(-1)?.end ?? 0; // the prompt belongs to it
    append(project, payload, [{ e: 'bind', key: keyText(typed), from, begins: true }]);
  } else if (
    isContinuation(prompt) &&
    before?.lines.some((line) => line.e === 'prompt' || line.e === 'bind') !== true
  ) {
    const offer = before?.lines.findLast((line) => line.e === 'offer');
    let key = offer === undefined ? null : parseKey(offer.key);
    if (env['CLAUDE_CODE_SESSION_ATTENDED'] === '0' && project.config.brief)
      ({ text: context, offered: key } = await continuedContext(project, {
        session: payload.session,
        bound: null,
        ...placeOf(call),
      }));
    if (key !== null) bindSession(project, payload.session, key);
  }
  await fold(call);
  return context;
}

/** The agent's own process. Codex starts hooks itself. */
function agentPid({ payload, env }: Call): number {
  return payload.agent === 'claude' ? Number(env['CLAUDE_PID']) : process.ppid;
}

function placeOf({ payload, project }: Call): { readonly folder: string; readonly branch: string | null } {
  const folder = path.relative(project.root, payload.folder).replaceAll('\\', '/');
  return { folder: folder.startsWith('..') ? '' : folder, branch: readBranch(project.root) };
}

/** The run that a typed command opens or continues: `/implement auth`, `/pawl:implement auth`, `$implement auth`. */
async function typedRun(project: Project, prompt: string): Promise<Key | null> {
  const [, name = '', rest = ''] =
    /^[/$](?:[\w-]+:)?(start|design|reconcile|research|implement|ship|review|orchestrate|test-all)(?:\s+(.*))?$/s.exec(
      prompt.trim(),
    ) ?? [];
  if (name === '') return null;
  const words = rest.split(/\s+/).filter((word) => word !== '' && !word.startsWith('-'));
  if (name === 'orchestrate' || name === 'test-all') return workflowFor(project, name, words.join(' '));
  const [word = '', ...more] = words;
  const isName = more.length === 0 && /^[\w.-]{1,60}$/.test(word);
  return commandKey(name, isName ? word : slugOf(words.join(' ')));
}

/** The unfinished workflow of that type and project, else a new one. How many phases it has is not known yet. */
async function workflowFor(project: Project, type: string, description: string): Promise<Key | null> {
  const name = projectName(description.split(' ').slice(0, 6).join(' '));
  const runs = await listRuns(project, { family: 'workflow' });
  const isSame = (ref: string): boolean => ref.startsWith(`${type}_${description === '' ? '' : `${name}_`}`);
  const open = runs.find(({ ref, isFinished, place }) => !isFinished && place === 'live' && isSame(ref));
  if (open !== undefined || description === '') return open?.key ?? null;
  const step = workflowStart({ type, project: name, description, totalPhases: 0 }, project.now());
  await change(project.store, step.key, planChange(step, project.context()), hookDeadlineMs);
  return step.key;
}

async function stopped(call: Call): Promise<string> {
  const { payload, project } = call;
  append(project, payload, [...shellEdits(project, payload.session), ...payload.events(project.root)]);
  return fold(call);
}

/** Files that changed since the session began, and that no session's hook saw: edits through a shell. */
function shellEdits({ root }: Project, id: string): readonly SessionEvent[] {
  const session = readSession(root, id);
  const begin = session?.lines.find((line) => line.e === 'start');
  if (begin?.dirty === undefined) return [];
  const edits = readSessions(root).flatMap(({ lines }) => lines.filter((line) => line.e === 'edit'));
  const seen = new Set(edits.map((line) => line.path));
  const now = Object.entries(dirtyFiles(root) ?? {});
  const changed = now.filter(([file, sum]) => begin.dirty?.[file] !== sum && !seen.has(file));
  return changed.map(([file]) => ({ e: 'edit', path: file, how: 'modified' }));
}

async function ended(call: Call): Promise<string> {
  const { payload, project } = call;
  const { root } = project;
  if (readSession(root, payload.session) === null) return '';
  append(project, payload, payload.events(root));
  const session = await foldSession(project, payload.session, hookDeadlineMs);
  // Another process may have resumed the same session.
  const own = agentPid(call);
  const others =
    session?.lines.filter((line) => line.e === 'start' && line.pid !== undefined && line.pid !== own) ?? [];
  const isShared = others.some((line) => line.e === 'start' && isRunning(line.pid ?? 0, line.begun));
  if (!isShared) removeSession(root, payload.session);
  return '';
}

/** How the agent's shell can call pawl: a plugin's `bin/` is on its PATH, and what `putOnPath` has put there. */
function programOf(root: string, env: NodeJS.ProcessEnv): string {
  const isOnPath = Boolean(env['CLAUDE_PLUGIN_ROOT']) || (binFolder(root) !== null && Boolean(env['CLAUDE_ENV_FILE']));
  return isOnPath ? 'pawl' : programFor(env, process.argv[1], root);
}

function binFolder(root: string): string | null {
  const folder = path.join(root, 'node_modules', '.bin');
  return fs.existsSync(path.join(folder, 'pawl')) ? folder : null;
}

/** Puts a project's own pawl on the PATH of the agent's shell. */
function putOnPath(root: string, env: NodeJS.ProcessEnv): void {
  const [file, folder] = [env['CLAUDE_ENV_FILE'], binFolder(root)];
  if (file && folder !== null) fs.appendFileSync(file, `export PATH="$PATH:${folder.replaceAll('"', '\\"')}"\n`);
}
