// What a starting session is told about a project with real files.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { commandKey, keyText } from '../../src/base/names.js';
import { openProject as openLibrary } from '../../src/library.js';
import { type Start, continuedContext, startContext } from '../../src/resume/start.js';
import { type Project, openProject } from '../../src/runs/project.js';
import { appendSession, processBegun } from '../../src/runs/session.js';
import { tempFolder } from '../support/programs.js';

const day = 86_400_000;
const begin = Date.parse('2026-02-01T12:00:00.000Z');
const start: Start = { session: 'me', folder: '', branch: 'main', bound: null };

/** A project whose runs were last changed some time ago; 'x' at the end completes one. */
async function projectWith(
  runs: Readonly<Record<string, { ago: number; pawl?: object; done?: boolean }>>,
): Promise<Project> {
  const root = tempFolder(true);
  for (const [feature, { ago, pawl = {}, done = false }] of Object.entries(runs)) {
    const { commands } = await openLibrary({ root, now: () => new Date(begin - ago) });
    const ref = `implement/${feature}`;
    const { document } = await commands.phase(ref, 'api', { status: done ? 'complete' : 'in_progress' });
    await commands.save(ref, { ...document, pawl: { ...document.pawl, ...pawl } });
    if (done) await commands.complete(ref);
  }
  return openProject({ root, now: () => new Date(begin) });
}

test('nothing unfinished: nothing is said, also when work ended just now', async () => {
  assert.deepEqual(await startContext(await projectWith({}), start), { text: '', offered: null });
  const project = await projectWith({ a: { ago: 0, done: true } });
  assert.deepEqual(await startContext(project, start), { text: '', offered: null });
});

test('the newest run gets the brief, the others a line, old ones are counted', async () => {
  const project = await projectWith({
    older: { ago: 3 * 3_600_000 },
    newest: { ago: 60_000, pawl: { branch: 'main' } },
    branch: { ago: 1_000, pawl: { branch: 'feature/x' } },
    ended: { ago: 2 * 3_600_000, done: true },
    'ended-before': { ago: 2 * day, done: true },
    ancient: { ago: 9 * day },
  });
  const { text, offered } = await startContext(project, start);
  assert.deepEqual(offered, commandKey('implement', 'newest'));
  const lines = text.split('\n');
  assert.match(lines[0] ?? '', /^<pawl-brief [0-9a-f]{12}>$/);
  assert.match(
    lines[2] ?? '',
    /^Unfinished work: .*\(implement\/newest, in progress, last changed 1 minute ago, branch main\)$/,
  );
  assert.deepEqual(lines.slice(lines.indexOf('Also unfinished:'), -1), [
    'Also unfinished:',
    '- implement branch (implement/branch): in progress, 0 of 1 done, less than a minute ago, branch feature/x',
    '- implement older (implement/older): in progress, 0 of 1 done, 3 hours ago',
    'Ended in the last 24 hours:',
    '- implement ended (implement/ended): complete, 2 hours ago',
    'Unfinished and older than 7 days: 1 (`pawl resume` lists them)',
  ]);
});

test('the bound run comes before newer ones, the same subfolder before others', async () => {
  const project = await projectWith({
    a: { ago: 9 * day },
    b: { ago: 2_000, pawl: { folder: 'web' } },
    c: { ago: 1_000 },
  });
  const offered = async (more: Partial<Start>): Promise<unknown> =>
    (await startContext(project, { ...start, ...more })).offered;
  assert.deepEqual(await offered({ bound: commandKey('implement', 'a') }), commandKey('implement', 'a'));
  assert.deepEqual(await offered({ folder: 'web' }), commandKey('implement', 'b'));
  assert.deepEqual(await offered({}), commandKey('implement', 'c'));
  const { text } = await continuedContext(project, start);
  assert.match(text, /implement\/c,/);
  assert.doesNotMatch(text, /Also unfinished/);
});

test('a run that a live session has open is a line; a killed one is offered again', async () => {
  const project = await projectWith({ a: { ago: 1_000 } });
  const bind = { e: 'bind', key: keyText(commandKey('implement', 'a')) } as const;
  const begins = { e: 'start', source: 'startup', agent: 'claude', folder: '', branch: 'main' } as const;
  const edit = { e: 'edit', path: 'src/auth.ts', how: 'modified' } as const;
  const begun = processBegun(process.pid) ?? undefined;
  appendSession(
    project.root,
    'other',
    [{ ...begins, pid: process.pid, begun }, bind, edit],
    new Date(2026, 1, 1, 12, 40),
  );
  const context = await startContext(project, start);
  assert.equal(context.offered, null);
  assert.match(
    context.text,
    /implement\/a\): .*, also open in another session since 12:40, which edited src\/auth\.ts/,
  );
  const own = await startContext(project, { ...start, session: 'other' });
  assert.deepEqual(own.offered, commandKey('implement', 'a'));
  assert.doesNotMatch(own.text, /another session/);

  fs.rmSync(path.join(project.root, '.claude/state/.pawl/sessions'), { recursive: true });
  appendSession(project.root, 'killed', [{ ...begins, pid: 2 ** 22 - 1, begun: '1' }, bind, edit], new Date(begin));
  assert.deepEqual((await startContext(project, start)).offered, commandKey('implement', 'a'));
});

test('with many runs the whole stays below 4,000 characters, and a corrupt file is a line', async () => {
  const long = { goal: 'word '.repeat(60), prompts: { first: 'word '.repeat(60), last: 'last '.repeat(60) } };
  const runs = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`r${n}`, { ago: n * 1_000, pawl: long }]));
  const project = await projectWith(runs);
  const { text } = await startContext(project, start);
  assert.ok(text.length <= 4_000 && text.length > 1_500);
  fs.writeFileSync(path.join(project.root, '.claude/state/implement-r0.json'), '{');
  const few = await projectWith({ a: { ago: 1_000 } });
  fs.writeFileSync(path.join(few.root, '.claude/state/implement-a.json'), '{');
  const broken = await startContext(few, start);
  assert.equal(broken.offered, null);
  assert.match(broken.text, /implement\/a: its file cannot be used/);
});
