// One table of questions, put to the library, the command line and the MCP server: what is stored, its revisions, and all
// members that two answers share are the same.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { commandRows } from './command-rows.js';
import { pipelineRows } from './pipeline-rows.js';
import { resumeRows } from './resume-rows.js';
import { askAll, differences, openSurfaces, storedIn } from './surfaces.js';
import { workflowRows } from './workflow-rows.js';

const table = [...commandRows, ...workflowRows, ...pipelineRows, ...resumeRows];

test('one question is answered in the same way by every surface:', async (t) => {
  const surfaces = await openSurfaces();
  for (const { name, ref, prepare, questions } of table) {
    await t.test(name, async () => {
      for (const { project } of surfaces) await prepare?.(project);
      const answers = await askAll(surfaces, questions);
      assert.equal(differences(surfaces, answers, questions).join('\n'), '');
      const asked = surfaces.filter((_, index) => answers[index]?.every((answer) => answer !== null) === true);
      const [first, ...others] = await Promise.all(asked.map(({ project }) => storedIn(project, ref)));
      for (const other of others) assert.deepEqual(other, first);
    });
  }
  await t.test('a file that was set aside is kept as it was', () => {
    for (const { project } of surfaces) {
      const aside = path.join(project.root, '.claude/state/.pawl/aside');
      const texts = fs.readdirSync(aside).map((file) => fs.readFileSync(path.join(aside, file), 'utf8'));
      assert.deepEqual(texts, ['no checkpoint\n', 'no checkpoint\n']);
    }
  });
});
