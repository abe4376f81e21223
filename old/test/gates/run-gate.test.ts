// Gates that pawl runs itself: real commands in a real project, and what the checkpoint remembers of them.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { PipelineCheckpoint, PipelineEvent } from '../../src/families/pipeline/index.js';
import { initEventOf } from '../../src/families/pipeline/spec/index.js';
import { isPawlError } from '../../src/rules/errors.js';
import { pipelineKey } from '../../src/rules/names.js';
import { asDocument } from '../../src/service/documents.js';
import { evidenceOfDone } from '../../src/service/evidence/evidence-of-done.js';
import { namesOf } from '../../src/service/evidence/stale-results.js';
import { stalenessOf } from '../../src/service/evidence/staleness.js';
import { type GateRequest, type GateResult, runGate } from '../../src/service/gates/run-gate.js';
import { waiveGate } from '../../src/service/gates/waive-gate.js';
import { openWorkbench } from '../../src/service/open-workbench.js';
import { planPipeline } from '../../src/service/plans/pipeline.js';
import { readSpec } from '../../src/service/spec/index.js';
import { readNewest, type Workbench, write } from '../../src/service/workbench.js';
import { git, tempRepository } from '../e2e/program.js';

const key = pipelineKey('PRD-009');
const specFile = 'docs/PRD-009.md';

/** A little project with a spec: WS1 makes `src/a.txt`, WS2 needs it and makes what is below `out`. */
function specText(gates: string): string {
  return `---
prd: PRD-009
prd_title: Things
workstreams:
  WS1: {name: First, outputs: [src/a.txt], gate: check}
  WS2: {name: Second, depends_on: [WS1], outputs: ["out/**"]}
execution_phases:
  - {name: One, parallel: [WS1]}
  - {name: Two, parallel: [WS2], gates: [last]}
gates:
${gates}
---

## WS1

Make a.

## WS2

Make b.
`;
}

const usual = '  check: {command: node check.mjs}\n  last: {command: node check.mjs}';

interface Stage {
  readonly root: string;
  readonly bench: Workbench;
  readonly run: (gate: string, more?: Partial<GateRequest>) => Promise<GateResult>;
  readonly done: (id: string) => Promise<void>;
  readonly event: (event: PipelineEvent) => Promise<void>;
  readonly doc: () => Promise<PipelineCheckpoint>;
  readonly redo: () => Promise<readonly string[]>;
  readonly put: (file: string, text: string) => void;
}

async function stage(t: { after(work: () => unknown): void }, gates = usual): Promise<Stage> {
  const root = tempRepository();
  const put = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  };
  put(specFile, specText(gates));
  put('check.mjs', '');
  put('src/a.txt', 'a');
  git(root, 'add', '-A');
  git(root, 'commit', '--quiet', '--message', 'files');
  const bench = openWorkbench({ root, actor: 'ana' });
  t.after(() => bench.store.close());
  const event = async (one: PipelineEvent): Promise<void> => void (await write(bench, key, planPipeline(key, one)));
  const { spec, source } = readSpec(root, specFile);
  await event(initEventOf(spec, source));
  return {
    root,
    bench,
    put,
    event,
    run: (gate, more = {}) => runGate(bench, key, { spec: readSpec(root, specFile).spec, gate, yes: true, ...more }),
    doc: async () => asDocument<PipelineCheckpoint>((await readNewest(bench.store, key)).state),
    redo: async () => namesOf((await stalenessOf(bench, (await readNewest(bench.store, key)).state)).results),
    done: async (id) => {
      const { state } = await readNewest(bench.store, key);
      await event({ type: 'done', workstream: id, ...(await evidenceOfDone(bench, state, { workstream: id })) });
    },
  };
}

describe('a gate that pawl runs', () => {
  test('passes with exit code 0, and the checkpoint remembers what it covered', async (t) => {
    const { run, done, doc, bench } = await stage(t);
    await done('WS1');
    const result = await run('check');
    assert.deepEqual([result.verdict, result.uses, result.exit_code], ['pass', ['check (WS1)'], 0]);
    const { gates_passed, current_phase, pawl, artifacts } = await doc();
    assert.deepEqual([gates_passed, current_phase, artifacts], [['check (WS1)'], 1, { WS1: ['src/a.txt'] }]);
    const evidence = pawl?.evidence?.gates?.['check (WS1)'];
    assert.equal(evidence?.verdict, 'pass');
    assert.equal(evidence?.exit_code, 0);
    assert.equal(evidence?.head_commit, bench.head());
    assert.match(evidence?.files.join() ?? '', /^[0-9a-f]{24} src\/a\.txt$/);
    assert.equal(typeof evidence?.duration_ms, 'number');
  });

  test('fails with its message, file and line in the checkpoint, and the end of its output kept', async (t) => {
    const { run, done, doc, put, root } = await stage(t);
    await done('WS1');
    put('check.mjs', 'console.error("src/a.txt(3,5): error TS2322: Type no."); process.exit(2)');
    const result = await run('check');
    assert.deepEqual([result.verdict, result.file, result.line, result.exit_code], ['fail', 'src/a.txt', 3, 2]);
    const { status, error, pawl, gates_passed } = await doc();
    assert.deepEqual([status, gates_passed], ['failed', []]);
    assert.deepEqual(error, {
      workstream: 'WS1',
      message: 'gate check failed: TS2322: Type no.',
      file: 'src/a.txt',
      line: 3,
    });
    assert.match(pawl?.evidence?.gates?.['check (WS1)']?.output ?? '', /error TS2322/);
    assert.ok(fs.existsSync(path.join(root, result.log ?? 'none')), 'its log is kept');
  });

  test('is blocked, not failed, when its command cannot be run', async (t) => {
    const cases: readonly (readonly [string, string, RegExp])[] = [
      ['a program that is not there', 'no-such-program --x', /is not there/],
      ['a file that may not be run', './src/a.txt', /may not be run|EACCES|not executable/],
      ['a shell that finds nothing', 'no-such-program | cat; exit 127', /exit code 127/],
      ['a script that says so', 'node -e "process.exit(126)"', /exit code 126/],
      ['one that was killed from outside', 'node -e "process.kill(process.pid, 9)"', /SIGKILL/],
    ];
    for (const [name, command, why] of cases) {
      const { run, done, doc } = await stage(t, `  check: {command: '${command}'}\n  last: {command: 'true'}`);
      await done('WS1');
      const before = await doc();
      const result = await run('check');
      assert.equal(result.verdict, 'blocked', name);
      assert.match(result.reason, why, name);
      const after = await doc();
      assert.deepEqual([after.status, after.error, after.gates_passed], [before.status, undefined, []], name);
      assert.equal(after.pawl?.evidence?.gates?.['check (WS1)']?.verdict, 'blocked');
    }
  });

  test('one that crashes has failed', async (t) => {
    const { run, done } = await stage(
      t,
      '  check: {command: \'node -e "process.abort()"\'}\n  last: {command: "true"}',
    );
    await done('WS1');
    assert.equal((await run('check')).verdict, 'fail');
  });

  test('one that hangs is ended at its time limit and counts as blocked; nothing of it is left', async (t) => {
    const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log(process.pid)';
    const gates = '  check: {command: node hang.mjs, timeout: 1s}\n  last: {command: "true"}';
    const { run, done, put } = await stage(t, gates);
    put('hang.mjs', script);
    await done('WS1');
    const result = await run('check');
    assert.equal(result.verdict, 'blocked');
    assert.match(result.reason, /no verdict within 1 s/);
    const pid = Number(result.output.trim());
    assert.throws(() => process.kill(pid, 0), /ESRCH/);
  });

  test('one that prints without end is cut, and what it leaves in the background is ended', async (t) => {
    const gates = '  check: {command: node flood.mjs, timeout: 2s}\n  last: {command: "true"}';
    const { run, done, put, root } = await stage(t, gates);
    put(
      'flood.mjs',
      `import { spawn } from 'node:child_process';
      const child = spawn(process.execPath, ['-e', 'setTimeout(() => require("fs").writeFileSync("canary", ""), 6000)'], { stdio: 'ignore' });
      console.log(child.pid);
      const text = 'x'.repeat(1000) + '\\n';
      const go = () => { while (process.stdout.write(text)); process.stdout.once('drain', go); };
      go();`,
    );
    await done('WS1');
    const result = await run('check');
    assert.equal(result.verdict, 'blocked');
    assert.ok(result.output.length <= 2_000);
    assert.ok(fs.statSync(path.join(root, result.log ?? '')).size < 1024 * 1024);
    const { stdout } = await import('node:child_process').then(({ spawnSync }) =>
      spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }),
    );
    assert.ok(!stdout.includes('"canary"'), 'no child outlives the gate');
  });

  test('shell metacharacters are arguments unless the spec uses a shell', async (t) => {
    const gates = `  check: {command: [node, -e, "console.log(process.argv.slice(1).join())", "; touch canary", "$(touch canary)"]}
  last: {command: 'echo one && touch made', shell: true}`;
    const { run, done, root } = await stage(t, gates);
    await done('WS1');
    const result = await run('check');
    assert.equal(result.verdict, 'pass');
    assert.match(result.output, /; touch canary,\$\(touch canary\)/);
    assert.ok(!fs.existsSync(path.join(root, 'canary')));
    await done('WS2');
    assert.equal((await run('last')).verdict, 'pass');
    assert.ok(fs.existsSync(path.join(root, 'made')));
  });

  test('secrets in its output are not stored', async (t) => {
    const { run, done, doc, put, root } = await stage(t);
    const secret = `ghp_${'a1B2c3D4'.repeat(4)}abcd`;
    put('check.mjs', `console.log("token ${secret}"); process.exit(1)`);
    await done('WS1');
    const result = await run('check');
    assert.ok(!JSON.stringify([result, await doc()]).includes(secret));
    assert.ok(!fs.readFileSync(path.join(root, result.log ?? ''), 'utf8').includes(secret));
  });

  test('waits for the work that it is about, and for whatever runs', async (t) => {
    const { run, event } = await stage(t);
    const early = (error: unknown): boolean => isPawlError(error, 'not-allowed');
    await assert.rejects(run('check'), early);
    await event({ type: 'start', workstreams: ['WS1'] });
    await assert.rejects(run('check'), early);
    await assert.rejects(run('chek'), (error: unknown) => isPawlError(error, 'bad-input'));
  });

  test('without a person its command is not run until it was confirmed, once for each text', async (t) => {
    const home = tempRepository();
    const { XDG_CONFIG_HOME: before } = process.env;
    process.env['XDG_CONFIG_HOME'] = home;
    t.after(() => {
      if (before === undefined) delete process.env['XDG_CONFIG_HOME'];
      else process.env['XDG_CONFIG_HOME'] = before;
    });
    const { run, done, put, root } = await stage(t);
    put('check.mjs', 'import fs from "node:fs"; fs.appendFileSync("runs", "x")');
    await done('WS1');
    const runs = (): number => (fs.existsSync(path.join(root, 'runs')) ? fs.statSync(path.join(root, 'runs')).size : 0);
    const person = (error: unknown): boolean => isPawlError(error, 'needs-person');
    await assert.rejects(run('check', { yes: false }), person);
    await assert.rejects(run('check', { yes: false, confirm: async () => false }), person);
    assert.equal(runs(), 0);
    const asked: string[] = [];
    const confirm = async (what: string, commands: readonly { readonly text: string }[]): Promise<boolean> => {
      asked.push(`${what}: ${commands.map(({ text }) => text).join()}`);
      return true;
    };
    await run('check', { yes: false, confirm });
    await run('check', { yes: false });
    assert.deepEqual([asked, runs()], [['gate check: node check.mjs'], 2]);
    assert.ok(fs.existsSync(path.join(home, 'pawl', 'confirmed.json')), 'in the user’s own configuration');
    put(specFile, specText('  check: {command: node check.mjs --more}\n  last: {command: node check.mjs}'));
    await assert.rejects(run('check', { yes: false }), person, 'another text is another command');
  });
});

describe('people', () => {
  const manual = '  check: {type: manual, criteria: [it reads well]}\n  last: {command: "true", never_waivable: true}';

  test('a manual gate passes with a yes, and a no is recorded and stops', async (t) => {
    const { run, done, doc } = await stage(t, manual);
    await done('WS1');
    const waits = (error: unknown): boolean => isPawlError(error, 'needs-person');
    await assert.rejects(run('check', { yes: false }), waits);
    const declined = await run('check', {
      yes: false,
      by: 'bo',
      approve: async () => ({ answer: 'no', note: 'not yet' }),
    });
    assert.equal(declined.verdict, 'declined');
    assert.deepEqual((await doc()).gates_passed, []);
    assert.equal((await doc()).status, 'paused');
    const asked: string[][] = [];
    const result = await run('check', {
      yes: false,
      by: 'bo',
      approve: async ({ gate, files }) => {
        asked.push([gate.approval ?? '', ...gate.criteria, ...files]);
        return { answer: 'yes' };
      },
    });
    assert.deepEqual([result.verdict, asked], ['approved', [['inspect', 'it reads well', 'src/a.txt']]]);
    const { gates_passed, pawl } = await doc();
    assert.deepEqual(gates_passed, ['check (WS1)']);
    const answers = pawl?.approvals?.map(({ about, answer, by, note }) => [about, answer, by, note]);
    assert.deepEqual(answers, [
      ['check (WS1)', 'no', 'bo', 'not yet'],
      ['check (WS1)', 'yes', 'bo', undefined],
    ]);
  });

  test('a gate that has passed is not waived: what is known of it stays', async (t) => {
    const { bench, root, run, done, doc } = await stage(t, '  check: {command: "true"}\n  last: {command: "true"}');
    await done('WS1');
    await run('check');
    const { spec } = readSpec(root, specFile);
    const waiver = { gate: 'check', by: 'ana', reason: 'the stack is down', issue: 'BAS-12' };
    await assert.rejects(waiveGate(bench, key, spec, waiver), (error: unknown) => isPawlError(error, 'not-allowed'));
    assert.equal((await doc()).pawl?.evidence?.gates?.['check (WS1)']?.verdict, 'pass');
  });

  test('a waiver needs a person, a reason and an issue, and some gates can never be waived', async (t) => {
    const { bench, root, done, doc } = await stage(t, manual);
    await done('WS1');
    const { spec } = readSpec(root, specFile);
    const waiver = { gate: 'check', by: 'ana', reason: 'the stack is down', issue: 'BAS-12' };
    for (const missing of ['by', 'reason', 'issue']) {
      await assert.rejects(waiveGate(bench, key, spec, { ...waiver, [missing]: ' ' }), (error: unknown) =>
        isPawlError(error, 'bad-input'),
      );
    }
    const { uses } = await waiveGate(bench, key, spec, waiver);
    assert.deepEqual(uses, ['check (WS1)']);
    const { pawl, gates_passed } = await doc();
    assert.deepEqual(gates_passed, ['check (WS1)']);
    assert.equal(pawl?.evidence?.gates?.['check (WS1)']?.verdict, 'waived');
    const { at: _, ...entry } = pawl?.waivers?.[0] ?? { at: '' };
    assert.deepEqual(entry, { gates: ['check (WS1)'], by: 'ana', reason: 'the stack is down', issue: 'BAS-12' });
    await done('WS2');
    await assert.rejects(waiveGate(bench, key, spec, { ...waiver, gate: 'last' }), (error: unknown) =>
      isPawlError(error, 'not-allowed'),
    );
  });
});

describe('what expires', () => {
  test('an edited output makes its unit, its dependants and their gates stale; a commit nothing', async (t) => {
    const { run, done, redo, put, root } = await stage(t);
    await done('WS1');
    await run('check');
    put('out/b.txt', 'b');
    await done('WS2');
    assert.deepEqual(await redo(), []);
    git(root, 'add', '-A');
    git(root, 'commit', '--quiet', '--message', 'work');
    assert.deepEqual(await redo(), [], 'a commit alone');
    put('out/c.txt', 'new');
    assert.deepEqual(await redo(), [], 'globs are frozen');
    put('out/b.txt', 'edited');
    assert.deepEqual(await redo(), ['WS2']);
    put('out/b.txt', 'b');
    assert.deepEqual(await redo(), [], 'the content counts, not the time');
    fs.rmSync(path.join(root, 'src/a.txt'));
    assert.deepEqual(await redo(), ['WS1', 'gate check (WS1)', 'WS2']);
  });

  test('what a gate has mended before it was stopped or ran out of time makes nothing stale', async (t) => {
    const code = "fs.writeFileSync('src/a.txt', 'mended'); console.log('now'); setTimeout(() => {}, 60_000)";
    for (const limit of ['', ', timeout: 2s']) {
      const { run, done, event, redo, doc, put } = await stage(
        t,
        `  check: {command: [node, -e, ${JSON.stringify(code)}]${limit}}\n  last: {command: node check.mjs}`,
      );
      await event({ type: 'start', workstreams: ['WS1'] });
      await done('WS1');
      const stop = new AbortController();
      const onLine = (): void => (limit === '' ? stop.abort() : undefined);
      const { verdict, changed_meanwhile: changed } = await run('check', { stop: stop.signal, onLine });
      assert.deepEqual([verdict, changed], [limit === '' ? 'stopped' : 'blocked', ['src/a.txt']]);
      assert.deepEqual([await redo(), (await doc()).status], [[], 'paused']);
      put('src/a.txt', 'edited');
      assert.deepEqual(await redo(), ['WS1']);
    }
  });

  test('a spec that was renamed is found by its id, and one that has another id is told', async (t) => {
    const { root, bench, put, done, event } = await stage(t);
    await event({ type: 'start', workstreams: ['WS1'] });
    await done('WS1');
    const told = async (): Promise<unknown> => {
      const { results, notes } = await stalenessOf(bench, (await readNewest(bench.store, key)).state);
      return [namesOf(results), notes];
    };
    fs.renameSync(path.join(root, specFile), path.join(root, 'docs/PRD-009-new.md'));
    const moved = `its spec ${specFile} is gone, and docs/PRD-009-new.md has its id; \`pawl build PRD-009 --resume\` takes that over`;
    assert.deepEqual(await told(), [[], [moved]]);
    put('docs/PRD-009-new.md', specText(usual).replace('Make a.', 'Make a, better.'));
    assert.deepEqual(await told(), [['WS1'], [moved]]);
    fs.rmSync(path.join(root, 'docs/PRD-009-new.md'));
    assert.deepEqual(await told(), [[], [`its spec ${specFile} is gone`]]);
    put(specFile, specText(usual).replace('prd: PRD-009', 'prd: PRD-010'));
    assert.match(String(await told()), /its spec cannot be compared: .*found for PRD-009, but says .* PRD-010/);
  });

  test('a section of the spec makes its own unit stale, and prose elsewhere nothing', async (t) => {
    const { run, done, redo, put } = await stage(t);
    await done('WS1');
    await run('check');
    put(specFile, specText(usual).replace('Make b.', 'Make b, better.'));
    assert.deepEqual(await redo(), []);
    put(specFile, specText(usual).replace('prd_title: Things', 'prd_title: Other things'));
    assert.deepEqual(await redo(), []);
    put(specFile, specText(usual).replace('Make a.', 'Make a, better.'));
    assert.deepEqual(await redo(), ['WS1', 'gate check (WS1)']);
    put(specFile, specText(usual.replace('check: {command: node check.mjs}', 'check: {command: node check.mjs -x}')));
    assert.deepEqual(await redo(), ['gate check (WS1)']);
  });

  test('a gate without outputs or covers is about the whole tracked tree', async (t) => {
    const { run, done, redo, put } = await stage(
      t,
      '  check: {command: "true"}\n  last: {command: "true"}\n  more: {command: "true", covers: [lib/**]}',
    );
    put('lib/x.txt', 'x');
    await done('WS1');
    await run('check');
    put('out/b.txt', 'b');
    await done('WS2');
    const result = await run('last');
    assert.equal(result.covered, 3, 'check.mjs, src/a.txt and what the run made; not the spec');
    put('check.mjs', '// edited');
    assert.deepEqual(await redo(), ['gate last (Phase 2)']);
    put('lib/x.txt', 'edited');
    put('untracked.txt', 'x');
    assert.deepEqual(await redo(), ['gate last (Phase 2)']);
  });
});
