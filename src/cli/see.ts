// Commands that show what there is: `status`, `list`, `watch`. `show` has a file of its own.

import fs from 'node:fs';
import path from 'node:path';
import { hookFile } from '../agents/init.js';
import { setTimeout as pause } from 'node:timers/promises';
import { pawl } from '../base/command-line.js';
import { familyNames, refOf } from '../base/names.js';
import { counted, timeOf } from '../base/text.js';
import { eventText } from '../runs/history.js';
import { holderOf } from '../runs/lease.js';
import { type RunLine, findRun, listRuns } from '../runs/list.js';
import { type Project, formats } from '../runs/project.js';
import { boundKey, isAlive, lastRecorded, readSessions } from '../runs/session.js';
import { savedText, savedThisWeek } from '../runs/stats.js';
import type { Stored } from '../store/store.js';
import { type Argument, command, toNumber } from './command.js';
import { ageText, clockText, columns, indent, plain, statusText, style } from './view.js';

export const ref: Argument = { name: 'REF', about: 'A run: implement/auth, PRD-009', complete: 'ref' };

const dayMs = 86_400_000;
const maxShown = 5;

/** A run in the form that `--json` promises. */
function toJson(project: Project, run: RunLine): object {
  const { ref, family, title, progress, current, next, path, updatedAt, place, problem } = run;
  const age = updatedAt === null ? 0 : project.now().getTime() - timeOf(updatedAt);
  return {
    ref,
    family,
    title,
    status: shownStatus(run),
    progress,
    current,
    next,
    updated_at: updatedAt,
    /** Unfinished, and unchanged for longer than `clean.max_age_days`. */
    stale: !run.isFinished && age > project.config.maxAgeDays * dayMs,
    path,
    place,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** `archived` and `removed` say more than the status that a run had before. */
function shownStatus({ place, status }: RunLine): string {
  return place === 'archived' || place === 'removed' ? place : status;
}

function toRow(run: RunLine, now: Date): string[] {
  const { done, total } = run.progress;
  const title = run.title === run.ref.replace('/', ' ') ? '' : plain(run.title, 60);
  return [
    plain(run.ref, 80),
    statusText(shownStatus(run)),
    total === 0 ? '' : `${done}/${total}`,
    plain(run.current ?? '', 40),
    ageText(run.updatedAt, now),
    style('dim', title),
  ];
}

const isOpen = (run: RunLine): boolean => !run.isFinished && run.place === 'live' && run.problem === undefined;

interface Recording {
  /** When a hook last recorded something; null when none ever has. */
  readonly lastEvent: string | null;
  /** Runs that live sessions work on now. */
  readonly open: readonly string[];
  readonly sessions: number;
}

function recordingOf({ root, now }: Project): Recording {
  const alive = readSessions(root).filter((session) => isAlive(session, now()));
  return {
    lastEvent: lastRecorded(root)?.toISOString() ?? null,
    open: alive.flatMap((session) => boundKey(session) ?? []).map(refOf),
    sessions: alive.length,
  };
}

function recordingText({ lastEvent, sessions }: Recording, { root, config, now }: Project): string {
  if (!config.capture) return `Sessions are not recorded: capture is off (\`${pawl`config`}\`).`;
  if (lastEvent === null && fs.existsSync(path.join(root, hookFile)))
    return 'No session of an agent was recorded here yet. The hooks are set up: start your agent in this folder.';
  if (lastEvent === null)
    return `No session of an agent was recorded here yet. \`${pawl`init`}\` sets up the hooks; \`${pawl`doctor`}\` checks them.`;
  const open = sessions === 0 ? '' : ` (${counted(sessions, 'session')} open)`;
  return `Hooks last recorded something ${ageText(lastEvent, now())}${open}.`;
}

const status = command({
  name: 'status',
  group: 'see',
  about: 'Show what runs, what is unfinished, and what to do next',
  details: '`pawl` alone does the same.',
  args: [],
  options: {},
  async run({ project: open }) {
    const project = open();
    const runs = await listRuns(project);
    const unfinished = runs.filter(isOpen);
    const broken = runs.filter((run) => run.problem !== undefined);
    const recording = recordingOf(project);
    const building: string[] = [];
    for (const { key, ref } of unfinished) if ((await holderOf(project.store, key)) !== null) building.push(ref);
    const busy = [...new Set([...building, ...recording.open])];
    const first = unfinished.find((run) => !busy.includes(run.ref));
    const next = first === undefined ? null : pawl`resume ${first.ref}`;
    const now = project.now();
    const saved = await savedThisWeek(project, runs);

    const lines = unfinished.slice(0, maxShown).map((run) => {
      const doing = building.includes(run.ref)
        ? ', a build works on it now'
        : recording.open.includes(run.ref)
          ? ', open in a session now'
          : '';
      const [name = '', state = '', progress = '', current = '', age = '', title = ''] = toRow(run, now);
      return [name, state, progress, current, age + doing, title];
    });
    const more = unfinished.length - maxShown;
    const text = [
      unfinished.length === 0
        ? runs.length === 0
          ? 'There are no runs yet.'
          : 'Nothing is unfinished.'
        : `${counted(unfinished.length, 'run')} unfinished:`,
      indent(columns(lines)),
      more > 0 ? `  and ${more} more: \`${pawl`list --status unfinished`}\`` : '',
      ...broken.map(
        (run) => `${plain(run.ref)} cannot be read: ${plain(run.problem ?? '')}. \`${pawl`doctor`}\` helps.`,
      ),
      first?.next == null ? '' : `Next for ${plain(first.ref)}: ${plain(first.next)}`,
      next === null ? '' : `Continue: \`${next}\``,
      savedText(saved),
      recordingText(recording, project),
    ];
    return {
      text: text.filter(Boolean).join('\n'),
      json: {
        ok: true,
        unfinished: unfinished.map((run) => toJson(project, run)),
        unreadable: broken.map((run) => toJson(project, run)),
        running: busy,
        next,
        recording: { enabled: project.config.capture, last_event: recording.lastEvent, sessions: recording.sessions },
        this_week: { resumes: saved.resumes, units_not_redone: saved.unitsNotRedone },
      },
    };
  },
});

const statuses = ['unfinished', 'pending', 'initialized', 'in_progress', 'paused', 'stalled', 'failed', 'complete'];

const list = command({
  name: 'list',
  group: 'see',
  about: 'List runs, the last changed first',
  args: [],
  options: {
    all: { about: 'Also archived and deleted runs' },
    family: { value: 'FAMILY', about: 'Only this family', choices: { of: familyNames, noun: 'family' } },
    status: {
      value: 'STATUS',
      about: 'Only runs with this status',
      choices: { of: [...statuses, 'abandoned', 'archived', 'removed', 'corrupt'], noun: 'status' },
    },
    limit: { value: 'N', about: 'Maximum number of runs (default 50)' },
  },
  examples: ['list --status unfinished', 'list --all --family workflow --json'],
  async run({ values, project: open }) {
    const project = open();
    const limit = toNumber('--limit', values.limit ?? '50', 1);
    const family = familyNames.find((one) => one === values.family);
    const needsAll = values.status === 'archived' || values.status === 'removed';
    const all = await listRuns(project, { family, all: values.all === true || needsAll });
    const isWanted = (run: RunLine): boolean =>
      values.status === undefined ||
      (values.status === 'unfinished' ? isOpen(run) : shownStatus(run) === values.status);
    const wanted = all.filter(isWanted);
    const runs = wanted.slice(0, limit);
    const now = project.now();
    const hidden = wanted.length - runs.length;
    if (hidden > 0) project.notify(`${counted(hidden, 'more run')}; --limit shows more`);
    return {
      text: runs.length === 0 ? 'No runs.' : columns(runs.map((run) => toRow(run, now))),
      json: { ok: true, runs: runs.map((run) => toJson(project, run)) },
    };
  },
});

const pollMs = 300;

const watch = command({
  name: 'watch',
  group: 'see',
  about: 'Print every change as it happens, until Ctrl-C',
  details: 'With --json, each line is one JSON document.',
  args: [{ ...ref, isOptional: true }],
  options: {},
  async run({ args: [wanted], project: open, print, isJson }) {
    const project = open();
    const only = wanted === undefined ? null : refOf(await findRun(project, wanted));
    const signal = interruption();
    let { cursor } = await project.store.changes(null);
    if (!isJson) process.stderr.write(`Watching ${only ?? 'all runs'}; Ctrl-C ends it.\n`);
    while (!signal.aborted) {
      await pause(pollMs, undefined, { signal }).catch(() => {});
      const seen = await project.store.changes(cursor);
      ({ cursor } = seen);
      for (const stored of seen.changes)
        if (only === null || refOf(stored.key) === only)
          print(`${isJson ? JSON.stringify(changeJson(stored)) : changeText(stored)}\n`);
    }
    return { text: '', isPrinted: true };
  },
});

/** Aborted once Ctrl-C was pressed, or the process was asked to end. */
export function interruption(): AbortSignal {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  return ended.signal;
}

function changeText({ key, at, actor, event }: Stored): string {
  return `${style('dim', clockText(at))}  ${plain(refOf(key))}  ${plain(eventText(event))}  ${style('dim', plain(actor, 40))}`;
}

function changeJson({ key, at, actor, event, revision, rev, place, state }: Stored): object {
  const { status, progress, current } = formats[key.family].overview(state);
  const run = { status, progress, current, place };
  return { ref: refOf(key), family: key.family, revision, rev, at, actor, event, what: eventText(event), ...run };
}

export const seeCommands = [status, list, watch];
