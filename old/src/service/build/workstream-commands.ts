// Which command runs which workstream: the spec's own, or what the user's configuration says about its executor. Pure.

import { durationOf } from '../../families/pipeline/spec/read/durations.js';
import type { Spec, SpecCommand, SpecWorkstream } from '../../families/pipeline/spec/index.js';
import { shellWords } from '../../rules/text/shell-quote.js';
import type { ExecutorTemplate, Executors } from '../config/executors.js';

/** How a workstream is run. */
export interface WorkstreamCommand {
  readonly command: Pick<SpecCommand, 'text' | 'words' | 'shell'>;
  /** Whether the spec says so; such a command is confirmed by a person, the user's own is not. */
  readonly isFromSpec: boolean;
  /** Whether it reads the brief on stdin. */
  readonly readsBrief: boolean;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** An executor that nothing is known about. */
export interface MissingExecutor {
  /** Null when its workstreams name none. */
  readonly executor: string | null;
  readonly workstreams: readonly string[];
}

/** A workstream that hangs must not hang for ever. */
export const defaultTimeoutMs = 60 * 60 * 1000;

/**
 * Finds the commands of a spec's workstreams.
 * @param spec the spec
 * @param executors the user's templates
 * @param timeoutMs how long a workstream may take where nothing says more
 * @returns the commands by workstream, and every executor that has none
 */
export function workstreamCommands(
  spec: Spec,
  executors: Executors,
  timeoutMs: number = defaultTimeoutMs,
): { readonly commands: ReadonlyMap<string, WorkstreamCommand>; readonly missing: readonly MissingExecutor[] } {
  const commands = new Map<string, WorkstreamCommand>();
  const missing = new Map<string | null, string[]>();
  for (const one of spec.workstreams) {
    const command = commandOf(one, executors, timeoutMs);
    if (command !== null) commands.set(one.id, command);
    else missing.set(one.executor, [...(missing.get(one.executor) ?? []), one.id]);
  }
  return { commands, missing: [...missing].map(([executor, workstreams]) => ({ executor, workstreams })) };
}

function commandOf(one: SpecWorkstream, executors: Executors, timeoutMs: number): WorkstreamCommand | null {
  if (one.command !== null) {
    const { command, timeout_ms } = one;
    return { command, isFromSpec: true, readsBrief: false, env: {}, timeoutMs: timeout_ms ?? timeoutMs };
  }
  const template = templateFor(one.executor, executors);
  if (template === null) return null;
  return {
    command: { text: shellWords(template.command), words: template.command, shell: false },
    isFromSpec: false,
    readsBrief: template.stdin !== 'none',
    env: template.env ?? {},
    timeoutMs: one.timeout_ms ?? durationOf((template.timeout ?? '').trim().toLowerCase()) ?? timeoutMs,
  };
}

function templateFor(executor: string | null, executors: Executors): ExecutorTemplate | null {
  const names = executor === null ? ['*'] : [executor, '*'];
  const name = names.find((one) => Object.hasOwn(executors, one));
  return name === undefined ? null : (executors[name] ?? null);
}

/**
 * Fills in what a template leaves open. Words stay words: nothing of it meets a shell.
 * @param words the template's words
 * @param values by name, for `{name}`
 * @returns the words
 */
export function fillWords(words: readonly string[], values: Readonly<Record<string, string>>): readonly string[] {
  return words.map((word) => word.replace(/\{(brief|workstream|prd)\}/g, (_, name: string) => values[name] ?? ''));
}
