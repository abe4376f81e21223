// Questions about unfinished runs, and what is done about them.

import type { JsonObject } from '../../src/rules/json/json.js';
import type { Project } from '../../src/surfaces/library/project.js';
import { put } from '../e2e/program.js';
import type { Row } from './surfaces.js';
import { flow } from './workflow-rows.js';

type Prepare = NonNullable<Row['prepare']>;

const begun = (feature: string, status: 'in_progress' | 'failed'): Prepare => {
  const ref = { command: 'implement', feature };
  return async ({ commands }: Project) => {
    await commands.phase(ref, 'design', { status: 'complete', context_summary: 'drawn' });
    await commands.phase(ref, 'api', { status, ...(status === 'failed' ? { error: 'it broke' } : {}) });
  };
};

/** A file that holds no checkpoint, and of which nothing else is known. */
const unreadable = (feature: string): Prepare => {
  const file = `.claude/state/implement-${feature}.json`;
  return async ({ root }) => put(root, file, 'no checkpoint\n');
};

const settled: JsonObject = { reasons: [], notes: [], redo: [], holder: null };
const over: JsonObject = { ...settled, verdict: 'nothing', path: null, from: null, brief: null, next_command: null };
const goesOn: JsonObject = { ...settled, verdict: 'resume' };

interface Chosen {
  readonly choice: 'r' | 's' | 'd';
  /** What the person behind the client says. */
  readonly person: string;
}

const resumed: Chosen = { choice: 'r', person: 'resume' };
const restarted: Chosen = { choice: 's', person: 'start_fresh' };
const deleted: Chosen = { choice: 'd', person: 'delete' };

/** A choice about a run, and what is told of it afterwards. */
function row(what: string, ref: string, { choice, person }: Chosen, prepare: Prepare, answer: JsonObject): Row {
  const acted = { r: 'resumed', s: 'restarted', d: 'deleted' }[choice];
  return {
    name: `${person} is chosen about ${what}`,
    ref,
    prepare,
    questions: [
      {
        library: (project) => project.resume(ref, { choose: choice }),
        cli: ['resume', ref, '--choice', choice],
        mcp: ['resume', { ref }],
        person,
        answer: { ...answer, acted },
      },
    ],
  };
}

const flowId = (name: string): string => `orchestrate_${name}_STAMP`;

export const resumeRows: readonly Row[] = [
  {
    name: 'a safe run is taken up',
    ref: 'implement/safe',
    prepare: begun('safe', 'in_progress'),
    questions: [
      {
        library: (project) => project.resume('implement/safe', { take: true }),
        cli: ['resume', 'implement/safe', '--auto'],
        mcp: ['resume', { ref: 'implement/safe' }],
        answer: { ...goesOn, acted: 'resumed', from: 'api', next_command: 'pawl phase implement/safe api complete' },
      },
    ],
  },
  row('a failed command', 'implement/fail-r', resumed, begun('fail-r', 'failed'), {
    ...goesOn,
    status: 'in_progress',
    from: 'api',
    next_command: 'pawl phase implement/fail-r api complete',
  }),
  row('a failed command', 'implement/fail-s', restarted, begun('fail-s', 'failed'), {
    ...goesOn,
    status: 'pending',
    progress: { done: 0, total: 4 },
    from: 'design',
    new_ref: 'implement/fail-s',
    next_command: 'pawl phase implement/fail-s design in_progress',
  }),
  row('a failed command', 'implement/fail-d', deleted, begun('fail-d', 'failed'), { ...over, place: 'removed' }),
  row('a failed workflow', 'orchestrate/fail_r', resumed, flow('fail_r', true), {
    ...goesOn,
    status: 'in_progress',
    from: 'Phase 2',
    next_command: `pawl workflow advance ${flowId('fail_r')}`,
  }),
  row('a failed workflow', 'orchestrate/fail_s', restarted, flow('fail_s', true), {
    ...goesOn,
    ref: flowId('fail_s'),
    status: 'abandoned',
    place: 'failed',
    from: 'Phase 1',
    new_ref: flowId('fail_s'),
    next_command: `pawl workflow advance ${flowId('fail_s')}`,
  }),
  row('a failed workflow', 'orchestrate/fail_d', deleted, flow('fail_d', true), { ...over, place: 'removed' }),
  row('a file that cannot be read', 'implement/bad-s', restarted, unreadable('bad-s'), { ...over, new_ref: null }),
  row('a file that cannot be read', 'implement/bad-d', deleted, unreadable('bad-d'), over),
];
