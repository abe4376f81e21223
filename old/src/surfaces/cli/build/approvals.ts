// The person at a build: asked after the spec, after each phase and before completion; on a terminal only.

import { pawlLine } from '../../../service/pawl-line.js';
import type { Spec } from '../../../families/pipeline/spec/index.js';
import { splitCommand } from '../../../rules/text/split-command.js';
import type { Person, Results, Said } from '../../../service/build/build-parts.js';
import type { Approve } from '../../../service/gates/run-gate.js';
import type { Call } from '../call.js';
import { graphLines } from '../pipeline/graph-text.js';
import { canAsk, choose } from '../terminal/ask.js';
import { oneLine } from '../terminal/width.js';
import { gateLine } from './progress-lines.js';
import type { Progress } from './progress.js';
import { workLines } from './summary.js';

/** What the third answer is called at each point. */
type Third = 'edit' | 'inspect' | 'review';

/** What a build is about, for the questions. */
export interface Asked {
  readonly spec: Spec;
  /** The spec's file, for an editor. */
  readonly file: string;
  readonly progress: Progress;
}

const questions: Readonly<Record<Third, (spec: Spec, about: string) => string>> = {
  edit: () => 'Begin with this spec?',
  inspect: (_, about) => `${about} is done. Go on?`,
  review: ({ id }) => `All work of ${id} is done. Complete it?`,
};

/**
 * Makes the person at a build.
 * @param call the call
 * @param asked what it is about
 * @returns someone to ask; where there is no terminal, nobody answers
 */
export function personAt(call: Call, asked: Asked): Person {
  return {
    async approve(about, phase, results) {
      if (!canAsk(call.out)) return { answer: 'later', reason: `${about} waits for a person's yes` };
      const third: Third = about === 'spec' ? 'edit' : about === 'completion' ? 'review' : 'inspect';
      asked.progress.close();
      if (third === 'edit') showSpec(call, asked.spec);
      const said = await askThird(third, questions[third](asked.spec, about), asked.spec.id, () => {
        if (third === 'edit') return edit(call, asked.file);
        show(call, asked.spec, phase, results);
        return null;
      });
      asked.progress.open();
      return said;
    },
  };
}

/**
 * Makes the person at manual gates.
 * @param call the call
 * @param id what is built
 * @param progress what is drawn meanwhile
 * @returns someone to ask; undefined where there is no terminal
 */
export function approverAt(call: Call, id: string, progress: Progress): Approve | undefined {
  if (!canAsk(call.out)) return undefined;
  return async ({ gate, files }) => {
    progress.close();
    const title = gate.title ?? gate.id;
    call.out.line(oneLine(`Gate ${gate.id} is a person's to pass${title === gate.id ? '' : `: ${title}`}`));
    for (const one of gate.criteria) call.out.line(`  ${oneLine(one)}`);
    const { answer } = await askThird(gate.approval ?? 'inspect', 'Does it pass?', id, () => {
      for (const file of files.slice(0, maxShown)) call.out.line(`  ${oneLine(file)}`);
      if (files.length > maxShown) call.out.line(`  … and ${files.length - maxShown} more`);
      return null;
    });
    progress.open();
    return { answer: answer === 'yes' ? 'yes' : 'no' };
  };
}

const maxShown = 100;

/** Asks y, n or the third way, which may answer itself. */
async function askThird(third: Third, question: string, id: string, look: () => Said | null): Promise<Said> {
  const still = `what was done so far is saved, and \`${pawlLine('build', id)} --resume\` goes on`;
  for (;;) {
    const shown = `${question} [y/n/${third}]:`;
    const key = await choose(shown, `yn${third.charAt(0)}`, undefined, ['yes', 'no', third], still);
    if (key === 'y') return { answer: 'yes' };
    if (key === 'n') return { answer: 'no' };
    const said = look();
    if (said !== null) return said;
  }
}

function showSpec({ out }: Call, spec: Spec): void {
  for (const line of graphLines(spec, out.columns, out.paint)) out.line(line);
}

function show({ out }: Call, spec: Spec, phase: number | null, { doc, ran, gates }: Results): void {
  const units = phase === null ? spec.workstreams : spec.workstreams.filter((one) => one.phase === phase);
  for (const line of workLines(out, units, doc, ran)) out.line(line);
  for (const gate of gates.filter((one) => phase === null || one.phase === phase)) out.line(gateLine(gate, out.paint));
}

/** The user's own editor; without one, the file is named, and the person comes back. */
function edit({ out }: Call, file: string): Said | null {
  const named = process.env['VISUAL'] || process.env['EDITOR'] || '';
  const split = splitCommand(named);
  const [program, ...args] = 'words' in split ? split.words : [];
  if (program === undefined) {
    out.line(`Edit ${oneLine(file)}, and answer again; set EDITOR to have it opened here.`);
    return { answer: 'again' };
  }
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { error } = spawnSync(program, [...args, file], { stdio: 'inherit' });
  if (error !== undefined) out.line(`${oneLine(program)} could not be started: ${error.message}`);
  return { answer: 'again' };
}
