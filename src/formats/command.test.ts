import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type JsonObject, deepFreeze, toJsonObject } from '../base/json.js';
import { type CommandDocument as Doc, type CommandEvent as Event, applyCommand, newCommand } from './command.js';
import { type PhaseData, commandFormat as format } from './command.js';

const [t0, t1, t2] = ['2026-01-29T10:00:00.000Z', '2026-01-29T11:00:00.000Z', '2026-01-29T12:00:00.000Z'];
const fresh = (command = 'work'): Doc => newCommand(command, null, t0);
const apply = (doc: Doc, now: string, ...events: Event[]): Doc =>
  events.reduce((before, event) => applyCommand(deepFreeze(before), event, now), doc);
const phase = (name: string, data: object = {}): Event => ({ type: 'phase', phase: name, data: data as PhaseData });
const complete: Event = { type: 'complete' };
/** `a` starts or touches a phase, `a=failed` sets its status, `a=complete:text` its summary; `!` completes the run. */
const eventOf = (word: string): Event => {
  const [name = '', status, context_summary] = word.split(/[=:]/);
  return name === '!' ? complete : phase(name, { status, context_summary });
};
const json = (doc: object): JsonObject => toJsonObject('doc', doc);
const lists = ({ state }: Doc): string =>
  `${state.completed_phases.join()} | ${state.current_phase} | ${state.pending_phases.join()}`;
const resume = (doc: object): string => Object.values(format.resumePoint(json(doc))).join(': ');

test('phases move through the lists, and the resume point follows', () => {
  const rows: [command: string, events: string, lists: string, resume: string][] = [
    ['implement', 'implementation', ' | implementation | validation', 'implementation: '],
    ['design', 'planning=complete', 'planning | null | research,specs', 'research: '],
    ['implement', 'a', ' | a | ', 'a: '],
    ['toString', 'a', ' | a | ', 'a: '],
    ['work', 'p=pending b=failed', ' | null | p', 'b: '],
    ['work', 's=skipped p=pending q=pending', ' | null | p,q', 'p: '],
    ['work', 'b=failed a c c=complete', 'c | a | ', 'a: '],
    ['work', 'a=complete:A b=complete:B c=complete: d', 'a,b,c | d | ', 'd: B'],
    ['work', 'a=complete:A b=complete:B a=in_progress a=complete', 'b,a | null | ', ': A'],
    ['work', 'a=complete:A b p=pending !', 'a | null | ', ': '],
    ['work', 'a=complete:A ! b', ' | b | ', 'b: '],
  ];
  for (const [command, events, ...expected] of rows) {
    const doc = apply(fresh(command), t1, ...events.split(' ').map(eventOf));
    assert.deepEqual([lists(doc), resume(doc)], expected, events);
  }
});

test('names that only the lists know stay, and lists that contradict the phases are recomputed', () => {
  const state = { current_phase: 'x', completed_phases: ['old', 'a'], pending_phases: ['next', 'b', 'old'] };
  const phases = { a: { status: 'in_progress' }, b: { status: 'complete' } };
  const { doc } = format.decode(format.settle(json({ ...fresh(), state, phases })));
  assert.equal(lists(doc), 'old,b | x | next');
  assert.equal(lists(apply(doc, t1, phase('x', { status: 'complete' }))), 'old,b,x | a | next');
});

test('a phase update merges maps, unites file lists, and null deletes', () => {
  const first = { files_created: ['a'], tasks: { T1: { status: 'open', n: 1 }, T2: {} }, odd: [1], note: 'n' };
  const second = { files_created: ['b', 'a'], tasks: { T1: { status: 'done' }, T2: null }, odd: [2], note: null };
  const failed = apply(fresh(), t1, phase('a', { ...first, status: 'failed', error: 'boom', current_task: 'T1' }));
  assert.equal(failed.phases['a']?.error, 'boom');
  const doc = apply(failed, t2, phase('a', { ...second, status: 'in_progress' }), phase('p', { status: 'pending' }));
  const merged = { files_created: ['a', 'b'], tasks: { T1: { status: 'done', n: 1 } }, odd: [2] };
  assert.deepEqual(doc.phases['a'], { ...merged, status: 'in_progress', started_at: t1, updated_at: t2 });
  assert.deepEqual([doc.phases['p'], doc.state.current_task], [{ status: 'pending', updated_at: t2 }, 'T1']);
  const next = apply(doc, t2, phase('p', { started_at: t0, current_task: null }));
  assert.deepEqual([next.phases['p']?.started_at, 'current_task' in next.state], [t0, false]);
});

test('completion changes no phase, and a phase after it begins a new run', () => {
  const note: Event = { type: 'note', goal: 'g', branch: 'b' };
  const over = apply({ ...fresh(), mine: 1 }, t1, phase('a', { current_task: 'T1' }), note, complete);
  assert.deepEqual([over.phases['a']?.status, apply(over, t2, complete).completed_at], ['in_progress', t1]);
  const next = apply({ ...fresh(), mine: 1, pawl: { branch: 'b' }, started_at: t2 }, t2, phase('b'));
  assert.deepEqual(apply(over, t2, phase('b')), next);
});

test('problems come all at once, with places and fixes', () => {
  const bad = phase('a', { status: 'done', context_summary: 5, files_created: ['a', 5] });
  assert.throws(() => apply(fresh(), t1, bad), /a.status: "done" .*\n.*context_summary: .*\n.*files_created.1: /);
  for (const name of ['', '__proto__']) assert.throws(() => apply(fresh(), t1, phase(name)), { code: 'bad-input' });
  const words = 'done=complete Finished=complete wip=in_progress errored=failed todo=pending skiped=skipped';
  for (const [status, meant] of words.split(' ').map((word) => word.split('='))) {
    const [problem] = format.check(json({ ...fresh(), phases: { a: { status } } }));
    assert.deepEqual([problem?.path, problem?.fix], ['/phases/a/status', `did you mean "${meant}"?`]);
  }
  const a = { status: 'pending', context_summary: 'word '.repeat(501), error: null, tasks: null };
  const b = { status: 'skipped', context_summary: 'x'.repeat(16_385), files_created: null };
  const more = { gate: null, pawl: null, version: 2, started_at: '2026-13-01T10:00:00Z' };
  const paths = format.check(json({ ...fresh(), ...more, phases: { a, b } })).map(({ path }) => path);
  assert.deepEqual(paths, ['/version', '/started_at', '/phases/a/context_summary', '/phases/b/context_summary']);
});

test('a wrong value counts as neutral and stays where it is', () => {
  const a = { status: 'done', files_created: [1, 'x', 2], started_at: 'now', mine: {} };
  const state = { current_phase: '', completed_phases: ['b', 5], pending_phases: [{ name: 'z' }, 'a'], mine: 1 };
  const phases = { a, b: { status: 'complete' } };
  const raw = deepFreeze(json({ ...fresh(), version: '1', head_commit: [], state, phases }));
  const { doc, isWritable } = format.decode(raw);
  assert.deepEqual([isWritable, doc.phases['a']], [true, { status: 'pending', files_created: ['x'], mine: {} }]);
  assert.equal(resume(raw), 'a: ');
  const c = { status: 'in_progress', updated_at: t1, started_at: t1 };
  const expected = { ...raw, state: { ...state, current_phase: 'c' }, phases: { ...phases, c } };
  assert.deepEqual(format.encode(raw, doc, apply(doc, t1, phase('c'))), expected);
  const inPhase = [5, { files_created: 'x' }, { tasks: [] }].map((one) => ({ phases: { a: one } }));
  for (const part of [{ state: 'x' }, { phases: [] }, { gate: true }, { pawl: { decisions: {} } }, ...inPhase])
    assert.ok(!format.isWritable(json({ ...fresh(), ...part })), JSON.stringify(part));
});

test('whatever happens, a document is valid and its lists say what its phases say', () => {
  const statuses = fc.constantFrom('', '=pending', '=in_progress', '=complete', '=failed', '=skipped');
  const words = fc.array(fc.tuple(fc.constantFrom('implementation', 'a', 'b', 'toString', '!'), statuses));
  const check = (events: [string, string][]): void => {
    const doc = apply(fresh('implement'), t1, ...events.map((parts) => eventOf(parts.join(''))));
    assert.deepEqual(format.check(json(doc)), []);
    const are = (status: string): string[] => Object.keys(doc.phases).filter((n) => doc.phases[n]?.status === status);
    const [isOver, { current_phase, completed_phases, pending_phases }] = [doc.completed_at != null, doc.state];
    assert.deepEqual(completed_phases.toSorted(), are('complete').sort());
    const pending = pending_phases.filter((name) => name !== 'validation'); // a typical phase, not begun
    assert.deepEqual(pending.sort(), isOver ? [] : are('pending').sort());
    const current = isOver ? [] : are('in_progress');
    assert.ok(current.includes(current_phase ?? '') || (current.length === 0 && current_phase === null));
  };
  fc.assert(fc.property(words, check), { numRuns: 500 });
});
