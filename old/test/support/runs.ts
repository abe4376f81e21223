// For tests: runs of the three families in a project of their own.

import fs from 'node:fs';
import path from 'node:path';
import { openWorkbench } from '../../src/service/open-workbench.js';
import type { Owner } from '../../src/service/lease/leases.js';
import type { Workbench } from '../../src/service/workbench.js';
import { openProject, type Project } from '../../src/surfaces/library/project.js';
import { tempFolder } from './temp.js';

/** When the runs of tests take place. */
export const start = Date.parse('2026-01-05T09:00:00.000Z');

/** A session without a process: alive by its heartbeat only. */
export const session = (name: string): Owner => ({ id: `session ${name}`, process: null, ancestors: [] });

/** A project whose clock the test sets. */
export interface Stage {
  readonly root: string;
  readonly bench: Workbench;
  readonly project: Project;
  /** Milliseconds since 1970. */
  now: number;
  /** Writes a file below the root. */
  write(file: string, text: string): void;
}

/**
 * Makes a project.
 * @param root where; a new folder unless given
 * @returns the project
 */
export async function openStage(root: string = tempFolder()): Promise<Stage> {
  const clock = (): number => stage.now;
  const stage: Stage = {
    root,
    bench: openWorkbench({ root, clock, actor: 'test' }),
    project: await openProject({ root, clock, actor: 'test' }),
    now: start,
    write: (file, text) => {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    },
  };
  return stage;
}

/**
 * Starts a workflow of five phases.
 * @param stage the project
 * @param project its project's name
 * @param done how many phases are completed
 * @returns its id
 */
export async function workflow({ project: library }: Stage, project = 'auth', done = 1): Promise<string> {
  const description = `Implement ${project}`;
  const { document } = await library.workflows.start({
    workflow_type: 'orchestrate',
    project,
    description,
    total_phases: 5,
  });
  for (let n = 0; n < done; n++) await library.workflows.advance(document.checkpoint_id);
  return document.checkpoint_id;
}

/**
 * Starts a pipeline of three workstreams in two phases.
 * @param stage the project
 * @param id its id
 */
export async function pipeline({ project: library }: Stage, id = 'PRD-009'): Promise<void> {
  await library.pipelines.init({
    prd: id,
    prd_title: 'Cashier Workflows',
    workstreams: {
      WS1: { name: 'Database Layer', gate: 'schema-validation' },
      WS2: { name: 'Service Layer', depends_on: ['WS1'] },
      WS3: { name: 'Routes', depends_on: ['WS1'] },
    },
  });
}
