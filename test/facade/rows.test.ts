// The rows of seed-rows.md that belong to the facade, by number; more of them are in the tests that come with the drop-ins.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { validateContextSummary } from '../../src/base/tokens.js';
import { run, tempFolder } from '../support/programs.js';
import { counter, git, inProcess, lib, manager, utils } from './facade.js';
import { fileOf, loaded, putFile, read, said, testAll } from './facade.js';

const { loadCheckpoint: load, saveCheckpoint: save, updatePhase: update, getResumePoint: resume } = manager;
const words = (count: number): string => 'word '.repeat(count).trim();

testAll({
  '10–20, 119–121: the drop-in counts and limits tokens by the rule of the core'() {
    for (const text of ['', ' a  b\n', null, undefined, 42, words(500), words(501), {}, ['a b'], Symbol('a b')])
      for (const max of [undefined, 2, 0, Number.NaN])
        assert.deepEqual(counter.validateContextSummary(text, max), validateContextSummary(text, max));
  },
  '18, 23, 108, 122, 159–161: CommonJS with JSDoc that needs only what Node has; small enough to review'() {
    let size = 0;
    for (const [name, exported] of Object.entries({ utils, 'token-counter': counter, 'checkpoint-manager': manager })) {
      const text = fs.readFileSync(path.join(lib, `${name}.cjs`), 'utf8');
      size += text.length;
      for (const [, needed = ''] of text.matchAll(/require\(['"](?:node:)?(.+?)['"]\)/g))
        assert.match(needed, /^(?:fs|path|crypto|zlib|child_process|\.\/(?:utils|token-counter)\.cjs)$/);
      for (const one of Object.keys(exported).filter((one) => !one.startsWith('MAX')))
        assert.match(text, new RegExp(`\n \\* @returns {.+(?:\n \\* .*)*\n \\*/\nfunction ${one}\\(`));
    }
    assert.ok(size <= 138_000, `${size} characters`);
  },
  '5, 24–28, 67, 149–150, 163: each command has its file, with and without a feature; absent is null'(root) {
    for (const command of ['start', 'design', 'implement', 'ship', 'review', 'reconcile', 'research', 'deploy']) {
      assert.equal(load(command), null);
      assert.ok(save(command, { command }) && save(command, { feature: 'x' }, 'x'));
      assert.deepEqual([loaded(command).feature, loaded(command, 'x').feature], [null, 'x']);
      for (const name of ['checkpoint', 'x']) assert.ok(fs.existsSync(fileOf(root, `${command}-${name}`)));
    }
    fs.rmSync(`${root}/.claude`, { recursive: true });
    assert.ok(load('ship') === null && save('ship', {}), 'the folder is made again');
  },
  '30–31, 72, 155: bytes that are not a checkpoint are warned about; only a whole save replaces them'(root) {
    for (const bytes of ['{ "command": "desi', '[]', '"text"', '{"name":"package"}']) {
      const file = putFile(root, 'design-checkpoint', bytes);
      assert.deepEqual([load('design'), update('design', 'a', {}), resume('design').phase], [null, false, null]);
      const starts = said().map((line) => line.split('.json: ')[0]);
      assert.deepEqual(starts, Array(3).fill(`Checkpoint file exists but is corrupt: ${file.slice(0, -5)}`));
      assert.equal(read(root, 'design-checkpoint'), bytes);
    }
    assert.deepEqual([save('design', {}), said().length, loaded('design').phases], [true, 1, {}]);
  },
  '32, 36–37, 68, 73–74, 129–130: head_commit is HEAD at the save; another HEAD is said at the load'(root) {
    git(root, 'init', '-q');
    assert.ok(update('implement', 'a', { status: 'in_progress' }));
    assert.equal(loaded('implement').head_commit, null, 'a branch without commits');
    const commit = (): string => git(root, 'commit', '-q', '--allow-empty', '-m', 'x') + git(root, 'rev-parse', 'HEAD');
    const [first, doc] = [commit(), loaded('implement')];
    assert.deepEqual([save('implement', doc), doc.head_commit], [true, first]);
    const second = commit() + git(root, 'pack-refs', '--all');
    const line = `Checkpoint is stale (saved at ${first.slice(0, 7)}, current HEAD is ${second.slice(0, 7)})`;
    assert.deepEqual([loaded('implement').head_commit, resume('implement').phase, ...said()], [first, 'a', line, line]);
    assert.ok(update('implement', 'a', {}));
    assert.deepEqual([loaded('implement').head_commit, git(root, 'status', '--porcelain')], [second, '']);
  },
  '34–35, 43, 145–148: a bad document is refused before anything is written'(root) {
    assert.ok(save('design', { state: { context_summary: words(500) } }));
    const before = read(root, 'design-checkpoint');
    const tooLong = { status: 'complete', context_summary: words(501) };
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`);
    const bad = [{ deep }, { text: 'x'.repeat(17_000_000) }, { started_at: 'today' }, { version: 2 }];
    for (const doc of [{ state: tooLong }, { phases: { a: tooLong } }, ...bad]) assert.ok(!save('design', doc));
    const lines = said();
    assert.equal(lines.length, 6);
    for (const line of lines.slice(0, 2))
      assert.match(line, /: Context summary exceeds 500 token limit \(actual: 501 t/);
    assert.deepEqual([lines.length, read(root, 'design-checkpoint')], [6, before]);
  },
  '69–71, 75, 127, 153: an error is one line and the default'(root) {
    fs.mkdirSync(fileOf(root, 'ship-checkpoint'), { recursive: true });
    assert.deepEqual([load('ship'), resume('ship')], [null, { phase: null, summary: null }]);
    assert.ok(!save('ship', {}) && !update('ship', 'a', {}) && !manager.completeCheckpoint('ship'));
    process.env['GIT_ROOT'] = '/proc/nowhere'; // Node's recursive mkdir never returns there
    assert.ok(!save('ship', {}));
    assert.ok(!update('ship', '\u001b[31ma\nb', JSON.parse('{"status":"done"}')));
    const doing = said().map((line) => /^Failed to (.+?)(?: checkpoint| phase)?: [^\p{Cc}]+$/u.exec(line)?.[1]);
    assert.deepEqual(doing, ['load', 'read the resume point', 'save', 'update', 'complete', 'save', 'update']);
  },
  '66, 104–107: the state is below GIT_ROOT, the git root or the current folder'(root) {
    assert.deepEqual([utils.getGitRoot(), utils.getStateDir()], [root, path.join(root, '.claude/state')]);
    const code = `delete process.env.GIT_ROOT; console.log(u.getGitRoot(), u.getStateDir())`;
    const args = ['-e', `const u = require('${lib}/utils.cjs'); ${code}`];
    const [top = '', plain = ''] = [tempFolder(), tempFolder()].map((folder) => fs.realpathSync(folder));
    git(top, 'init', '-q');
    const answers = [path.join(top, '.git'), plain].map((cwd) => run(process.execPath, args, cwd).trim());
    assert.deepEqual(answers, [`${top} ${top}/.claude/state`, `null ${plain}/.claude/state`]);
  },
  '125–126, 154: a utils.cjs of the project is used when it has the six functions'(root) {
    const folder = tempFolder();
    fs.cpSync(lib, folder, { recursive: true });
    const call = (text: string): string => {
      fs.writeFileSync(path.join(folder, 'utils.cjs'), text);
      return inProcess(root, `() => [m.updatePhase('ship', 'push', {}), m.updatePhase('ship', '', {})]`, folder).stderr;
    };
    const own = `const f = () => null; module.exports = { readFile: f, writeFile: f, ensureDir: f, getGitRoot: f,
      getStateDir: () => '${root}/sub/.claude/state', logError: (message) => console.error('own', message) };`;
    const file = fileOf(root, 'ship-checkpoint');
    assert.equal(call(own), 'own Failed to update phase\n');
    assert.ok(fs.existsSync(file.replace(root, `${root}/sub`)));
    assert.deepEqual([call(own.replace('/.claude/state', '')).split('\n').length, fs.existsSync(file)], [3, false]);
    assert.match(call(own.replace('getStateDir:', 'x:')), /^utils.cjs lacks getStateDir; checkpoint-manager.cjs uses /);
    assert.ok(fs.existsSync(file));
  },
});
