// SessionStart: the agent is told what is unfinished, and later calls of its shell know its session.

import fs from 'node:fs';
import { shellQuote } from '../../../rules/text/shell-quote.js';
import { isFirst } from '../../../service/hooks/once.js';
import { quickBrief } from '../../../service/quick-brief.js';
import { boundRun } from '../../../service/session/binding.js';
import { ledInWords, ledWorkstream } from '../../../service/session/led-workstream.js';
import { sessionRootVariable } from '../../../service/session/elsewhere.js';
import { type HookAnswer, nothing } from '../answer.js';
import type { Payload } from '../payload.js';
import type { HookScene } from '../scene.js';

/**
 * Answers SessionStart, whatever began the session: startup, resume, clear, compact or fork.
 * @param payload the event
 * @param scene its circumstances
 * @returns the brief; nothing when nothing is unfinished
 */
export function sessionStart(payload: Payload, scene: HookScene): HookAnswer {
  const { root, now, env, holder } = scene;
  // Its shell calls stay those of the build, which has named the session.
  const led = ledWorkstream(env);
  if (led !== null) return { is: 'context', text: ledInWords(led) };
  tellShell({ PAWL_SESSION: payload.session, [sessionRootVariable]: payload.session === null ? null : root }, env);
  const found = quickBrief({ root, now, holder, session: payload.session, cwd: payload.cwd, reader: payload.reader });
  if (found === 'nothing') return nothing;
  if (!isFirst(root, `SessionStart\n${payload.session}\n${payload.source}`, now)) return nothing;
  // After /clear the agent goes on under another id, and what it was bound to has to be found.
  const isSlow = found === 'unknown' || payload.source === 'clear';
  if (payload.source === 'resume') beat(payload, scene);
  return isSlow ? scene.slow('session-start') : { is: 'context', text: found.brief };
}

/** A session that was reopened goes on with what it held, and the process that its lease names may be gone. */
function beat({ session }: Payload, { root, slow, onTrouble }: HookScene): void {
  try {
    if (boundRun(root, session) !== null) slow('heartbeat');
  } catch (error) {
    onTrouble(error); // the brief comes all the same
  }
}

/** The agent's later shell calls are the same holder, of the same project: its own file for environments tells them. */
function tellShell(told: Readonly<Record<string, string | null>>, env: NodeJS.ProcessEnv): void {
  const file = env['CLAUDE_ENV_FILE'];
  if (file === undefined || file === '') return;
  const lines = Object.entries(told).flatMap(([name, value]) =>
    // oxlint-disable-next-line no-control-regex -- a name with such characters is nobody's session
    value === null || /[\u0000-\u001f\u007f]/.test(value) ? [] : [`export ${name}=${shellQuote(value)}\n`],
  );
  try {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat !== undefined && !stat.isFile()) return;
    const known = stat === undefined ? '' : fs.readFileSync(file, 'utf8');
    const added = lines.filter((line) => !known.includes(line)).join('');
    if (added !== '') fs.appendFileSync(file, added);
  } catch {
    // Then its calls are told apart by their process.
  }
}
