// What an executor is told about its workstream: enough to do the work without asking. Pure.

import type { Spec, SpecGate, SpecWorkstream } from '../../families/pipeline/spec/index.js';
import type { PipelineCheckpoint } from '../../families/pipeline/index.js';
import type { Json } from '../../rules/json/json.js';
import { harmlessLines } from '../../rules/text/harmless.js';
import { listed } from '../../rules/text/listed.js';

/** For the texts of the spec; what pawl itself has to say is never cut. */
const maxSpecChars = 200_000;
const maxListed = 50;

/**
 * Writes the brief of a workstream.
 * @param spec the spec
 * @param one the workstream
 * @param doc the run so far
 * @param specPath where the spec stands
 * @returns the text, in Markdown
 */
export function workstreamBrief(spec: Spec, one: SpecWorkstream, doc: PipelineCheckpoint, specPath: string): string {
  const phase = spec.phases[one.phase - 1];
  const named = phase?.name === null || phase === undefined ? '' : ` (${phase.name})`;
  const parts = [
    `# ${spec.id} ${one.id}: ${one.title}`,
    `Workstream ${one.id} of ${spec.id} "${spec.title}", phase ${one.phase} of ${spec.phases.length}${named}. ` +
      `Do this workstream and nothing else. You are in the root of the repository; the whole spec is ${specPath}.`,
    specText([one.description, detailsOf(one.details), one.section], specPath),
    before(one, spec, doc),
    ...lists(one),
    gatesAfter(one, spec),
    lastError(one, doc),
    'pawl records the result: end with exit code 0 when the work is done, with another one when it cannot be done.',
  ];
  return `${harmlessLines(parts.filter((part) => part.trim() !== '').join('\n\n'))}\n`;
}

function specText(texts: readonly string[], specPath: string): string {
  const whole = texts.filter((text) => text.trim() !== '').join('\n\n');
  if (whole.length <= maxSpecChars) return whole;
  const left = whole.length - maxSpecChars;
  return `${whole.slice(0, maxSpecChars)}\n\n[Cut here: ${left} more characters of this workstream stand in ${specPath}.]`;
}

function detailsOf(details: Readonly<Record<string, Json>>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`)
    .join('\n');
}

function bullets(items: readonly string[]): string {
  const more = items.length > maxListed ? [`- and ${items.length - maxListed} more`] : [];
  return [...items.slice(0, maxListed).map((item) => `- ${item}`), ...more].join('\n');
}

function before(one: SpecWorkstream, spec: Spec, doc: PipelineCheckpoint): string {
  const lines = one.depends_on.map((id) => {
    const title = spec.workstreams.find((other) => other.id === id)?.title ?? id;
    const files = Object.hasOwn(doc.artifacts, id) ? (doc.artifacts[id] ?? []) : [];
    return `${id} ${title}${files.length === 0 ? '' : `: ${listed(files, maxListed)}`}`;
  });
  return lines.length === 0 ? '' : `It builds on what is done:\n${bullets(lines)}`;
}

function lists({ outputs, inputs }: SpecWorkstream): readonly string[] {
  return [
    inputs.length === 0 ? '' : `It reads:\n${bullets(inputs)}`,
    outputs.length === 0 ? '' : `These must be there when it is done:\n${bullets(outputs)}`,
  ];
}

function gatesAfter(one: SpecWorkstream, spec: Spec): string {
  const ids = new Set([...one.gates, ...(spec.phases[one.phase - 1]?.gates ?? [])]);
  const gates = spec.gates.filter(({ id }) => ids.has(id));
  return gates.length === 0 ? '' : `After it pawl runs these gates:\n${bullets(gates.map(gateLine))}`;
}

function gateLine({ id, kind, commands, criteria }: SpecGate): string {
  const what = kind === 'manual' ? 'a person decides' : commands.map(({ text }) => `\`${text}\``).join(', ');
  return `${id}: ${what}${criteria.length === 0 ? '' : ` (${criteria.join('; ')})`}`;
}

function lastError(one: SpecWorkstream, doc: PipelineCheckpoint): string {
  const errors = doc.pawl?.errors ?? [];
  const last =
    doc.error?.workstream === one.id ? doc.error : errors.findLast(({ workstream }) => workstream === one.id);
  if (last === undefined) return '';
  const at = last.file === undefined ? '' : ` (${last.file}${last.line === undefined ? '' : `:${last.line}`})`;
  return `Its last attempt failed: ${last.message}${at}`;
}
