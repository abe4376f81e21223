// How a workstream is done: the command line, and the prompt that an executor gets.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError } from '../base/errors.js';
import { type Key, fileStem, refOf, safeName } from '../base/names.js';
import { oneLine } from '../base/text.js';
import type { PipelineDocument } from '../formats/pipeline.js';
import type { Spec, SpecWorkstream } from '../formats/spec.js';
import { ownFolder } from '../store/file/publish.js';
import { openOwn } from './process.js';

/** Executors that pawl knows how to call; both read the prompt from standard input, and may edit files of the project. */
export const executors: Readonly<Record<string, string>> = {
  claude: 'claude -p --permission-mode acceptEdits',
  codex: 'codex exec --sandbox workspace-write -',
};

export interface Work {
  readonly command: string;
  /** It gets the prompt on standard input. */
  readonly takesPrompt: boolean;
  /** The command line stands in the spec, or the spec names who does it: a person has to have approved it. */
  readonly isFromSpec: boolean;
  /** Its exit code says something about the work; an agent's only says that the agent ended. */
  readonly isCheck: boolean;
}

/**
 * Finds out how a workstream is done; null when nothing says so.
 * @param executor from the command line: an executor that pawl knows, or a command line
 */
export function workOf(stream: SpecWorkstream, executor: string | undefined): Work | null {
  if (stream.command !== null) return { command: stream.command, takesPrompt: false, isFromSpec: true, isCheck: true };
  if (executor !== undefined)
    return named(executor, false) ?? { command: executor, takesPrompt: false, isFromSpec: false, isCheck: false };
  if (stream.executor === null) return null;
  if (stream.executorType === 'command')
    return { command: stream.executor, takesPrompt: false, isFromSpec: true, isCheck: false };
  return named(stream.executor, true);
}

function named(executor: string, isFromSpec: boolean): Work | null {
  const command = Object.hasOwn(executors, executor) ? executors[executor] : undefined;
  return command === undefined ? null : { command, takesPrompt: true, isFromSpec, isCheck: false };
}

/** The work of every workstream; throws when nothing says how one of them is done. */
export function worksOf(spec: Spec, ids: readonly string[], executor: string | undefined): ReadonlyMap<string, Work> {
  const works = new Map<string, Work>();
  const unknown = ids.filter((id) => {
    const stream = spec.workstreams[id];
    const work = stream === undefined ? null : workOf(stream, executor);
    if (work !== null) works.set(id, work);
    return work === null;
  });
  if (unknown.length === 0) return works;
  throw new PawlError('bad-usage', `the spec does not say how to do ${unknown.join(', ')}`, {
    hint: 'Give the workstream a `command`, or name who does it: --executor claude, --executor codex, or a command line.',
  });
}

/** The file for the output of a unit or gate, from the root. */
export function outputFile(key: Key, unit: string): string {
  const name = unit.replace(/[ ()]+/g, '-').replace(/-$/, '');
  return `${ownFolder}/output/${fileStem(key)}/${/^\w[\w.-]{0,99}$/.test(name) ? name : safeName(unit)}.log`;
}

/** Writes what an executor is told about a workstream; gives the file. */
export function writePrompt(root: string, key: Key, spec: Spec, id: string, doc: PipelineDocument): string {
  const stream = spec.workstreams[id];
  const done = doc.completed_workstreams.map((other) => {
    const files = doc.artifacts[other] ?? [];
    return `- ${other}: ${spec.workstreams[other]?.name ?? ''}${files.length === 0 ? '' : ` (${files.slice(0, 20).join(', ')})`}`;
  });
  const failure = [...(doc.pawl?.errors ?? []), ...(doc.error == null ? [] : [doc.error])].findLast(
    ({ workstream }) => workstream === id,
  );
  const gates = [stream?.gate ?? []].flat().map((gate) => {
    const { command = null, criteria = null } = spec.gates[gate] ?? {};
    return `- ${gate}: ${[command === null ? '' : `\`${command}\``, criteria ?? ''].filter(Boolean).join(', ')}`;
  });
  const parts: readonly (readonly [string, readonly string[]])[] = [
    [`# ${id}${stream?.name === undefined ? '' : `: ${stream.name}`}`, [`Part of ${refOf(key)}, ${spec.prd_title}.`]],
    ['', stream?.description == null ? [] : [stream.description]],
    ['## From the spec', stream === undefined ? [] : [stream.section.trim()]],
    ['## Expected files', (stream?.outputs ?? []).map((one) => `- ${one}`)],
    ['## Done before', done],
    ['## The last attempt failed', failure === undefined ? [] : [oneLine(failure.message)]],
    ['## Checked afterwards by', gates],
    [
      '## How',
      [
        ...(stream?.executor == null || Object.hasOwn(executors, stream.executor)
          ? []
          : [`The spec names ${stream.executor} (${stream.executorType ?? 'executor'}) for this.`]),
        'Do this workstream only. Others may be worked on at the same time, in the same folder.',
        'Nobody can answer questions. If it cannot be done, say why and exit with an error.',
        'pawl records the result itself: do not change the checkpoint.',
      ],
    ],
  ];
  const text = parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title === '' ? '' : `${title}\n\n`}${lines.join('\n')}\n`);
  const file = outputFile(key, id).replace(/log$/, 'prompt.md');
  const fd = openOwn(root, file);
  fs.writeFileSync(fd, text.join('\n'));
  fs.closeSync(fd);
  return path.join(root, file);
}
