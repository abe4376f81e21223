// Hand-offs and the hooks of sub-agents: nothing is cut, missing or counted twice without a word.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../src/rules/json/json.js';
import { Agent, type Hooked } from '../support/hooks.js';
import { documentOf, pawl, tempRepository, textOf } from './program.js';

async function working(): Promise<Agent> {
  const agent = new Agent(tempRepository(), 's');
  await agent.meets('UserPromptSubmit', 'user-prompt-submit');
  return agent;
}

async function handOff(agent: Agent, task: string, instructions = 'Do it.'): Promise<void> {
  const options = ['--task', task, '--phase', 'write', '--mode', 'code', '--instructions', instructions];
  await agent.runs('handoff', 'new', 'implement/auth', ...options);
}

const begins = async (agent: Agent, id: string): Promise<string> =>
  (await agent.meets('SubagentStart', 'subagent-start', { agent_id: id })).context;
const ends = async (agent: Agent, id: string, message: string): Promise<Hooked> =>
  agent.meets('SubagentStop', 'subagent-stop', { agent_id: id, last_assistant_message: message });

const response = (change: JsonObject = {}): string =>
  JSON.stringify({
    task_id: 'T-1',
    phase: 'write',
    status: 'complete',
    decision: 'PROCEED',
    findings: { files_changed: ['a'] },
    context_summary: 'Done.',
    ...change,
  });

describe('a sub-agent', () => {
  test('whose summary is too long: it is cut, and that is told', async () => {
    const agent = await working();
    await handOff(agent, 'T-1');
    await begins(agent, 'a');
    const { answer } = await ends(agent, 'a', response({ context_summary: 'A sentence here now. '.repeat(200) }));
    assert.match(
      String(answer['systemMessage']),
      /hand-off T-1 \(write\): its context_summary was cut from 800 to 500 words/,
    );
    await agent.kill();
  });

  test('is given all members of a long request, the long texts marked as cut, and where the whole one is', async () => {
    const agent = await working();
    await handOff(agent, 'T-1', `Begin. ${'do it now. '.repeat(3000)}`);
    const context = await begins(agent, 'a');
    const [, json = '', file = ''] =
      /^pawl \w+\n([^]*)\npawl \w+\n[^]*the whole of it first, in (.*)$/m.exec(context) ?? [];
    const shown: { instructions: string; expected_output: string } = JSON.parse(json);
    assert.match(shown.instructions, /^Begin\. do it .*…$/);
    assert.ok('expected_output' in shown && 'context' in shown);
    const whole: { instructions: string } = JSON.parse(textOf(path.join(agent.root, file)));
    assert.ok(whole.instructions.length > 30_000);
    await agent.kill();
  });

  test('that was given a hand-off and ends without a response: that is told, once', async () => {
    const agent = await working();
    await handOff(agent, 'T-1');
    await begins(agent, 'a');
    const other = await ends(agent, 'b', 'I looked around.');
    assert.deepEqual(other.answer, {}, 'another one was given nothing');
    const { answer } = await ends(agent, 'a', 'I looked around.');
    assert.match(String(answer['systemMessage']), /given hand-off T-1 \(write\) ended without a response.*stays open/);
    assert.deepEqual((await ends(agent, 'a', 'I looked around.')).answer, {});
    await agent.kill();
  });

  test('whose end is told by plugin and settings at once is recorded once, and so is the same response later', async () => {
    const agent = await working();
    await handOff(agent, 'T-1');
    const [settings, plugin] = [agent, new Agent(agent.root, 's')];
    plugin.hookFile = path.resolve('plugin/scripts/hook.cjs');
    await Promise.all([ends(settings, 'a', response()), ends(plugin, 'a', response())]);
    const file = path.join(agent.root, 'response.json');
    fs.writeFileSync(file, response());
    const again = documentOf(pawl(['handoff', 'reply', 'implement/auth', '--file', file, '--json'], agent.root));
    await handOff(agent, 'T-2');
    await handOff(agent, 'T-2');
    const { out } = pawl(['history', 'implement/auth'], agent.root);
    assert.equal(out.match(/T-1.*answered/g)?.length, 1, out);
    assert.equal(out.match(/T-2/g)?.length, 1, out);
    assert.equal(again['repeated'], true);
    await Promise.all([settings.kill(), plugin.kill()]);
  });
});
