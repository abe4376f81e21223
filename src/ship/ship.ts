// The ship gate of a project: whether it is on, what reviews have said, and recording a verdict. A verdict lives in the
// checkpoint of `ship` or `review`, and travels as a git note on the reviewed tree.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError } from '../base/errors.js';
import { type JsonObject, isObject } from '../base/json.js';
import { type CommandKey, commandKey, refOf } from '../base/names.js';
import { type CommandDocument, applyCommand, commandFormat, newCommand, nextRun } from '../formats/command.js';
import { change, planChange } from '../runs/change.js';
import { git, readHead, runGit } from '../runs/git.js';
import type { Project } from '../runs/project.js';
import { identity } from '../runs/snapshot.js';
import type { Stored } from '../store/store.js';
import { contentOf } from './content.js';
import { hasPrePush, prePushFile } from './pre-push.js';
import { type Found, type Review, type ShipAnswer, cannotTell, judge, readNote, verdictIn } from './verdict.js';

export const notesRef = 'refs/notes/pawl-ship';
export const shipHookFile = '.claude/hooks/user-prompt-ship.cjs';

/** On where a configuration says so, or where `init` installed one of the gate's hooks. Off everywhere else. */
export function isGateOn({ root, config }: Project): boolean {
  if (config.shipGate !== null) return config.shipGate;
  if (fs.existsSync(path.join(root, shipHookFile))) return true;
  const hook = prePushFile(root);
  return hook !== null && fs.existsSync(hook) && hasPrePush(fs.readFileSync(hook, 'utf8'));
}

/** Reads the name of the gate: `ship` or `ship/FEATURE`. */
export function shipKey(gate: string): CommandKey {
  const [isShip, feature] = /^(?:command:)?ship(?:\/(.+))?$/s.exec(gate) ?? [];
  if (isShip !== undefined) return commandKey('ship', feature);
  throw new PawlError('bad-usage', `"${gate}" has no verdict`, { hint: 'Write ship or ship/FEATURE.' });
}

/**
 * Asks whether content may be shipped.
 * @param commit a commit by any name; null for the working tree
 */
export async function checkShip(project: Project, commit: string | null): Promise<ShipAnswer> {
  try {
    const tree = contentOf(project.root, commit);
    const found = await verdictsOf(project);
    const local = judge(found, tree, project.config.shipNeedsPerson);
    if (local.state !== 'no-review' && local.state !== 'other-content') return local;
    const noted = notedVerdicts(project.root, tree);
    return noted.length === 0 ? local : judge(noted, tree, project.config.shipNeedsPerson);
  } catch (error) {
    return cannotTell(error instanceof Error ? error.message : String(error));
  }
}

/** The verdicts in the checkpoints. One that only names a commit is about that commit's tree. */
async function verdictsOf({ store, root }: Project): Promise<readonly Found[]> {
  const listed = await store.list({ family: 'command' });
  return listed.flatMap(({ key, state, problem }): Found[] => {
    if (key.family !== 'command' || (key.command !== 'ship' && key.command !== 'review')) return [];
    if (problem !== undefined) return [{ ref: refOf(key), problem }];
    const found = verdictIn(refOf(key), state);
    if (found === null) return [];
    if ('problem' in found || found.tree !== null || found.commit === null) return [found];
    try {
      return [{ ...found, tree: contentOf(root, found.commit) }];
    } catch {
      return [found]; // the commit is gone
    }
  });
}

function notedVerdicts(root: string, tree: string): readonly Found[] {
  const text = runGit(root, ['notes', `--ref=${notesRef}`, 'show', tree]);
  if (text === null) return [];
  const noted = readNote(text);
  if (noted === null) return [{ ref: `the note on ${tree.slice(0, 8)}`, problem: 'it has the wrong form' }];
  return noted.flatMap((one) => {
    const ref = typeof one['ref'] === 'string' ? one['ref'] : 'ship';
    return verdictIn(`the git note of ${ref}`, one) ?? [];
  });
}

export interface NewVerdict {
  readonly isAllowed: boolean;
  readonly blockers: readonly string[];
  readonly note?: string | undefined;
  readonly by: string;
  readonly kind: Review['kind'];
  /** What was reviewed; null for the working tree. */
  readonly commit: string | null;
}

export interface SetVerdict {
  readonly stored: Stored;
  readonly tree: string;
  /** False when git could not store the note. */
  readonly isNoted: boolean;
}

/** Records a verdict about content, in the checkpoint and as a note. */
export async function setVerdict(project: Project, key: CommandKey, verdict: NewVerdict): Promise<SetVerdict> {
  const { root } = project;
  const { isAllowed, blockers, kind, by, note } = verdict;
  const tree = contentOf(root, verdict.commit);
  if (isAllowed && kind === 'agent') await refuseAgent(project, tree, blockers);
  if (isAllowed && blockers.length > 0 && !note)
    throw new PawlError('bad-usage', '--allow with --blocker needs --note: why it is shipped all the same');
  const head_commit = verdict.commit === null ? readHead(root) : git(root, ['rev-parse', `${verdict.commit}^{commit}`]);
  const at = project.now().toISOString();
  const ship: Review = { tree, head_commit, by, kind, at, ...(note ? { note } : {}) };
  const gate = { ship_allowed: isAllowed, blockers: [...blockers], head_commit };
  const decide = (doc: CommandDocument | null, now: string): CommandDocument => {
    // The next phase of a complete run begins a new one, without a verdict: this one belongs to the new run.
    const base = doc === null ? newCommand('ship', key.feature, now) : doc.completed_at ? nextRun(doc, now) : doc;
    const next = applyCommand(base, { type: 'gate', ...gate }, now);
    return { ...next, pawl: { ...next.pawl, ship } };
  };
  const event = { name: 'gate', args: { ship_allowed: isAllowed } };
  const plan = planChange({ key, format: commandFormat, event, decide }, project.context());
  const stored = await change(project.store, key, plan);
  if (stored === null) throw new PawlError('internal', 'the verdict was not stored');
  return { stored, tree, isNoted: writeNote(root, tree, refOf(key), stored.state) };
}

/** An agent may allow what it has reviewed, but overrules nobody. */
async function refuseAgent(project: Project, tree: string, blockers: readonly string[]): Promise<void> {
  const isBlocked = (one: Found): boolean =>
    !('problem' in one) && one.tree === tree && !one.isAllowed && one.review?.kind === 'person';
  const why = project.config.shipNeedsPerson
    ? 'ship.person_required is set'
    : blockers.length > 0
      ? 'blockers are left'
      : [...(await verdictsOf(project)), ...notedVerdicts(project.root, tree)].some(isBlocked) // also of a deleted run
        ? 'a person has blocked it'
        : null;
  if (why === null) return;
  const hint = 'Ask your user to run it in a terminal. Nothing was changed.';
  throw new PawlError('needs-person', `an agent cannot allow shipping: ${why}`, { hint });
}

/** Notes what was stored, which has no secrets. Verdicts of other runs about the same tree stay. */
function writeNote(root: string, tree: string, ref: string, { gate, pawl: own }: JsonObject): boolean {
  try {
    const noted = { ref, gate, pawl: { ship: isObject(own) ? own['ship'] : null } };
    const before = readNote(runGit(root, ['notes', `--ref=${notesRef}`, 'show', tree]) ?? '[]') ?? [];
    const all = [...before.filter((one) => one['ref'] !== ref), noted];
    const add = ['notes', `--ref=${notesRef}`, 'add', '--force', '--file=-', tree];
    git(root, add, { input: JSON.stringify(all, null, 2), env: identity });
    return true;
  } catch {
    return false;
  }
}

/** Words that mean the gate: a typed /ship, or a shell command that has both `git` and `push` in it. */
const asksToShip = (prompt: string): boolean => /^\s*[/$](?:[\w-]+:)?ship(?:\s|$)/.test(prompt);
export const mentionsPush = (command: string): boolean =>
  /\bgit\b/.test(command) && /\bpush\b/.test(command.replace(/\bstash push\b/g, ''));

/** Why an agent may not do this; null when it may. A push is of HEAD, unless the same command commits first. */
export async function shipRefusal(
  project: Project,
  asked: { prompt: string; command: string },
): Promise<string | null> {
  const isPrompt = asksToShip(asked.prompt);
  if (!(isPrompt || mentionsPush(asked.command)) || !isGateOn(project)) return null;
  const isWorkingTree = isPrompt || /\bcommit\b/.test(asked.command);
  const { isAllowed, reason, fix } = await checkShip(project, isWorkingTree ? null : 'HEAD');
  return isAllowed ? null : `${isPrompt ? '/ship' : 'A command with git and push'} is blocked. ${reason} ${fix ?? ''}`;
}
