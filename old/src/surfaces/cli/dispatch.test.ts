import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rows } from '../../../test/support/example-rows.js';
import { dispatch, unknownCommand } from './dispatch.js';

function told(...argv: readonly string[]): readonly string[] {
  const found = dispatch(argv, rows);
  return found.is === 'version' ? ['version'] : [found.row.name, ...found.args.positionals];
}

test('a command is found by one word or two, wherever global options stand', () => {
  assert.deepEqual(told('phase', 'r', 'p', 'failed'), ['phase', 'r', 'p', 'failed']);
  assert.deepEqual(told('--json', 'workflow', 'fail'), ['workflow fail']);
  assert.deepEqual(told('-C', 'x', 'workflow', 'fail', '--json'), ['workflow fail']);
  assert.deepEqual(told('--root=x', 'doctor', 'a', 'b'), ['doctor', 'a', 'b']);
  assert.deepEqual(told('workflow', '-C', 'x', '--json', 'fail'), ['workflow fail']);
});

test('global options before the command count as if they stood behind it, also when -- follows', () => {
  const found = dispatch(['--root', 'x', '--json', 'doctor', '--', '--json'], rows);
  assert.ok(found.is === 'run');
  assert.equal(found.args.text('root'), 'x');
  assert.equal(found.args.flag('json'), true);
  assert.deepEqual(found.args.positionals, ['--json']);
});

test('nothing is the status; --help and a group alone lead to help', () => {
  assert.deepEqual(told(), ['status']);
  assert.deepEqual(told('--json', '-C', 'x'), ['status']);
  assert.deepEqual(told('--help'), ['help']);
  assert.deepEqual(told('workflow'), ['help', 'workflow']);
  assert.deepEqual(told('workflow', '--json'), ['help', 'workflow']);
  assert.deepEqual(told('workflow', 'start', '--help'), ['help', 'workflow', 'start']);
  assert.deepEqual(told('--help', 'phase'), ['help', 'phase']);
});

test('-v, -V and --version are the version', () => {
  for (const argv of [
    ['-v'],
    ['-V'],
    ['--version'],
    ['--json', '-V'],
    ['phase', '--version'],
    ['-V', 'phase'],
    ['workflow', '-v'],
  ]) {
    assert.deepEqual(told(...argv), ['version'], argv.join(' '));
  }
});

test('a near miss of a command, a subcommand or an option suggests the right one', () => {
  const misses: readonly (readonly [argv: readonly string[], message: RegExp])[] = [
    [['phsae'], /^unknown command "phsae", did you mean phase\?$/],
    [['workflwo', 'start'], /^unknown command "workflwo", did you mean workflow\?$/],
    [['workflow', 'strat'], /^pawl workflow has no command "strat", did you mean workflow start\?$/],
    [['start'], /^unknown command "start", did you mean workflow start\?$/],
    [['phase', '--sumary', 'x'], /^unknown option --sumary, did you mean --summary\?$/],
    [['workflow', '--json', 'strat'], /^pawl workflow has no command "strat", did you mean workflow start\?$/],
    [['workflow', '--jsno'], /^unknown option --jsno, did you mean --json\?$/],
    [['--rot', 'x', 'phase'], /^unknown option --rot, did you mean --root\?$/],
    [['workflow', 'start', 'orchestrat', '--description', 'x'], /"orchestrat", did you mean orchestrate\?$/],
    [['frobnicate'], /^unknown command "frobnicate"$/],
  ];
  for (const [argv, message] of misses) {
    assert.throws(() => dispatch(argv, rows), { code: 'bad-usage', message }, argv.join(' '));
  }
});

test('a word too many is named by what it stands behind', () => {
  assert.match(unknownCommand(['phase', 'x'], rows).message, /^pawl phase has no command "x"$/);
  assert.match(unknownCommand(['workflow', 'start', 'x'], rows).message, /^pawl workflow start has no command "x"$/);
});
