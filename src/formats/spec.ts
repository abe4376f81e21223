// Specs: Markdown files whose YAML front matter says what a pipeline builds. Reading one gives the plan, or every problem
// with its line and column. Only what reads specs imports this file: it brings the YAML reader. Pure.

import { stringify } from 'yaml';
import { isObject, limits, reservedNames } from '../base/json.js';
import { nearest, stripInvisible } from '../base/text.js';
import type { PipelinePlan, PlannedWorkstream } from './pipeline.js';
import type { specFields } from './spec-fields.js';
import { type NamedPart, type Part, type Path, type SpecProblem, SpecReader } from './spec-reader.js';

export interface SpecGate {
  /** What pawl runs, as one shell command line; null where somebody has to say that the gate passed. */
  readonly command: string | null;
  readonly criteria: string | null;
  /** Only a person can approve it. */
  readonly isManual: boolean;
  readonly timeoutMs: number | null;
  readonly canBeWaived: boolean;
}

export interface SpecWorkstream extends PlannedWorkstream {
  readonly description: string | null;
  readonly executor: string | null;
  readonly executorType: string | null;
  readonly command: string | null;
  readonly timeoutMs: number | null;
  /** This workstream's own part of the spec as text: what its evidence hashes. */
  readonly section: string;
}

export interface Spec extends PipelinePlan {
  readonly workstreams: Readonly<Record<string, SpecWorkstream>>;
  /** Every gate that a phase or a workstream names. */
  readonly gates: Readonly<Record<string, SpecGate>>;
  /** The Markdown below the front matter. */
  readonly body: string;
}

export type { SpecProblem } from './spec-reader.js';

/** Reads a spec. It is null when a problem is more than a warning. */
export function parseSpec(text: string): { readonly spec: Spec | null; readonly problems: readonly SpecProblem[] } {
  const [open] = /^\uFEFF?---[ \t]*\r?\n/.exec(text) ?? [];
  const rest = text.slice(open?.length ?? 0);
  const end = /^(?:---|\.\.\.)[ \t]*\r?$/m.exec(rest);
  if (open === undefined || end === null) {
    const [message, fix] =
      open === undefined
        ? ['there is no front matter', 'begin the file with ---, the id and the workstreams as YAML, and ---']
        : ['the front matter does not end', 'write a line --- below it'];
    return { spec: null, problems: [{ line: 1, column: 1, message, fix, isWarning: false }] };
  }
  const reader = new SpecReader(rest.slice(0, end.index));
  const body = rest.slice(end.index + end[0].length).replace(/^\r?\n/, '');
  const spec = reader.data === null ? null : readSpec(reader, { path: [], value: reader.data }, body);
  const problems = reader.problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return { spec: problems.some((one) => !one.isWarning) ? null : spec, problems };
}

const clean = (part: string): string => stripInvisible(part).replaceAll('\t', ' ');

/** A problem as people see it: the place, the line, a caret, and the fix. */
export function problemText(file: string, text: string, problem: SpecProblem): string {
  const { line, column, message, fix, isWarning } = problem;
  const whole = text.split('\n')[line - 1]?.replace(/\r$/, '') ?? '';
  const from = Math.max(0, column - 80);
  const before = clean(whole.slice(from, column - 1));
  const shown = [`${before}${clean(whole.slice(column - 1, from + 120))}`, `${' '.repeat(Array.from(before).length)}^`];
  return [
    `${file}:${line}:${column}: ${isWarning ? 'warning: ' : ''}${stripInvisible(message)}`,
    ...(whole.trim() === '' ? [] : shown.map((one) => `  ${one}`)),
    ...(fix === undefined ? [] : [`  Fix: ${stripInvisible(fix)}`]),
  ].join('\n');
}

function readSpec(reader: SpecReader, root: Part, body: string): Spec | null {
  reader.checkNames(root, 'spec');
  if (!isObject(root.value)) return null;
  const prd = reader.text(reader.member(root, 'spec', 'prd'));
  if (reader.member(root, 'spec', 'prd') === null) reader.report([], 'the id is missing', 'write e.g. prd: PRD-009');
  const title = reader.text(reader.member(root, 'spec', 'prd_title'));
  const streams = unique(reader, 'workstream', reader.parts(reader.member(root, 'spec', 'workstreams')));
  if (streams.length === 0)
    reader.report(['workstreams'], 'there are no workstreams', 'write e.g. workstreams: { WS1: { name: Database } }');
  if (streams.length > limits.units) {
    reader.report(['workstreams'], `there are more than ${limits.units} workstreams`);
    return null;
  }
  const read = streams.map((part) => readWorkstream(reader, part, streams));
  const levels = inLevels(reader, read);
  const phases = readPhases(reader, root, read) ?? levels.map((ids, index) => toPhase(`Phase ${index + 1}`, ids));
  const gates = readGates(reader, root, read, phases);
  const sections = ownSections(body, read);
  const workstreams = read.map(({ id, part, stream }): [string, SpecWorkstream] => {
    const definition = stringify(
      { [id]: part.value },
      { sortMapEntries: true, lineWidth: 0, aliasDuplicateObjects: false },
    );
    return [id, { ...stream, section: [definition, ...(sections.get(id) ?? [])].join('\n') }];
  });
  const heading = /^#[ \t]+(.+)$/m.exec(body)?.[1]?.trim();
  return {
    prd: prd ?? '',
    prd_title: title ?? heading ?? prd ?? '',
    workstreams: Object.fromEntries(workstreams),
    phases: phases.map(({ name, workstreams: ids, gates: own }) => ({
      name,
      workstreams: ids.map(textOf),
      gates: own.map(textOf),
    })),
    gates,
    body,
  };
}

interface Named {
  readonly text: string;
  readonly path: Path;
}
const textOf = ({ text }: Named): string => text;

interface ReadPhase {
  readonly name: string;
  readonly workstreams: readonly Named[];
  gates: readonly Named[];
}
interface ReadWorkstream {
  readonly id: string;
  readonly part: Part;
  readonly dependsOn: readonly Named[];
  readonly gates: readonly Named[];
  readonly stream: Omit<SpecWorkstream, 'section'>;
}

function toPhase(name: string, ids: readonly string[]): ReadPhase {
  return { name, workstreams: ids.map((text) => ({ text, path: ['workstreams', text] })), gates: [] };
}

function isUsable(id: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.:-]{0,99}$/u.test(id) && !reservedNames.has(id);
}

/** Reports ids that cannot be used or are there twice, and leaves them out. */
function unique(reader: SpecReader, kind: 'workstream' | 'gate', parts: readonly NamedPart[]): NamedPart[] {
  const seen = new Map<string, string>();
  return parts.filter(({ id, path }) => {
    const before = seen.get(id.toLowerCase());
    const onName = { onName: typeof path.at(-1) === 'string' };
    if (!isUsable(id))
      reader.report(path, `"${id}" cannot be the id of a ${kind}`, 'use letters, digits, "-", "_" and "."', onName);
    else if (before !== undefined)
      reader.report(path, `${kind} ${id} is there twice`, `rename it, or remove ${before}`, onName);
    else seen.set(id.toLowerCase(), id);
    return isUsable(id) && before === undefined;
  });
}

function readWorkstream(reader: SpecReader, part: NamedPart, all: readonly NamedPart[]): ReadWorkstream {
  const { id } = part;
  reader.checkNames(part, 'workstream');
  const field = (name: keyof (typeof specFields)['workstream']): Part | null => reader.member(part, 'workstream', name);
  const ids = all.map((one) => one.id);
  const dependsOn = reader.texts(field('depends_on')).filter(({ text, path }) => {
    if (ids.includes(text)) return true;
    reader.report(path, `${id} depends on ${text}, which is not a workstream`, meant(text, ids));
    return false;
  });
  const outputs = reader.texts(field('outputs'));
  for (const { text, path } of outputs)
    if (/^(?:[/\\~]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(text))
      reader.report(path, `${text} is not in the project`, 'write a path from the root of the project');
  const gates = reader.texts(field('gate'));
  const stream = {
    name: reader.text(field('name')) ?? undefined,
    description: reader.text(field('description')),
    executor: reader.text(field('executor')),
    executorType: reader.text(field('executor_type')),
    command: reader.text(field('command')),
    timeoutMs: reader.duration(field('timeout')),
    depends_on: dependsOn.map(textOf),
    outputs: outputs.map(textOf),
    gate: gates.map(textOf),
  };
  return { id, part, dependsOn, gates, stream };
}

/** The workstreams by the length of their longest chain of dependencies. Reports circles. */
function inLevels(reader: SpecReader, all: readonly ReadWorkstream[]): string[][] {
  const levels: string[][] = [];
  const left = new Map(all.map((one) => [one.id, one]));
  const waitsFor = (id: string): string | undefined => left.get(id)?.dependsOn.find(({ text }) => left.has(text))?.text;
  while (left.size > 0) {
    let level = [...left.keys()].filter((id) => waitsFor(id) === undefined);
    if (level.length === 0) {
      const way: string[] = [];
      let id = left.keys().next().value;
      for (; id !== undefined && !way.includes(id); id = waitsFor(id)) way.push(id);
      level = way.slice(way.indexOf(id ?? ''));
      const [first = ''] = level;
      const path = left.get(first)?.dependsOn.find(({ text }) => left.has(text))?.path ?? [];
      reader.report(path, `dependencies form a circle: ${[...level, first].join(' → ')}`, 'remove one of them');
    }
    for (const id of level) left.delete(id);
    levels.push(level);
  }
  return levels;
}

/** The phases that the spec lists; null when it lists none. */
function readPhases(reader: SpecReader, root: Part, all: readonly ReadWorkstream[]): readonly ReadPhase[] | null {
  const part = reader.member(root, 'spec', 'execution_phases');
  if (part === null) return null;
  const ids = all.map(({ id }) => id);
  const placed = new Map<string, number>();
  const items = isObject(part.value) ? reader.parts(part) : reader.items(part);
  const phases = items.map((item, index): ReadPhase => {
    reader.checkNames(item, 'phase');
    const name =
      reader.text(reader.member(item, 'phase', 'name')) ?? ('id' in item ? String(item.id) : `Phase ${index + 1}`);
    const parallel = reader.member(item, 'phase', 'parallel');
    // `parallel: true` beside `workstreams` says nothing: what can run in parallel follows from the dependencies.
    const other = isObject(item.value) ? (item.value['workstreams'] ?? []) : [];
    const isSwitch = typeof parallel?.value === 'boolean';
    const list = isSwitch ? { path: [...item.path, 'workstreams'], value: other } : parallel;
    const workstreams = reader.texts(list).filter(({ text, path }) => {
      const before = placed.get(text);
      if (!ids.includes(text))
        reader.report(path, `phase ${name} names ${text}, which is not a workstream`, meant(text, ids));
      else if (before !== undefined)
        reader.report(path, `${text} is in phase ${before + 1} already`, 'name it in one phase only');
      else placed.set(text, index);
      return ids.includes(text) && before === undefined;
    });
    const gates = reader.texts(reader.member(item, 'phase', 'gates'));
    if (isObject(item.value) && reader.items(list).length + gates.length === 0)
      reader.report(item.path, `phase ${name} has no workstreams and no gates`, 'write e.g. parallel: [WS1]');
    return { name, workstreams, gates };
  });
  for (const { id, part: own, dependsOn } of all) {
    const phase = placed.get(id);
    if (phase === undefined)
      reader.report(own.path, `${id} is in no phase`, `add it to a phase: parallel: [${id}]`, { onName: true });
    for (const { text, path } of dependsOn)
      if (phase !== undefined && (placed.get(text) ?? 0) > phase)
        reader.report(
          path,
          `${id} depends on ${text}, which is in a later phase`,
          `move ${text} to phase ${phase + 1} or before`,
        );
  }
  return phases;
}

/** Every gate that is defined or named. A gate that nothing names belongs to the last phase, so that it is not forgotten. */
function readGates(
  reader: SpecReader,
  root: Part,
  all: readonly ReadWorkstream[],
  phases: readonly ReadPhase[],
): Record<string, SpecGate> {
  const section = reader.member(root, 'spec', 'gates');
  const parts = unique(reader, 'gate', reader.parts(section));
  const defined = parts.map((part): [string, SpecGate] => [part.id, readGate(reader, part)]);
  const ids = parts.map(({ id }) => id);
  const named = [...phases, ...all].flatMap(({ gates }) => gates);
  const undefinedGates = named.filter(({ text }) => !ids.includes(text));
  for (const { text, path } of undefinedGates) {
    const fix = meant(text, ids, `define it: gates: { ${text}: { command: … } }`);
    reader.report(path, `gate ${text} is not defined`, fix, { isWarning: section === null && isUsable(text) });
  }
  const last = phases.at(-1);
  for (const { id, path } of parts.filter((one) => !named.some(({ text }) => text === one.id))) {
    const fix = 'name it in a phase or a workstream';
    reader.report(path, `no phase names gate ${id}; it is checked at the end`, fix, { onName: true, isWarning: true });
    if (last !== undefined) last.gates = [...last.gates, { text: id, path }];
  }
  const loose = { command: null, criteria: null, isManual: false, timeoutMs: null, canBeWaived: true };
  return Object.fromEntries([...defined, ...undefinedGates.map(({ text }): [string, SpecGate] => [text, loose])]);
}

function readGate(reader: SpecReader, part: NamedPart): SpecGate {
  reader.checkNames(part, 'gate');
  const field = (name: keyof (typeof specFields)['gate']): Part | null => reader.member(part, 'gate', name);
  const given = field('command');
  const isChecks = given?.path.at(-1) === 'checks';
  const items = reader.items(given).map((item) => {
    const own = isObject(item.value) ? reader.member(item, 'gate', 'command') : null;
    return { isCommand: own !== null || !isChecks, text: reader.text(own ?? item) ?? '' };
  });
  // `checks` holds commands or words; words must not be run.
  const commands = items.filter(({ isCommand }) => isCommand).map(({ text }) => text);
  const words = items.filter(({ isCommand }) => !isCommand).map(({ text }) => text);
  const criteria = [...reader.texts(field('success_criteria')).map(textOf), ...words];
  const type = reader.text(field('type'));
  const isManual = /manual|approval|human|person/i.test(type ?? '');
  if (commands.length === 0 && !isManual && isObject(part.value))
    reader.report(
      part.path,
      `gate ${part.id} has no command: somebody has to say that it passed`,
      'write command: …, or type: manual where a person has to approve it',
      { onName: true, isWarning: true },
    );
  const waivable = reader.text(field('waivable'));
  const group = (line: string): string => (commands.length > 1 && /[;|&\n#]/.test(line) ? `(${line}\n)` : line);
  return {
    command: commands.length === 0 ? null : commands.map(group).join(' && '),
    criteria: criteria.length === 0 ? null : criteria.join('; '),
    isManual,
    timeoutMs: reader.duration(field('timeout')),
    canBeWaived: !/^(?:false|no|never)$/i.test(waivable ?? ''),
  };
}

function meant(name: string, known: readonly string[], otherwise = `write one of ${known.join(', ')}`): string {
  const near = nearest(name, known);
  return near === undefined ? otherwise : `did you mean ${near}?`;
}

/** The parts of the Markdown below headings that name a workstream: `## WS1: Database`, `### Database`. */
function ownSections(body: string, all: readonly ReadWorkstream[]): ReadonlyMap<string, readonly string[]> {
  const sections = new Map(all.map(({ id }): [string, string[]] => [id, []]));
  let open: { readonly level: number; readonly ids: readonly string[] }[] = [];
  let fence: string | null = null;
  for (const line of body.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
    const [, marks, rest = ''] = (fence === null ? /^(#{1,6})[ \t]+(.+)$/.exec(line) : null) ?? [];
    if (marks !== undefined) {
      const heading = rest.trim();
      const words = (heading.split(/[:(–—]| - /)[0] ?? '').split(/[^\p{L}\p{N}_.-]+/u);
      const ids = all.filter(({ id, stream }) => words.includes(id) || heading === stream.name).map(({ id }) => id);
      open = [...open.filter(({ level }) => level < marks.length), { level: marks.length, ids }];
    }
    const owners = open.findLast(({ ids }) => ids.length > 0)?.ids ?? [];
    for (const id of line.trim() === '' ? [] : owners) sections.get(id)?.push(line.trimEnd());
  }
  return sections;
}
