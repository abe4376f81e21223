// A program of five durable phases. Says on stdout what it does and what it was given; can die or wait in a phase.
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import { isPawlError } from '../../src/rules/errors.js';
import { openProject } from '../../src/surfaces/library/project.js';

interface Plan {
  readonly family: 'workflow' | 'command';
  /** Dies by SIGKILL in the middle of this phase. */
  readonly dieIn?: string;
  /** Waits in this phase for a file. */
  readonly waitIn?: string;
  readonly waitFor?: string;
  /** This phase fails in attempts up to this one. */
  readonly failIn?: string;
  readonly failUpTo?: number;
  /** Dies by SIGKILL at the beginning of this attempt of the failing phase. */
  readonly dieAt?: number;
  readonly attempts?: number;
  readonly publish?: 'now' | 'soon';
  /** How long each phase takes. */
  readonly workMs?: number;
  /** Phases that are under way beside each other. */
  readonly parallel?: boolean;
}

const [, , root = '', text = '{}'] = process.argv;
const plan: Plan = JSON.parse(text);
const phases = ['p1', 'p2', 'p3', 'p4', 'p5'];
const say = (...words: readonly unknown[]): void => void fs.writeSync(1, `${words.join(' ')}\n`);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const die = (): void => void process.kill(process.pid, 'SIGKILL');

const project = await openProject({ root, publish: plan.publish ?? 'soon' });
try {
  const run =
    plan.family === 'workflow'
      ? await project.workflow('orchestrate', { project: 'auth', description: 'Five phases', phases })
      : await project.command('implement', { feature: 'auth', phases });
  say('open', run.ref, run.resumed);
  const one = async (name: string): Promise<void> => {
    const given = await run.phase(
      name,
      async ({ attempt }) => {
        say('run', name, attempt);
        if (name === plan.failIn && attempt === plan.dieAt) die();
        if (name === plan.failIn && attempt <= (plan.failUpTo ?? 0)) throw new Error(`attempt ${attempt} failed`);
        await pause(plan.workMs ?? 0);
        if (name === plan.dieIn) die();
        while (name === plan.waitIn && !fs.existsSync(plan.waitFor ?? '')) await pause(10);
        return { name, made: randomInt(1, 2 ** 47), by: process.pid };
      },
      plan.attempts === undefined ? {} : { retry: { attempts: plan.attempts, delayMs: 1 } },
    );
    say('done', name, given.made);
  };
  if (plan.parallel === true) await Promise.all(phases.map(one));
  else for (const name of phases) await one(name);
  const { place, revision } = await run.finish();
  say('finished', place, revision);
} catch (error) {
  say('error', isPawlError(error) ? error.code : 'other', error instanceof Error ? error.message : '');
  process.exitCode = 1;
} finally {
  await project.close();
}
