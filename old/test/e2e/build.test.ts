// `pawl build` as programs and scripts call it: no terminal.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, buildAll, checkpoint, configure, hasRun, homeOf, js, prd, project, unit } from './build-project.js';
import { cleanEnv, documentOf, git, pawl, program, textOf } from './program.js';

const note = (word: string): string => `sh -c 'echo ${word} >> order.txt'`;
const orderIn = (root: string): readonly string[] => textOf(root, 'order.txt').trim().split('\n');

const two = [
  'workstreams:',
  unit('WS1', "sh -c 'echo one > a.txt; echo said; echo WS1 >> order.txt'", 'outputs: [a.txt]'),
  unit('WS2', "sh -c 'cp a.txt b.txt; echo WS2 >> order.txt'", 'outputs: ["b*"], depends_on: [WS1]'),
  'gates:',
  '  same: {command: "cmp a.txt b.txt"}',
].join('\n');

describe('a build', () => {
  test('runs a spec to its end: artifacts, gates and evidence are on record, and the document tells it', () => {
    const root = project(two);
    const { code, doc } = buildAll(root);
    assert.equal(code, 0, JSON.stringify(doc));
    assert.deepEqual([doc['ok'], doc['end'], doc['status']], [true, 'complete', 'complete']);
    assert.deepEqual(doc['artifacts'], { WS1: ['a.txt'], WS2: ['b.txt'] });
    const run = checkpoint(root);
    assert.deepEqual([run['gates_passed'], run['gates_pending']], [['same (Phase 2)'], []]);
    assert.match(textOf(root, '.claude/state/.pawl/output/PRD-007/WS1-1.log'), /said/);
    const again = build(root, prd, '--yes');
    assert.deepEqual([again.code, /PRD-007 already complete/.test(again.err)], [1, true]);
    assert.deepEqual(orderIn(root), ['WS1', 'WS2']);
    fs.rmSync(path.join(root, 'docs'), { recursive: true });
    const without = build(root, prd, '--resume', '--yes');
    assert.deepEqual([without.code, /PRD-007 already complete/.test(without.err)], [1, true], without.err);
  });

  test('says what happens in plain lines, and at the end what a person wants to know', () => {
    const { out, code } = build(project(two), prd, '--yes');
    assert.equal(code, 0);
    assert.match(out, /Phase 1 of 2 \(1 workstream\)\n○ WS1 started\n✓ WS1 done \(\d\.\d s\)\nPhase 2 of 2/);
    assert.match(out, /✓ gate same passed \(\d\.\d s\)\n\nPRD-007 is complete\n  2 workstreams done, 1 gate passed, /);
    assert.match(
      out,
      /✓ {2}WS2 .* b\.txt\n\nOutput: {2}\.claude\/state\/\.pawl\/output\/PRD-007\/\nNext: {4}update the roadmap/,
    );
    assert.ok(!out.includes('\u001b'));
  });

  test('without a terminal and without --yes runs nothing that nobody has confirmed, and shows it', () => {
    const root = project(two);
    const { code, err } = build(root, prd);
    assert.equal(code, 6);
    assert.match(
      err,
      /nobody has confirmed 3 commands of its spec:\n {2}WS1 {2}\$ sh -c .*\n {2}WS2 .*\n {2}gate same {2}\$ cmp a\.txt b\.txt/,
    );
    assert.ok(!fs.existsSync(path.join(root, 'a.txt')) && !hasRun(root));
  });

  test('shows every line of a command, what a terminal would hide, and what needs a shell', () => {
    const hidden = 'true # later\n\u001b[2Ktouch \u202epwned';
    const root = project(`workstreams:\n${unit('WS1', hidden)}\ngates:\n  g: {command: "true; true"}`);
    const lines =
      / {2}WS1 {2}\$ true # later\n {7}│ \\e\[2Ktouch \\u\{202e\}pwned {2}\(in a shell that ends at the first failure\)\n {2}gate g {2}\$ true; true {2}\(in a shell\)\n/;
    assert.match(build(root, prd).err, lines);
    assert.match(build(root, prd, '--dry-run').out, lines);
    const check = pawl(['pipeline', 'check', `docs/${prd}.md`], root, homeOf(root));
    assert.match(
      check.out,
      /\$ true # later ⏎ \\e\[2Ktouch \\u\{202e\}pwned {2}\(in a shell that ends at the first failure\)/,
    );
    assert.match(pawl(['pipeline', 'graph', `docs/${prd}.md`], root, homeOf(root)).out, /\$ true # later ⏎ /);
  });

  test('that is only shown runs and writes nothing', () => {
    const root = project(two);
    const { code, out } = build(root, prd, '--dry-run');
    assert.equal(code, 0);
    assert.match(out, /WS2 {2}\$ sh -c[^]*gate same {2}\$ cmp a\.txt b\.txt\nNothing was run or written\./);
    assert.ok(!hasRun(root));
  });

  test('runs what may run side by side, as its dependencies and phases allow', () => {
    const root = project(
      [
        'workstreams:',
        unit('A', "sh -c 'echo A >> order.txt; for i in $(seq 400); do [ -e b ] && exit 0; sleep 0.05; done; exit 1'"),
        unit('B', "sh -c 'echo B >> order.txt; touch b'"),
        unit('C', note('C'), 'depends_on: [B, A]'),
        unit('D', "sh -c 'echo D >> order.txt; sleep 0.2; echo D- >> order.txt'"),
        unit('E', note('E')),
        'execution_phases:',
        '  - {parallel: [A, B, C]}',
        '  - {sequential: [D, E]}',
      ].join('\n'),
    );
    assert.equal(buildAll(root, '--parallel', '2').code, 0);
    const order = orderIn(root);
    assert.deepEqual(order.slice(0, 2).sort(), ['A', 'B'], 'A waits for B: they ran side by side');
    assert.deepEqual(order.slice(2), ['C', 'D', 'D-', 'E']);
  });
});

describe('executors', () => {
  const spec =
    'workstreams:\n  WS1: {name: Do it, description: "All of it", executor: backend, outputs: [a.txt]}\n  WS2: {executor: other}\n  WS3: {executor: other}';

  test('that nothing is known about are all named before anything begins', () => {
    const root = project(spec);
    const { code, err } = build(root, prd, '--yes');
    assert.equal(code, 6);
    assert.match(err, /nothing says how to run\n {2}executor "backend": WS1\n {2}executor "other": WS2, WS3\n/);
    assert.match(err, /"executors": /);
    assert.ok(!hasRun(root));
  });

  test('that are written wrongly are named where they are missed', () => {
    const root = project(spec);
    const others = { '*': { command: ['touch', 'canary'] } };
    configure(root, { executors: { backend: { command: ['true'] }, other: { command: 'true' }, ...others } });
    const { code, err } = build(root, prd, '--yes');
    assert.equal(code, 6, 'what stands for every other one does not stand in for it');
    assert.match(
      err,
      /run\n {2}executor "other": WS2, WS3\n {2}your configuration: executors\.other needs a command as/,
    );
    assert.doesNotMatch(err, /executor "backend"/);
  });

  test('that are written wrongly are in nobody else’s way', () => {
    const root = project(spec.replaceAll('other', 'backend'));
    configure(root, { executors: { backend: { command: ['touch', 'a.txt'] }, other: { command: 'true' } } });
    const { code, err } = build(root, prd, '--yes');
    assert.equal(code, 0, err);
    const { problems } = documentOf(pawl(['config', '--json'], root, homeOf(root)));
    assert.match(JSON.stringify(problems), /executors\.other.*needs a command as a list of words/);
  });

  test('are told what must be there at the end, however long their section is', () => {
    const root = project(
      `${spec.split('\n').slice(0, 2).join('\n')}\n---\n\n## WS1\n\n${'word '.repeat(60_000)}\n\n<!--`,
    );
    const code =
      "let t='';process.stdin.on('data',d=>t+=d).on('end',()=>require('fs').writeFileSync('a.txt',t.slice(-2000)))";
    configure(root, { executors: { '*': { command: [process.execPath, '-e', code] } } });
    const { doc } = buildAll(root);
    assert.equal(doc['end'], 'complete', JSON.stringify(doc));
    assert.match(
      textOf(root, 'a.txt'),
      /Cut here: \d+ more characters[^]*These must be there when it is done:\n- a\.txt/,
    );
  });

  test('come from the user’s configuration, read the brief on stdin and have the workstream in their environment', () => {
    const root = project(spec);
    const code =
      "let t='';process.stdin.on('data',d=>t+=d).on('end',()=>require('fs').writeFileSync(process.env.PAWL_WORKSTREAM==='WS1'?'a.txt':process.argv[1],process.env.PAWL_PRD+' '+t))";
    configure(root, { executors: { '*': { command: [process.execPath, '-e', code, 'got-{workstream}.txt'] } } });
    assert.equal(buildAll(root).code, 0);
    const brief = textOf(root, 'a.txt');
    assert.match(
      brief,
      /^PRD-007 # PRD-007 WS1: Do it\n[^]*All of it[^]*These must be there when it is done:\n- a\.txt/,
    );
    assert.match(textOf(root, 'got-WS3.txt'), /PRD-007 WS3/);
  });

  test('may call pawl themselves while the build goes on: what they note stays, and nobody holds anything against them', () => {
    const own = `'${process.execPath}' '${program}'`;
    const note = (word: string): string =>
      `sh -c "sleep 0.1; ${own} pipeline note ${prd} --cleanup-done ${word} 2>> said.txt >> said.txt"`;
    const units = ['a', 'b', 'c', 'd', 'e', 'f'].map((word) => unit(`WS-${word}`, note(word)));
    const root = project(`workstreams:\n${units.join('\n')}`);
    const { code, doc } = buildAll(root, '--parallel', '3');
    assert.equal(code, 0, JSON.stringify(doc));
    const { cleanup_done: noted, completed_workstreams: done } = checkpoint(root);
    assert.deepEqual(Array.isArray(noted) ? noted.map(String).sort() : noted, ['a', 'b', 'c', 'd', 'e', 'f']);
    assert.equal(Array.isArray(done) ? done.length : 0, 6);
    assert.doesNotMatch(textOf(root, 'said.txt'), /held/);
  });

  test('are never taken from a repository', () => {
    const root = project(spec, {
      '.claude/config/pawl.json': '{"executors": {"*": {"command": ["touch", "canary"]}}}',
    });
    const { code, err } = build(root, prd, '--yes');
    assert.equal(code, 6);
    assert.match(err, /\.claude\/config\/pawl\.json: executors a repository may not set this/);
    assert.doesNotMatch(err, /your configuration was not used/);
    assert.ok(!fs.existsSync(path.join(root, 'canary')));
    configure(root, {});
    fs.writeFileSync(path.join(root, '.home/pawl/config.json'), '{"executors"');
    assert.match(build(root, prd, '--yes').err, /your configuration was not used: \S+config\.json is not JSON/);
  });
});

describe('a workstream that fails', () => {
  const failing = [
    'workstreams:',
    unit(
      'WS1',
      js(
        "if (require('fs').existsSync('fixed')) process.exit(0); console.error('src/a.ts:12:3 - error TS2339: no such member'); process.exit(2)",
      ),
    ),
    unit('WS2', "sh -c 'sleep 0.4; echo WS2 >> order.txt'"),
    unit('WS3', note('WS3'), 'depends_on: [WS1]'),
  ].join('\n');

  test('lets what runs finish, starts nothing more, and leaves its place in the checkpoint', () => {
    const root = project(failing, { 'src/a.ts': 'x\n' });
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end'], doc['status']], [1, 'failed', 'failed']);
    assert.deepEqual(orderIn(root), ['WS2']);
    const { error, completed_workstreams: done, pending_workstreams: pending } = checkpoint(root);
    assert.deepEqual([done, pending], [['WS2'], ['WS1', 'WS3']]);
    assert.deepEqual(error, {
      workstream: 'WS1',
      message: 'exit code 2: TS2339: no such member',
      file: 'src/a.ts',
      line: 12,
    });
  });

  test('is asked about before it goes on, and then only what is left is run', () => {
    const root = project(failing, { 'src/a.ts': 'x\n' });
    buildAll(root);
    const asked = build(root, prd, '--resume');
    assert.equal(asked.code, 6);
    assert.match(asked.out, /last run failed[^]*To go on: +pawl build PRD-007 --resume --yes/);
    fs.writeFileSync(path.join(root, 'fixed'), '');
    const { code, doc } = buildAll(root, '--resume');
    assert.equal(code, 0, JSON.stringify(doc));
    assert.deepEqual(orderIn(root), ['WS2', 'WS3'], 'WS2 was not run again');
    assert.equal((checkpoint(root)['pawl'] as { errors: unknown[] }).errors.length, 1);
  });

  test('without its outputs has failed although it ended well', () => {
    const root = project(`workstreams:\n${unit('WS1', 'true', 'outputs: [a.txt, "src/**/*.ts"]')}`);
    const { code, doc } = buildAll(root);
    assert.equal(code, 1);
    assert.match(JSON.stringify(doc['reasons']), /WS1: it ended well, but its outputs are missing: a\.txt, src/);
  });

  test('because it could not be run is blocked, not failed', () => {
    const root = project(`workstreams:\n${unit('WS1', 'no-such-program-here')}`);
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end']], [6, 'blocked']);
    assert.match(JSON.stringify(doc['reasons']), /no-such-program-here is not there/);
    assert.deepEqual([checkpoint(root)['status'], checkpoint(root)['error']], ['paused', undefined]);
  });

  test('because its command is longer than the system takes is blocked, says so, and goes on later', () => {
    const root = project(`workstreams:\n${unit('A', `echo ${'x'.repeat(200_000)}`)}\n${unit('B', 'true')}`);
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end']], [6, 'blocked'], JSON.stringify(doc['reasons']));
    assert.deepEqual(doc['reasons'], ['A: could not be started: the command with its arguments is too long']);
    assert.deepEqual([doc['completed'], doc['pending']], [['B'], ['A']]);
    fs.writeFileSync(
      path.join(root, `docs/${prd}.md`),
      `---\nprd: ${prd}\nprd_title: A test\nworkstreams:\n${unit('A', 'true')}\n${unit('B', 'true')}\n---\n`,
    );
    assert.equal(buildAll(root, '--resume').code, 0);
  });

  test('because it takes too long is ended', () => {
    const root = project(`workstreams:\n${unit('WS1', 'sleep 300', 'timeout: 300ms')}`);
    const { code, doc } = buildAll(root);
    assert.equal(code, 1);
    assert.match(JSON.stringify(doc['reasons']), /no end within 0\.3 s/);
  });
});

describe('a gate', () => {
  const gated = (command: string): string =>
    `workstreams:\n${unit('WS1', 'touch a.txt', 'outputs: [a.txt]')}\ngates:\n  ready: {command: ${JSON.stringify(command)}}`;

  test('that fails fails the build, and the run waits there', () => {
    const root = project(gated("sh -c 'test -e fixed'"));
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end'], doc['status']], [1, 'failed', 'failed']);
    fs.writeFileSync(path.join(root, 'fixed'), '');
    const after = buildAll(root, '--resume');
    assert.deepEqual([after.code, after.doc['ran']], [0, []]);
  });

  test('that could not be run blocks the build, which is no failure', () => {
    const root = project(gated('no-such-gate-here'));
    const { code, doc } = buildAll(root);
    assert.deepEqual([code, doc['end'], doc['status']], [6, 'blocked', 'paused']);
  });

  test('of a person waits for one, and --yes is one', () => {
    const root = project(`workstreams:\n${unit('WS1', 'true')}\ngates:\n  look: {type: manual}`);
    assert.equal(buildAll(root).code, 0);
  });
});

describe('a run that is taken up again', () => {
  test('without approval waits for a person after its spec, and says how to go on', () => {
    const root = project('workstreams:\n  WS1: {executor: x}');
    configure(root, { executors: { x: { command: ['true'] } } });
    const { code, out } = build(root, prd);
    assert.equal(code, 6);
    assert.match(out, /PRD-007 is paused\n {2}spec waits for a person's yes[^]*Next: {4}pawl build PRD-007 --resume/);
    assert.equal(checkpoint(root)['status'], 'initialized');
    assert.equal(documentOf(build(root, '--resume', '--yes', '--json'))['end'], 'complete');
  });

  test('does exactly that again whose files changed; a commit alone changes nothing; --accept keeps it', () => {
    const spec = [
      'workstreams:',
      unit('WS1', "sh -c '[ -e a.txt ] || echo 1 > a.txt; echo WS1 >> order.txt'", 'outputs: [a.txt]'),
      unit('WS2', "sh -c 'cp a.txt b.txt; echo WS2 >> order.txt'", 'outputs: [b.txt], depends_on: [WS1]'),
      unit('WS3', "sh -c 'echo 3 > c.txt; echo WS3 >> order.txt'", 'outputs: [c.txt]'),
      unit('WS4', "sh -c 'echo WS4 >> order.txt; test -e go'", 'depends_on: [WS2, WS3]'),
    ].join('\n');
    const edited = (): string => {
      const root = project(spec);
      assert.equal(buildAll(root).code, 1);
      git(root, 'add', '--all', '--', 'a.txt', 'b.txt', 'c.txt', 'docs');
      git(root, 'commit', '--quiet', '--message', 'work');
      fs.writeFileSync(path.join(root, 'go'), '');
      return root;
    };
    const same = edited();
    assert.equal(buildAll(same, '--resume').code, 0);
    assert.deepEqual(orderIn(same).slice(4), ['WS4']);

    const changed = edited();
    fs.writeFileSync(path.join(changed, 'a.txt'), 'changed\n');
    const again = build(changed, '--resume', '--yes');
    assert.equal(again.code, 0);
    assert.match(
      again.out,
      /^Resuming PRD-007 from Phase 1\n\nCompleted:\n {2}WS3[^\n]*\n\nPending:\n {2}WS1: WS1\n {2}WS2: WS2\n {2}WS4: WS4\n/m,
    );
    assert.deepEqual(orderIn(changed).slice(4), ['WS1', 'WS2', 'WS4']);

    const kept = edited();
    fs.writeFileSync(path.join(kept, 'a.txt'), 'changed\n');
    assert.equal(buildAll(kept, '--resume', '--accept', 'only a comment').code, 0);
    assert.deepEqual(orderIn(kept).slice(4), ['WS4']);
    assert.match(JSON.stringify(checkpoint(kept)['pawl']), /"reason":"only a comment"/);
  });

  test('does nothing again because a later workstream removed or changed what an earlier one made', () => {
    const root = project(
      [
        'workstreams:',
        unit('A', "sh -c 'echo 1 > gen.ts; echo 1 > b.txt; echo A >> order.txt'", 'outputs: [gen.ts, b.txt]'),
        unit('B', "sh -c 'rm gen.ts; echo 2 > new.ts; echo B >> order.txt'", 'outputs: ["*.ts"], depends_on: [A]'),
        unit('C', "sh -c 'echo 3 > b.txt; echo C >> order.txt'", 'depends_on: [B]'),
        unit('D', 'test -e go', 'depends_on: [C]'),
      ].join('\n'),
    );
    assert.equal(buildAll(root).code, 1);
    assert.equal(buildAll(root, '--resume').code, 1);
    assert.deepEqual(orderIn(root), ['A', 'B', 'C']);
    const json = documentOf(pawl(['resume', prd, '--json'], root, homeOf(root)));
    assert.deepEqual(json['redo'], []);
    // What nobody did is still seen, and named by the last who left it so.
    fs.writeFileSync(path.join(root, 'b.txt'), 'edited');
    const again = documentOf(pawl(['resume', prd, '--json'], root, homeOf(root)));
    assert.deepEqual(again['redo'], ['A', 'B', 'C']);
    assert.match(JSON.stringify(again), /b\.txt changed since C was done/);
  });

  test('takes over a spec that was edited meanwhile', () => {
    const root = project(
      `workstreams:\n${unit('WS1', note('WS1'))}\n${unit('WS2', 'test -e go', 'depends_on: [WS1]')}`,
    );
    assert.equal(buildAll(root).code, 1);
    const file = path.join(root, `docs/${prd}.md`);
    fs.writeFileSync(
      file,
      textOf(file)
        .replace('test -e go', 'true')
        .replace('\n---\n', `\n${unit('WS3', note('WS3'), 'depends_on: [WS2]')}\n---\n`),
    );
    const { code, doc } = buildAll(root, '--resume');
    assert.equal(code, 0, JSON.stringify(doc));
    assert.deepEqual(orderIn(root), ['WS1', 'WS3']);
    assert.deepEqual(checkpoint(root)['completed_workstreams'], ['WS1', 'WS2', 'WS3']);
  });

  test('says which workstreams an edited spec dropped and brought; resume and a start of a new one tell it too', () => {
    const root = project(`workstreams:\n${unit('A', 'true')}\n${unit('C', 'false', 'depends_on: [A]')}`);
    assert.equal(buildAll(root).code, 1);
    const edited = `workstreams:\n${unit('A', 'true')}\n${unit('D', 'true', 'depends_on: [A]')}`;
    fs.writeFileSync(path.join(root, `docs/${prd}.md`), `---\nprd: ${prd}\nprd_title: A test\n${edited}\n---\n`);
    const told = /[Ii]ts spec has changed: D is new, C was removed; `pawl build PRD-007 --resume` takes that over/;
    const notes = documentOf(pawl(['resume', prd, '--json'], root, homeOf(root)))['notes'];
    assert.ok(Array.isArray(notes) && notes.some((note) => told.test(String(note))), JSON.stringify(notes));
    assert.match(pawl(['pipeline', 'start', prd, 'D'], root, homeOf(root)).err, told);
    const { out, err } = build(root, prd, '--resume', '--yes');
    assert.match(out + err, /docs\/PRD-007\.md has changed and is taken over: D is new, C was removed/);
    assert.deepEqual(checkpoint(root)['completed_workstreams'], ['A', 'D']);
  });

  test('is shown by the status with what no longer holds, and with nothing when all does', () => {
    const root = project(
      `workstreams:\n${unit('A', 'touch a.txt', 'outputs: [a.txt]')}\n${unit('C', 'false', 'depends_on: [A]')}`,
    );
    assert.equal(buildAll(root).code, 1);
    assert.doesNotMatch(pawl(['status'], root, homeOf(root)).out, /stale/);
    fs.writeFileSync(path.join(root, 'a.txt'), 'edited');
    assert.match(pawl(['status'], root, homeOf(root)).out, /\n {2}a\.txt changed since A was done\n {2}do again: A\n/);
  });

  test('goes on with a spec that was renamed, as its id finds it', () => {
    const root = project(`workstreams:\n${unit('A', 'true')}\n${unit('C', 'test -f go', 'depends_on: [A]')}`);
    assert.equal(buildAll(root).code, 1);
    fs.writeFileSync(path.join(root, 'go'), '');
    fs.renameSync(path.join(root, `docs/${prd}.md`), path.join(root, `docs/${prd}-v2.md`));
    const { code, doc } = buildAll(root, '--resume');
    assert.equal(code, 0, JSON.stringify(doc));
    assert.match(JSON.stringify(checkpoint(root)['pawl']), /"path":"docs\/PRD-007-v2\.md"/);
  });

  test('begins from the start when that is said, and keeps its history', () => {
    const root = project(two);
    buildAll(root);
    assert.equal(buildAll(root, '--fresh').code, 0);
    assert.deepEqual(orderIn(root), ['WS1', 'WS2', 'WS1', 'WS2']);
    assert.match(pawl(['history', prd], root).out, /started afresh/);
  });
});

describe('a build that is under way', () => {
  const slow = `workstreams:\n${unit('WS1', "sh -c 'touch began; for i in $(seq 600); do [ -e go ] && exit 0; sleep 0.05; done'")}`;

  async function begun(root: string): Promise<{
    readonly ended: Promise<unknown[]>;
    readonly kill: (signal: NodeJS.Signals) => void;
    readonly code: () => number | null;
  }> {
    const child = spawn(process.execPath, [program, 'build', prd, '--yes', '--json'], {
      cwd: root,
      env: cleanEnv(homeOf(root)),
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    while (!fs.existsSync(path.join(root, 'began'))) await sleep(20);
    return { ended, kill: (signal) => void child.kill(signal), code: () => child.exitCode };
  }

  test('is left alone by a second one, which is told who holds it', async () => {
    const root = project(slow);
    const first = await begun(root);
    const second = build(root, prd, '--resume', '--yes');
    assert.equal(second.code, 6);
    assert.match(second.err, /PRD-007 is held by session build [0-9a-f]{16} \(process \d+\) since/);
    fs.writeFileSync(path.join(root, 'go'), '');
    await first.ended;
    assert.equal(first.code(), 0);
  });

  test('pauses when it is asked to end: what ran is pending again, and goes on later', async () => {
    const root = project(slow);
    const first = await begun(root);
    first.kill('SIGTERM');
    await first.ended;
    assert.equal(first.code(), 130);
    const run = checkpoint(root);
    assert.deepEqual(
      [run['status'], run['pending_workstreams'], run['in_progress_workstreams']],
      ['paused', ['WS1'], []],
    );
    fs.writeFileSync(path.join(root, 'go'), '');
    assert.equal(buildAll(root, '--resume').code, 0);
  });
});

describe('what a build cannot be asked for', () => {
  test('is a wrong call', () => {
    const root = project(two);
    for (const args of [
      [],
      [prd, '--fresh', '--resume'],
      [prd, '--parallel', '0'],
      [prd, '--parallel', '99'],
      [prd, '--timeout', 'soon'],
      [prd, '--accept', ' '],
    ]) {
      assert.equal(build(root, ...args).code, 2, args.join(' '));
    }
    assert.equal(build(root, 'PRD-404').code, 3);
    assert.equal(build(root, '--resume').code, 3);
  });
});
