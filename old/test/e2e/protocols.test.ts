// The documents that `pawl init` writes: every example in them is valid, and every field of the schemas is in them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { commandFamily } from '../../src/families/command/index.js';
import { phaseStatuses, typicalPhases } from '../../src/families/command/phases.js';
import {
  aggregationRules,
  checkHandoffRequest,
  checkHandoffResponse,
  expectedOutputs,
  handoffDecisions,
  handoffModes,
  handoffPhases,
  responseStatuses,
} from '../../src/families/handoff/index.js';
import { workflowFamily } from '../../src/families/workflow/index.js';
import { isJsonObject } from '../../src/rules/json/json.js';
import { tempFolder } from '../support/temp.js';
import { documentOf, node, pawl, tempRepository, textOf } from './program.js';

const root = tempRepository();
pawl(['init', '--yes'], root);
const schema = textOf(root, '.claude/protocols/checkpoint-schema.md');
const handoff = textOf(root, '.claude/sub-agents/protocols/handoff.md');
const readme = textOf(root, '.claude/checkpoints/README.md');

function blocks(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, body = '']) => body);
}

/** All names of members that a JSON Schema has, at any depth. */
function fieldsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (!isJsonObject(value)) return [];
  const own = isJsonObject(value['properties']) ? Object.keys(value['properties']) : [];
  return [...own, ...Object.values(value).flatMap(fieldsOf)];
}

const schemaFields = (name: string): ReadonlySet<string> =>
  new Set(fieldsOf(JSON.parse(textOf('dist/schemas', `${name}.json`))));

/** What a table says in one of its columns, without quotes. */
function column(text: string, heading: string, index: number): readonly string[] {
  const section = text.slice(text.search(new RegExp(`^#+ ${heading}$`, 'm')));
  const rows = section.split('\n').slice(1).join('\n').split(/^#/m)[0] ?? '';
  return rows
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => (line.split('|')[index + 1] ?? '').replaceAll('`', '').trim());
}

describe('checkpoint-schema.md', () => {
  test('has examples that are valid checkpoints, and pawl stores them', () => {
    const examples = blocks(schema, 'json').map((text) => JSON.parse(text));
    assert.equal(examples.length, 2);
    for (const example of examples) {
      assert.deepEqual(commandFamily.check(example), []);
      const file = path.join(root, 'example.json');
      fs.writeFileSync(file, JSON.stringify(example));
      const ended = pawl(['save', `${example.command}/${example.feature}`, '--file', file, '--json'], root);
      assert.equal(ended.code, 0, ended.out);
      assert.deepEqual(documentOf(ended)['problems'] ?? [], []);
    }
  });

  test('has an interface that compiles and takes the examples', () => {
    const [declaration = ''] = blocks(schema, 'typescript');
    assert.match(declaration, /^interface UnifiedCheckpoint \{/);
    const uses = blocks(schema, 'json').map((text, at) => `const example${at}: UnifiedCheckpoint = ${text};`);
    const file = path.join(tempFolder(), 'schema.ts');
    fs.writeFileSync(file, `${declaration}\n${uses.join('\n')}\nexport {};\n`);
    const tsc = path.resolve('node_modules/typescript/bin/tsc');
    const ended = spawnSync(
      process.execPath,
      [tsc, '--noEmit', '--strict', '--target', 'es2022', '--ignoreConfig', file],
      {
        encoding: 'utf8',
      },
    );
    assert.equal(ended.status, 0, ended.stdout);
  });

  test('documents every field of the schema, in the interface and in its tables', () => {
    const [declaration = ''] = blocks(schema, 'typescript');
    const prose = schema.replace(/^```[\s\S]*?^```$/gm, '');
    for (const field of schemaFields('command')) {
      assert.match(declaration, new RegExp(`\\b${field}\\??:`), field);
      assert.match(prose, new RegExp(`\`(?:[\\w]+\\.)*${field}\``), field);
    }
  });

  test('lists the commands with their phases, and the statuses, as the program has them', () => {
    assert.deepEqual(column(schema, 'What each command uses', 0), [...typicalPhases.keys()]);
    assert.deepEqual(
      column(schema, 'What each command uses', 1),
      [...typicalPhases.values()].map((phases) => phases.join(', ')),
    );
    assert.deepEqual(
      column(schema, 'What each command uses', 2).indexOf('yes'),
      [...typicalPhases.keys()].indexOf('ship'),
    );
    assert.deepEqual(column(schema, 'Status of a phase', 0), [...phaseStatuses]);
    for (const command of typicalPhases.keys())
      assert.match(blocks(schema, 'typescript')[0] ?? '', new RegExp(`"${command}"`));
  });
});

describe('handoff.md', () => {
  const [request, response] = blocks(handoff, 'json').map((text) => JSON.parse(text));

  test('has examples that the program takes without a word', () => {
    const [asked, answered] = [checkHandoffRequest(request), checkHandoffResponse(response)];
    assert.ok(asked.ok && answered.ok);
    assert.deepEqual([...asked.warnings, ...answered.warnings], []);
  });

  test('documents every field, and every value that a field may have', () => {
    for (const [heading, name] of [
      ['Request fields', 'handoff-request'],
      ['Response fields', 'handoff-response'],
    ] as const) {
      const documented = column(handoff, heading, 0).map((field) => field.replace(/^context\./, ''));
      assert.deepEqual([...documented].sort(), [...schemaFields(name)].sort(), heading);
    }
    const values = [
      ...handoffPhases,
      ...handoffModes,
      ...expectedOutputs,
      ...responseStatuses,
      ...handoffDecisions,
      ...aggregationRules,
    ];
    for (const value of values) assert.ok(handoff.includes(`\`${value}\``), value);
    assert.deepEqual(column(handoff, 'Modes', 0), [...handoffModes]);
    assert.match(handoff, /`previous_summary` was once called `previous_findings`/);
  });

  test('has the anchor #context-summary-guidelines, and an enforcement that enforces', () => {
    assert.match(handoff, /^## Context Summary Guidelines$/m);
    const [code = ''] = blocks(handoff, 'javascript');
    const call = 'checkRequest({ context: { previous_summary: Array(501).fill("word").join(" ") } });';
    const ended = node(['-e', `${code}\n${call}`], root);
    assert.equal(ended.code, 1);
    assert.match(ended.err, /Context summary exceeds 500 token limit \(actual: 501 tokens\)/);
    assert.equal(node(['-e', `${code}\ncheckRequest({ context: { previous_summary: null } });`], root).code, 0);
  });
});

describe('the other files', () => {
  test('the README of workflows has a valid example, and names scripts that are there', () => {
    const [example] = blocks(readme, 'json').map((text) => JSON.parse(text));
    assert.deepEqual(workflowFamily.check(example), []);
    for (const [script] of readme.matchAll(/\.claude\/utils\/[\w-]+\.sh/g))
      assert.ok(fs.existsSync(path.join(root, script)));
  });

  test("integrations.json has the seeds' values, with two spaces, and the seeds' own use of it works", () => {
    const text = textOf(root, '.claude/config/integrations.json');
    const value = {
      linear: { enabled: true, team: 'Basecamp', branch_prefix: 'feature', use_native_automation: true },
      vercel: { enabled: true, wait_for_preview: true, preview_timeout_ms: 300000, require_preview_success: false },
    };
    assert.equal(text, `${JSON.stringify(value, null, 2)}\n`);
    const use =
      'const integrations = require("./.claude/config/integrations.json"); if (integrations.linear.enabled) console.log("on");';
    assert.equal(node(['-e', use], root).out, 'on\n');
  });

  test('every pawl command that they name exists', () => {
    for (const text of [schema, handoff, readme]) {
      for (const [, name = ''] of text.matchAll(/`pawl ([a-z]+)/g))
        assert.equal(pawl(['help', name], root).code, 0, name);
    }
  });
});
