// What the recorded evidence says now: how each finished unit is known to be done, and which ones are stale. A unit is
// stale when a file or its section of the spec differs from the last state that any completed unit or passed gate
// recorded; so are its dependants. Staleness is shown, and asked about at resume; it prevents nothing.

import { counted } from '../base/text.js';
import type { Overview, Unit } from '../formats/format.js';
import type { RecordedEvidence } from '../formats/evidence.js';
import type { PipelinePlan } from '../formats/pipeline.js';
import { fileState, sectionState } from '../runs/evidence.js';

/** How a unit is known to be done, weakest first: somebody said so, hashes of its files, a command that pawl ran. */
export type Proof = 'claimed' | 'files' | 'command';

export interface Evidence {
  readonly proofs: Readonly<Record<string, Proof>>;
  /** Units to redo, with the reason in words: `its section of the spec changed`. */
  readonly stale: readonly { readonly unit: string; readonly reason: string }[];
  /** While a unit is interrupted, files that differ are a reason to ask, not to redo: they may be its work. */
  readonly differing: readonly string[];
}

/** Compares what was recorded with the files and the spec as they are. */
export function evidenceOf(
  root: string,
  evidence: RecordedEvidence,
  { units, isFinished }: Overview,
  plan: PipelinePlan | null,
): Evidence {
  const { files = {}, sections = {}, commands = {}, interrupted = [] } = evidence;
  const done = units.filter(({ status }) => status === 'complete');
  const stateOf = (file: string): string | undefined =>
    files !== null && Object.hasOwn(files, file) ? files[file] : undefined;
  const proofs = Object.fromEntries(
    done.map(({ name, files: own }): [string, Proof] => {
      const isRun = Object.entries(commands ?? {}).some(
        ([about, { result, covers }]) => result === 'passed' && (about === name || (covers ?? []).includes(name)),
      );
      const isHashed = own.some((file) => (stateOf(file) ?? 'absent') !== 'absent');
      return [name, isRun ? 'command' : isHashed ? 'files' : 'claimed'];
    }),
  );
  if (isFinished) return { proofs, stale: [], differing: [] };

  const open = units.filter(
    ({ name, status }) =>
      status === 'in_progress' || status === 'failed' || (status === 'pending' && (interrupted ?? []).includes(name)),
  );
  const theirs = new Set(open.flatMap((unit) => unit.files));
  const changedIn = ({ files: own }: Unit): string[] =>
    own.filter((file) => {
      const recorded = stateOf(file);
      return recorded !== undefined && !theirs.has(file) && recorded !== (fileState(root, file) ?? recorded);
    });
  const stale = new Map<string, string>();
  const differing = new Map<string, string>();
  for (const unit of done) {
    const { name } = unit;
    const changed = changedIn(unit);
    const section = sections !== null && Object.hasOwn(sections, name) ? sections[name] : undefined;
    if (section !== undefined && section !== (sectionState(plan, name) ?? section))
      stale.set(name, 'its section of the spec changed');
    else if (changed.length > 0 && open.length === 0) stale.set(name, changedText(changed));
    else if (changed.length > 0)
      differing.set(changed.join('\n'), `${changedText(changed)} since ${name} was completed, and ${openText(open)}`);
  }
  addDependants(stale, done, plan);
  return {
    proofs,
    stale: done.flatMap(({ name }) => {
      const reason = stale.get(name);
      return reason === undefined ? [] : [{ unit: name, reason }];
    }),
    differing: [...differing.values()],
  };
}

function openText(open: readonly Unit[]): string {
  const names = open.map(({ name }) => name);
  return `${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} interrupted`;
}

/** `src/a.ts changed`, `5 files changed (src/a.ts, src/b.ts, …)` */
function changedText([first = '', ...more]: readonly string[]): string {
  if (more.length === 0) return `${first} changed`;
  const shown = [first, ...more].slice(0, 3).join(', ');
  return `${counted(more.length + 1, 'file')} changed (${shown}${more.length > 2 ? ', …' : ''})`;
}

function addDependants(stale: Map<string, string>, done: readonly Unit[], plan: PipelinePlan | null): void {
  for (let before = -1; before !== stale.size; ) {
    before = stale.size;
    for (const { name } of done) {
      const needed = plan !== null && Object.hasOwn(plan.workstreams, name) ? plan.workstreams[name] : undefined;
      const cause = needed?.depends_on?.find((id) => stale.has(id));
      if (cause !== undefined && !stale.has(name)) stale.set(name, `it depends on ${cause}`);
    }
  }
}
