// SessionStart: the agent is told what is unfinished, goes on with it where that is safe, and later calls of its shell know its session.

import fs from 'node:fs';
import { shellQuote } from '../../../rules/text/shell-quote.js';
import { isFirstOfWays } from '../../../service/hooks/once.js';
import { once, quickBrief } from '../../../service/quick-brief.js';
import { currentOwner } from '../../../service/lease/owner.js';
import { ancestorsOf } from '../../../service/lease/processes.js';
import { hasOwnFolder } from '../../../service/own-folder.js';
import { noteAgentSession } from '../../../service/session/agent-session.js';
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
export function sessionStart(payload: Payload, { root, now, env, parentPid, slow }: HookScene): HookAnswer {
  // Its shell calls stay those of the build, which has named the session.
  const led = ledWorkstream(env);
  if (led !== null) return { is: 'context', text: ledInWords(led) };
  const { session, source, cwd, reader } = payload;
  tellShell({ PAWL_SESSION: session, [sessionRootVariable]: session === null ? null : root }, env);
  const owner = once(() => currentOwner(env, session ?? undefined, ancestorsOf(parentPid)));
  // The server that its agent started may not be told, and may go on from the session before.
  if (session !== null && source !== 'compact' && hasOwnFolder(root)) noteAgentSession(root, owner());
  const found = quickBrief({ root, now, owner, session, source, cwd, reader });
  if (found === 'nothing') return nothing;
  const way = process.argv[1] ?? '';
  if (!isFirstOfWays(root, `SessionStart\n${session}\n${source}`, way, now)) return nothing;
  // After /clear the agent goes on under another id, and what it was bound to has to be found.
  const isSlow = found === 'unknown' || source === 'clear';
  return isSlow ? slow('session-start') : { is: 'context', text: found() };
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
