// Workstreams of drifted pipelines: wherever and in whatever shape they stand, what is plainly said is read.
import { describe } from 'node:test';
import { head, lists, type Row, testRepairs, valid } from '../../../../test/golden/drift/pipelines.js';

const rows: readonly Row[] = [
  {
    name: 'phases that stand each for itself',
    members: {
      ...head,
      status: 'in_progress',
      phase_1: { status: 'complete', workstreams: ['WS1'] },
      phase_2: { status: 'pending', workstreams: ['WS2'] },
    },
    becomes: { status: 'paused', current_phase: 1, ...lists(['WS1'], [], ['WS2']) },
  },
  {
    name: 'a map of files, of which those count that are there',
    members: {
      ...valid,
      artifacts: { WS1: { 'a.ts': 'created', 'b.ts': true, 'c.ts': 'planned', 'd.ts': false, note: 'new' } },
    },
    becomes: { artifacts: { WS1: ['a.ts', 'b.ts'] } },
  },
  {
    name: 'check marks, a line each',
    members: { ...head, status: 'paused', workstreams: '- [x] WS1: Database layer and more\n- [ ] WS2: API\n' },
    becomes: lists(['WS1'], [], ['WS2']),
  },
  {
    name: 'rows of id and title, and a map with remarks',
    members: {
      ...valid,
      completed_workstreams: [
        ['WS1', 'Database'],
        ['WS2', 'API'],
      ],
      in_progress_workstreams: { WS3: 'half of the hooks' },
      pending_workstreams: { WS4: { name: 'Tests' }, WS5: {} },
    },
    becomes: lists(['WS1', 'WS2'], ['WS3'], ['WS4', 'WS5']),
  },
  {
    name: 'progress in percent',
    members: { ...head, status: '75%', progress: { WS1: 100, WS2: 100, WS3: 40, WS4: 0 } },
    becomes: lists(['WS1', 'WS2'], ['WS3'], ['WS4']),
  },
  {
    name: 'progress of each, and the time of its end',
    members: {
      ...head,
      status: 'wip',
      workstreams: [
        { id: 'WS1', completed_at: '2026-01-10T08:00:00Z' },
        { id: 'WS2', progress: 100 },
        { id: 'WS3', started_at: '2026-01-10T09:00:00Z' },
        { id: 'WS4' },
      ],
    },
    becomes: lists(['WS1', 'WS2'], ['WS3'], ['WS4']),
  },
  {
    name: 'only a history: the last word counts',
    members: {
      ...head,
      history: [
        { workstream: 'WS1', status: 'in_progress' },
        { workstream: 'WS1', status: 'complete' },
        'WS3 failed',
        { workstream: 'WS2', status: 'in_progress' },
      ],
    },
    becomes: { ...lists(['WS1'], [], ['WS2', 'WS3']), status: 'failed' },
  },
  {
    name: 'workstreams without ids',
    members: {
      ...head,
      status: 'wip',
      workstreams: [
        { description: 'Database', status: 'done' },
        { content: 'API', status: 'in_progress' },
        { step: 3, title: 'UI', status: 'todo' },
      ],
    },
    becomes: lists(['Database'], ['API'], ['UI']),
  },
  {
    name: 'tasks in place of workstreams',
    members: {
      ...head,
      status: 'wip',
      tasks: [
        { id: 'T1', status: 'done' },
        { id: 'T2', status: 'doing' },
      ],
    },
    becomes: lists(['T1'], ['T2'], []),
  },
  {
    name: 'groups with a total',
    members: {
      ...head,
      status: 'wip',
      workstreams: { total: 3, completed: ['WS1'], in_progress: 'WS2', pending: ['WS3'] },
    },
    becomes: lists(['WS1'], ['WS2'], ['WS3']),
  },
  {
    name: 'German members',
    members: {
      prd: 'PRD-039',
      titel: 'Kassenbericht',
      status: 'paused',
      fertige_arbeitspakete: ['WS1'],
      offene_arbeitspakete: ['WS2'],
      zeitstempel: '2026-01-11T08:00:00Z',
    },
    becomes: { prd_title: 'Kassenbericht', timestamp: '2026-01-11T08:00:00Z', ...lists(['WS1'], [], ['WS2']) },
  },
  {
    name: 'workstreams beside empty lists',
    members: { ...valid, ...lists([], [], []), status: 'paused', workstreams: { WS1: 'done', WS2: 'todo' } },
    becomes: lists(['WS1'], [], ['WS2']),
  },
  {
    name: 'lists by phase, and a list with its count',
    members: {
      ...head,
      status: 'paused',
      completed_workstreams: { count: 2, ids: ['WS1', 'WS2'] },
      workstreams: { phase_1: ['WS1', 'WS2'], phase_2: ['WS3'] },
    },
    becomes: lists(['WS1', 'WS2'], [], ['WS3']),
  },
  {
    name: 'two in one entry',
    members: { ...valid, completed_workstreams: ['WS1, WS4'] },
    becomes: lists(['WS1', 'WS4'], ['WS2'], ['WS3']),
  },
  {
    name: 'what is current and what is next, by their ids',
    members: { ...head, status: 'in_progress', completed: ['WS1'], current: 'WS2', next: ['WS3'] },
    becomes: lists(['WS1'], ['WS2'], ['WS3']),
  },
  {
    name: 'sections',
    members: {
      pipeline: { prd: 'PRD-119', title: 'N' },
      execution: { current_phase: 2, status: 'in_progress' },
      workstreams: { completed: ['WS1'], in_progress: ['WS2'], pending: ['WS3'] },
      meta: { timestamp: '2026-01-11T08:00:00Z' },
    },
    becomes: {
      prd: 'PRD-119',
      prd_title: 'N',
      current_phase: 2,
      timestamp: '2026-01-11T08:00:00Z',
      ...lists(['WS1'], ['WS2'], ['WS3']),
    },
  },
  {
    name: 'an object for the id',
    members: { ...valid, prd: { id: 'PRD-118', title: 'Cash drop', path: 'docs/118.md' }, prd_title: null },
    becomes: { prd: 'PRD-118', prd_title: 'Cash drop' },
  },
  {
    name: 'files in one text',
    members: { ...valid, artifacts: { WS1: 'db/a.sql, db/b.sql' } },
    becomes: { artifacts: { WS1: ['db/a.sql', 'db/b.sql'] } },
  },
];

describe('workstreams of drifted pipelines', () => {
  testRepairs(rows);
});
