import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleSections, phase, rows } from '../../../../test/support/example-rows.js';
import { plainPaint } from '../terminal/colour.js';
import { groupOf } from '../table.js';
import { commandHelp, groupHelp, overviewHelp } from './help.js';

const page = { width: 80, paint: plainPaint };

test('help shows arguments, choices, what may be repeated, what is required and examples', () => {
  const help = commandHelp(phase, page);
  assert.match(help, /^pawl phase REF PHASE STATUS \[options\]\n/);
  assert.match(help, /STATUS {2}Its status \(complete, failed\)/);
  assert.match(help, /--created FILE {2}A new file; may be repeated/);
  assert.match(help, /--summary TEXT {2}What was done; @FILE takes it from a file, - from stdin/);
  assert.match(help, /--expect N/);
  assert.match(help, /-q, --quiet/);
  assert.match(help, /-C, --root DIR/);
  assert.match(help, /\$ pawl phase implement api complete\n {4}the phase is done/);
  const start = rows[0];
  assert.ok(start !== undefined);
  assert.match(commandHelp(start, page), /^pawl workflow start TYPE --description TEXT\n/);
  assert.match(commandHelp(start, page), /What it is for \(required\)/);
});

test('the overview has a heading for each section and one line for a group', () => {
  const help = overviewHelp(exampleSections, page);
  assert.match(help, /\nRuns\n {2}workflow {2}Orchestrated workflows: start, fail\n {2}phase {5}Update/);
  assert.match(help, /\nCare\n {2}doctor {4}Check files/);
});

test('a group has help of its own', () => {
  const help = groupHelp('workflow', 'Orchestrated workflows', groupOf('workflow', rows), page);
  assert.match(help, /^pawl workflow COMMAND \[options\]\n\nOrchestrated workflows\.\n/);
  assert.match(help, /workflow start {2}Begin one/);
  assert.match(help, /\$ pawl workflow fail\n/);
});
