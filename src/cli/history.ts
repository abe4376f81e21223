// Commands that look back: `history`, `diff`, `restore`, `fork`, `why`.

import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { type Json, isObject, stepsOf } from '../base/json.js';
import { refOf } from '../base/names.js';
import { nearest, stripInvisible } from '../base/text.js';
import {
  type Difference,
  diffRevisions,
  eventText,
  fork as forkRun,
  forkKey,
  restore as restoreRun,
} from '../runs/history.js';
import { refuseWhileBuilt } from '../runs/lease.js';
import { findRun, readRun } from '../runs/list.js';
import { formats } from '../runs/project.js';
import { diffCode, readSnapshot } from '../runs/snapshot.js';
import { type Reason, searchReasons, whyOf } from '../runs/why.js';
import type { Revision } from '../store/store.js';
import { type Argument, badUsage, command, toNumber } from './command.js';
import { ref } from './see.js';
import { ageText, columns, dateText, plain, style } from './view.js';
import { bind } from './write.js';

const revisionArgument: Argument = { name: 'N', about: 'The number of a revision' };

const history = command({
  name: 'history',
  group: 'history',
  about: 'List the revisions of a run, the newest first',
  args: [ref],
  options: { limit: { value: 'N', about: 'Maximum number of revisions (default 20)' } },
  async run({ args: [name = ''], values, project: open }) {
    const project = open();
    const key = await findRun(project, name);
    const limit = toNumber('--limit', values.limit ?? '20', 1);
    const revisions = await project.store.history(key, { limit });
    const now = project.now();
    const row = ({ revision, at, actor, event }: Revision): string[] => [
      style('bold', String(revision)),
      ageText(at, now),
      plain(actor, 40),
      plain(eventText(event)),
    ];
    const oldest = revisions.at(-1)?.revision ?? 1;
    if (oldest > 1) project.notify(`${oldest - 1} older; --limit shows more`);
    return {
      text: columns(revisions.map(row)),
      json: {
        ok: true,
        ref: refOf(key),
        revisions: revisions.map(({ revision, rev, at, actor, event, place }) => {
          return { revision, rev, at, actor, event, what: eventText(event), place };
        }),
      },
    };
  },
});

const diff = command({
  name: 'diff',
  group: 'history',
  about: 'Show what changed between two revisions',
  details: 'Without numbers: the last change. With one: everything since that revision.',
  args: [
    ref,
    { ...revisionArgument, name: 'A', isOptional: true },
    { ...revisionArgument, name: 'B', isOptional: true },
  ],
  options: { code: { about: 'Compare the code that --code kept with a phase or a note; by default of the last two' } },
  examples: ['diff implement/auth', 'diff implement/auth 3 7', 'diff implement/auth --code'],
  async run({ args: [name = '', a, b], values, project: open }) {
    const project = open();
    const key = await findRun(project, name);
    const [from, to] = [a, b].map((text) => (text === undefined ? undefined : toNumber('a revision', text)));
    if (values.code === true) {
      const { stat, command: full, ...compared } = diffCode(project.root, key, from, to);
      const begin = compared.from === null ? 'the commit before' : `revision ${compared.from}`;
      const title = style('bold', `${plain(refOf(key))}: code of ${begin} to revision ${compared.to}`);
      const lines = stat === '' ? ['Nothing changed.'] : [stripInvisible(stat), `\`${full}\` shows every line.`];
      return { text: [title, ...lines].join('\n'), json: { ok: true, ref: refOf(key), ...compared, command: full } };
    }
    const { differences, ...range } = await diffRevisions(project, key, from, to);
    const lines = differences.filter(({ path }) => !isStamp(path)).flatMap(linesOf);
    const title = style('bold', `${plain(refOf(key))}: revision ${range.from} to ${range.to}`);
    return {
      text: [title, ...(lines.length === 0 ? ['Nothing but times changed.'] : lines)].join('\n'),
      json: { ok: true, ref: refOf(key), ...range, differences },
    };
  },
});

/** Times and HEAD change with every save: people do not look for them. */
function isStamp(path: string): boolean {
  return /\/(?:updated_at|timestamp|head_commit)$/.test(path);
}

/** A difference as lines with `-` and `+`, one for each value or item of a list. */
function linesOf({ path, before, after }: Difference): string[] {
  const place = stepsOf(path).join('.');
  const [old, now] = [leavesOf(place, before), leavesOf(place, after)];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => style('red', `- ${line}`)),
    ...now.filter((line) => !old.includes(line)).map((line) => style('green', `+ ${line}`)),
  ];
}

function leavesOf(place: string, value: Json | undefined): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.map((item) => leaf(`${place}[]`, item));
  if (!isObject(value)) return [leaf(place, value)];
  return Object.entries(value).flatMap(([name, member]) =>
    isStamp(`/${name}`) ? [] : leavesOf(`${place}.${name}`, member),
  );
}

function leaf(place: string, value: Json): string {
  const said = isObject(value) && typeof value['text'] === 'string' ? value['text'] : value; // a decision
  return `${plain(place, 120)}: ${plain(typeof said === 'string' ? said : JSON.stringify(said), 300)}`;
}

const restore = command({
  name: 'restore',
  group: 'history',
  about: 'Go back to an earlier revision; also brings archived and deleted runs back',
  details: 'The earlier state becomes the newest revision. What came between stays in the history.',
  args: [ref, revisionArgument],
  options: { code: { about: 'Say how git brings back the code that was kept with it; no file is changed' } },
  examples: ['restore implement/auth 3'],
  async run({ args: [name = '', number = ''], values, project: open, env }) {
    const project = open();
    const revision = toNumber('N', number, 1);
    const key = await findRun(project, name);
    await refuseWhileBuilt(project.store, key);
    const code = values.code === true ? readSnapshot(project.root, key, revision) : null;
    // The stash keeps what would be overwritten.
    const command = code && `git stash --include-untracked && git restore --source=${code.ref} --worktree -- :/`;
    const stored = await restoreRun(project, key, revision);
    await bind(project, env, key);
    const text = `${plain(refOf(key))} is back at revision ${revision}, saved as revision ${stored.revision}`;
    return {
      text:
        command === null ? text : `${text}\nThe files are unchanged. \`${command}\` brings those of that time back.`,
      json: { ok: true, ref: refOf(key), restored: revision, revision: stored.revision, rev: stored.rev, command },
    };
  },
});

const fork = command({
  name: 'fork',
  group: 'history',
  about: 'Continue a run under another name, from any of its revisions',
  args: [ref, { name: 'NEW', about: 'The name of the new run' }],
  options: { revision: { value: 'N', about: 'Where to begin (default: the newest revision)' } },
  examples: ['fork implement/auth implement/auth-sessions --revision 4'],
  async run({ args: [name = '', target = ''], values, project: open, env }) {
    const project = open();
    const key = await findRun(project, name);
    const other = forkKey(key, target);
    const from = values.revision === undefined ? undefined : toNumber('--revision', values.revision, 1);
    const { revision: begin } = from === undefined ? await readRun(project, key) : { revision: from };
    const stored = await forkRun(project, key, other, begin);
    await bind(project, env, other);
    return {
      text: `${plain(refOf(other))} continues ${plain(refOf(key))} from revision ${begin}`,
      json: {
        ok: true,
        ref: refOf(other),
        from: refOf(key),
        from_revision: begin,
        revision: stored.revision,
        rev: stored.rev,
      },
    };
  },
});

const kinds: Readonly<Record<Reason['kind'], string>> = {
  goal: 'goal',
  decision: 'decided',
  rejection: style('yellow', 'rejected'),
  summary: 'summary',
  failure: style('red', 'failed'),
};

const why = command({
  name: 'why',
  group: 'history',
  about: 'Explain a run or one unit of it: decisions, rejected ideas, summaries and failures, the oldest first',
  args: [
    { ...ref, isOptional: true },
    { name: 'UNIT', about: 'A phase or a workstream', isOptional: true },
  ],
  options: { search: { value: 'TEXT', about: 'Find decisions and rejected ideas of all runs' } },
  examples: ['why implement/auth', 'why implement/auth api', 'why --search session'],
  async run({ args: [name, unit], values: { search }, project: open }) {
    if ((name === undefined) === (search === undefined)) throw badUsage(why, 'give REF or --search');
    const project = open();
    if (search !== undefined || name === undefined) {
      const found = await searchReasons(project, search ?? '');
      const none = `No decision or rejected idea has "${plain(search ?? '')}" in it.`;
      return {
        text: reasonsText(found, ({ ref }) => plain(ref, 60), none),
        json: { ok: true, search, reasons: found },
      };
    }
    const key = await findRun(project, name);
    const { units } = formats[key.family].overview((await readRun(project, key)).state);
    const found = await whyOf(project, key, unit);
    if (unit !== undefined && found.length === 0 && !units.some((one) => one.name === unit)) {
      const near = nearest(
        unit,
        units.map((one) => one.name),
      );
      const hint = near === undefined ? `\`${pawl`show ${refOf(key)}`}\` lists its units.` : `Did you mean ${near}?`;
      throw new PawlError('not-found', `${refOf(key)} has no ${unit}`, { hint });
    }
    const none = `Nothing is recorded about ${plain(unit ?? refOf(key))} yet.`;
    return {
      text: reasonsText(found, (reason) => plain(reason.unit ?? '', 40), none),
      json: { ok: true, ref: refOf(key), unit: unit ?? null, reasons: found },
    };
  },
});

function reasonsText(reasons: readonly Reason[], about: (reason: Reason) => string, none: string): string {
  if (reasons.length === 0) return none;
  return columns(reasons.map((one) => [dateText(one.at ?? ''), about(one), kinds[one.kind], plain(one.text, 400)]));
}

export const historyCommands = [history, diff, restore, fork, why];
