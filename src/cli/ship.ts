// The ship gate: `gate set`, `gate check`.

import { refOf } from '../base/names.js';
import { actorName } from '../runs/project.js';
import { parsePushes } from '../ship/pre-push.js';
import { checkShip, notesRef, setVerdict, shipKey } from '../ship/ship.js';
import type { ShipAnswer } from '../ship/verdict.js';
import { type Argument, type Option, type Output, badUsage, command } from './command.js';
import { plain, style } from './view.js';

const gate: Argument = { name: 'GATE', about: 'ship, or ship/FEATURE' };
const commit = { value: 'COMMIT', about: 'This commit instead of the working tree' } satisfies Option;

const set = command({
  name: 'gate set',
  group: 'write',
  about: 'Record the verdict of a review: whether this content may be shipped',
  args: [gate],
  options: {
    allow: { about: 'It may be shipped' },
    block: { about: 'It may not be shipped' },
    blocker: { value: 'TEXT', isMultiple: true, about: 'What has to be resolved first' },
    note: { value: 'TEXT', about: 'Why' },
    commit,
  },
  details:
    'The verdict counts for exactly the content that is there now, committed or not: after any change, review again. An agent can\n' +
    'allow shipping, and is named as an agent; with ship.person_required in the configuration only a person can, in a terminal.\n' +
    '--allow with --blocker and --note ships despite known blockers, and needs a person.\n' +
    `The verdict is also a git note: \`git push origin ${notesRef}\` takes it to CI and to other clones.`,
  examples: ['gate set ship --allow', 'gate set ship/auth --block --blocker "2 tests fail"'],
  async run({ args: [name = ''], values, project: open, env, isInteractive }) {
    const { allow = false, block = false, blocker: blockers = [], note } = values;
    if (allow === block) throw badUsage(set, 'give either --allow or --block');
    const key = shipKey(name);
    const kind = isInteractive ? 'person' : 'agent';
    const by = actorName(env);
    const given = { isAllowed: allow, blockers, note, by, kind, commit: values.commit ?? null } as const;
    const project = open();
    const { stored, tree, isNoted } = await setVerdict(project, key, given);
    if (!isNoted) project.notify('the verdict could not be stored as a git note; it counts on this machine only');
    const who = kind === 'agent' ? ` (recorded as an agent's verdict)` : '';
    return {
      text: `Shipping ${allow ? 'allowed' : 'blocked'} for this content, tree ${tree.slice(0, 8)}${who}`,
      json: { ok: true, ref: refOf(key), ship_allowed: allow, blockers, tree, by, kind, revision: stored.revision },
    };
  },
});

const check = command({
  name: 'gate check',
  group: 'see',
  about: 'Ask whether this content may be shipped; the exit code is 6 when it may not',
  args: [gate],
  options: {
    commit,
    'pre-push': { about: "For git's pre-push hook: judge every commit that is named on standard input" },
  },
  details:
    'The verdicts of all features count, since each is about the whole content. Where none of them is about it, the git note is read:\n' +
    `\`git fetch origin ${notesRef}:${notesRef}\` brings it to a clone.`,
  examples: ['gate check ship', 'gate check ship --commit HEAD --json'],
  async run({ args: [name = ''], values, project: open, input }) {
    shipKey(name);
    const project = open();
    if (project.config.shipGate === false)
      return { text: 'The ship gate is off: ship.gate is false.', json: { ok: true, allowed: true, state: 'off' } };
    if (values['pre-push'] !== true) return outputOf(await checkShip(project, values.commit ?? null));
    for (const { remote, commit } of parsePushes(await input())) {
      const answer = await checkShip(project, commit);
      if (!answer.isAllowed) return outputOf(answer, `The push to ${remote} is blocked. `);
    }
    return { text: '', json: { ok: true, allowed: true } };
  },
});

function outputOf({ isAllowed, state, reason, fix, blockers, verdict }: ShipAnswer, before = ''): Output {
  const title = style(
    isAllowed ? 'green' : 'red',
    isAllowed ? 'Shipping is allowed. ' : before || 'Shipping is blocked. ',
  );
  const lines = [`${title}${plain(reason, 1_000)}`, ...(fix === null ? [] : [plain(fix, 500)])];
  const { ref, review } = verdict ?? {};
  const json = {
    ok: isAllowed,
    allowed: isAllowed,
    state,
    reason,
    fix,
    blockers,
    ref,
    by: review?.by,
    kind: review?.kind,
  };
  return { text: lines.join('\n'), json, exitCode: isAllowed ? 0 : 6 };
}

export const shipCommands = [set, check];
