// Canned answers for the dashboard's page, typed by its contract: states that real stores do not reach in a second.
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Exported, RunAnswer, RunSummary, Waiting } from '../../src/ui/api.js';

const t0 = Date.parse('2026-11-16T08:00:00Z');
const at = (minutes: number): string => new Date(t0 + minutes * 60_000).toISOString();
const titles = [
  'Sign in with passkeys',
  'Invoices as PDF',
  'Rate limits for the public API',
  'Move search to Postgres',
  'Dark mode',
  'Audit log',
];
const kinds = ['approve', 'decide', 'failed', 'ship', 'abandoned'] as const;
const families = ['pipeline', 'command', 'workflow'] as const;

/** Every text is followed by `tail`: a stored script, for instance. */
export function makeData(count: number, tail = ''): Exported {
  const runs = Array.from({ length: count }, (_, n): RunSummary => {
    const family = families[n % 3] ?? 'command';
    const ref =
      (family === 'pipeline'
        ? `PRD-${String(n + 9).padStart(3, '0')}`
        : `${family === 'command' ? 'implement' : 'orchestrate'}/${(titles[n % 6] ?? '').toLowerCase().replaceAll(' ', '-')}${n > 5 ? n : ''}`) +
      tail;
    const reasons = {
      approve: 'Gate sign-off needs your approval: Does the sign-in page look right?',
      decide: 'WS2 has to be done again: its section of the spec changed',
      failed: 'the last attempt failed: api: expected 200, got 500 in test/api.test.ts:42',
      ship: 'no review of this content',
      abandoned: 'its agent (process 27543) has exited while api was in progress',
    };
    const kind = n < (count > 50 ? 12 : 5) ? kinds[n % 5] : undefined;
    const waiting: Waiting | null =
      kind === undefined
        ? null
        : { kind, reasons: [reasons[kind] + tail], ...(kind === 'approve' ? { gate: `sign-off${tail}` } : {}) };
    const isFinished = waiting === null && n % 10 > 4;
    const workers =
      waiting === null && !isFinished && n % 10 < 2
        ? [
            {
              kind: 'session' as const,
              name: `3f2a9c1e${tail}`,
              since: at(2800 - n),
              lastEdited: `src/auth/passkey.ts${tail}`,
            },
          ]
        : [];
    const done = isFinished ? 5 : n % 5;
    return {
      ref,
      family,
      place: 'live',
      title: `${titles[n % 6]}${tail}`,
      status: isFinished ? 'complete' : kind === 'failed' ? 'failed' : 'in_progress',
      isFinished,
      progress: { done, total: 5 },
      current: isFinished ? null : `api${tail}`,
      next: `tests${tail}`,
      updatedAt: at(2870 - n * 17),
      revision: 12,
      workers,
      waiting,
    };
  });
  const days = Array.from({ length: 14 }, (_, n) => ({
    day: at((n - 12) * 1440).slice(0, 10),
    runs: [2, 3, 1, 0, 0, 4, 5][n % 7] ?? 0,
    units: [7, 11, 5, 0, 1, 13, 16][n % 7] ?? 0,
    failures: n % 3,
  }));
  const stats = {
    days: count === 0 ? [] : days,
    failures:
      count === 0 ? [] : ['api', 'unit-tests', 'migration'].map((unit, n) => ({ unit: unit + tail, count: 6 - 2 * n })),
    waits:
      count === 0 ? [] : ['sign-off', 'review', 'api'].map((unit, n) => ({ unit: unit + tail, hours: 31 / (n + 1) })),
    resumes: count === 0 ? 0 : 14,
    unitsNotRedone: count === 0 ? 0 : 37,
  };
  const revisions = Array.from({ length: 12 }, (_, n) => ({
    revision: 12 - n,
    rev: `${12 - n}-ab12cd34`,
    place: 'live' as const,
    at: at(2870 - n * 40),
    actor: `${n % 3 === 0 ? 'ada' : 'claude 3f2a9c1e'}${tail}`,
    event: { name: n === 4 ? 'fail' : 'phase' },
    op: `op${n}`,
    text:
      ([
        'api started',
        'design complete',
        'note added',
        'design started',
        'api failed: expected 200, got 500',
        'api started',
      ][n % 6] ?? '') + tail,
  }));
  const first = runs[0];
  const run =
    first === undefined
      ? {}
      : Object.fromEntries(
          revisions.map(({ revision, rev }) => [
            revision,
            answerOf(
              { ...first, revision, progress: { done: Math.min(4, Math.floor(revision / 3)), total: 7 } },
              rev,
              tail,
            ),
          ]),
        );
  return {
    runs: { root: `/home/ada/shop${tail}`, isReadOnly: false, runs, stats },
    run,
    history: { revisions: count === 0 ? [] : revisions },
  };
}

function answerOf(summary: RunSummary, rev: string, tail: string): RunAnswer {
  const names = ['schema', 'design', 'api', 'sign-in-page', 'unit-tests', 'docs', 'rollout'].map((name) => name + tail);
  const statusOf = (n: number) =>
    (n < summary.progress.done ? 'complete' : n === summary.progress.done ? 'in_progress' : 'pending') as
      | 'complete'
      | 'in_progress'
      | 'pending';
  const done = `Passkeys are stored per device; the schema has a unique index on (user, credential). Migration 0042 is reversible.${tail}`;
  const units = names.map((name, n) => ({
    name,
    status: statusOf(n),
    files: n < 4 ? [`src/auth/${name}.ts`] : [],
    proof: n < summary.progress.done ? (['command', 'files', 'claimed'][n % 3] ?? null) : null,
    tokens: statusOf(n) === 'complete' ? 180 + n : null,
    ...(statusOf(n) === 'complete' ? { summary: done } : {}),
  }));
  const timeline = names.slice(0, summary.progress.done + 1).map((unit, n) => ({
    unit,
    segments: [
      ...(n === 2 ? [{ from: at(60), to: at(95), status: 'failed' as const }] : []),
      {
        from: at(n < 2 ? n * 30 : 2700 + n * 35),
        to: n === summary.progress.done ? null : at(n < 2 ? n * 30 + 28 : 2730 + n * 35),
        status: statusOf(n),
      },
    ],
  }));
  const document = {
    prd: summary.ref,
    status: summary.status,
    completed_workstreams: names.slice(0, summary.progress.done),
    updated_at: at(summary.revision),
    note: `At revision ${summary.revision} the plan was changed${tail}`,
    pawl: { rev },
  };
  const decision = {
    ref: summary.ref,
    action: 'ask' as const,
    reasons: summary.waiting?.reasons ?? [],
    information: [`HEAD has moved from 1a2b3c4d to 5e6f7a8b since its last save${tail}`],
    unit: `api${tail}`,
    redo: [],
    command: `pawl build ${summary.ref} --resume`,
    choices: ['r', 's', 'v', 'd'] as const,
  };
  const texts = (words: readonly string[]) => words.map((text, n) => ({ text: text + tail, at: at(n * 500) }));
  const gates = [
    { label: `schema-check${tail}`, state: 'passed', detail: 'npm run db:check (exit code 0)' },
    {
      label: `unit-tests${tail}`,
      state: 'failed',
      detail: `exit code 1: expected 200, got 500 in test/api.test.ts:42${tail}`,
      output: `> vitest run\n1 failed, 41 passed${tail}`,
    },
    { label: `sign-off${tail}`, state: 'due', detail: `Does the sign-in page look right?${tail}` },
  ];
  const needs: readonly (readonly number[])[] = [[], [], [0, 1], [1], [2, 3], [2], [4, 5]];
  const graph = names.map((unit, n) => ({
    unit,
    phase: [1, 1, 2, 2, 3, 3, 4][n] ?? 1,
    needs: (needs[n] ?? []).map((one) => names[one] ?? ''),
  }));
  return {
    summary,
    rev,
    document,
    units,
    timeline,
    decision,
    brief: `Run ${summary.ref}: ${summary.title}, revision ${summary.revision} (3 hours ago, branch feature/passkeys).\nGoal: let people sign in with passkeys.\nDone: schema (command), design (files).\nRejected: SMS codes. Do not revive.\nThe work was going to continue with api: fix the 500 in test/api.test.ts:42.${tail}`,
    goal: `Let people sign in with passkeys instead of passwords, on every device they own.${tail}`,
    decisions: texts(['One credential per device, named by the user', 'Sessions in cookies, 30 days']),
    rejected: texts(['SMS codes: too expensive', 'JWT in localStorage']),
    failure: { unit: `api${tail}`, message: `expected 200, got 500 in test/api.test.ts:42${tail}` },
    gates,
    graph,
    files: Array.from({ length: 16 }, (_, n) => `src/auth/part-${n}.ts${tail}`),
    handoffs: [
      {
        task_id: `research-passkeys${tail}`,
        phase: 'research',
        status: 'complete',
        decision: 'PROCEED',
        context_summary: `WebAuthn level 3 is supported by all browsers that we serve.${tail}`,
      },
    ],
  };
}

/** Serves dist/ui and the answers, with the content policy of the real server. */
export async function startFixture(data: Exported): Promise<{ readonly url: string; close(): void }> {
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const [, , , ref, part] = pathname.split('/');
    const send = (status: number, body: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!pathname.startsWith('/api/')) {
      const file = pathname === '/' ? 'index.html' : pathname.slice(1);
      const type =
        { html: 'text/html', js: 'text/javascript', css: 'text/css' }[file.split('.').at(-1) ?? ''] ?? 'text/plain';
      const policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'";
      return void response
        .writeHead(200, { 'content-type': type, 'content-security-policy': policy })
        .end(fs.readFileSync(`dist/ui/${file}`));
    }
    if (request.headers['x-pawl-token'] !== 'secret')
      return send(403, { error: { code: 'forbidden', message: 'no token' } });
    if (request.method === 'POST') return send(409, { error: { code: 'conflict', message: 'it has changed' } });
    if (pathname === '/api/events')
      return void (response.writeHead(200, { 'content-type': 'text/event-stream' }), response.flushHeaders());
    if (ref === undefined) return send(200, data.runs);
    const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))];
    const differences = [
      { path: '/phases/api/status', before: 'in_progress', after: 'complete' },
      { path: '/note', before: data.run[from]?.document['note'] ?? '', after: data.run[to]?.document['note'] ?? '' },
    ];
    if (part === 'diff')
      return send(200, {
        from,
        to,
        differences,
        redo: `Going back to revision ${from} means that design and api are done again.`,
      });
    return part === 'history'
      ? send(200, data.history)
      : send(200, data.run[Number(searchParams.get('revision')) || 12]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/#token=secret`;
  return { url, close: () => (server.closeAllConnections(), server.close()) };
}
