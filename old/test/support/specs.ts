// Specs for tests: golden files, what is expected of them in short, and generated ones.
import fs from 'node:fs';
import path from 'node:path';
import {
  parseSpec,
  type SpecProblem,
  type SpecReading,
  type SpecWorkstream,
} from '../../src/families/pipeline/spec/index.js';

export const specFolder = 'test/golden/specs';

/** The golden specs: their names and texts. */
export function goldenSpecs(): readonly { readonly name: string; readonly text: string }[] {
  const files = fs.readdirSync(specFolder).filter((file) => file.endsWith('.md'));
  return files
    .sort()
    .map((file) => ({ name: file.slice(0, -3), text: fs.readFileSync(path.join(specFolder, file), 'utf8') }));
}

/** Leaves out what is empty, hashes and places. */
function short(_name: string, value: unknown): unknown {
  if (value === null || value === '' || value === false) return undefined;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? undefined : value;
}

function told({ line, column, message, fix }: SpecProblem): string {
  return `${line}:${column} ${message} → ${fix}`;
}

function workstreamOf({ hash: _hash, line: _line, ...rest }: SpecWorkstream): object {
  return rest;
}

/**
 * Writes what a reading came to in short.
 * @param reading the reading
 * @returns JSON without hashes, lines and empty members
 */
export function summaryOf(reading: SpecReading): unknown {
  const warnings = reading.warnings.map(told);
  if (!reading.ok) return { problems: reading.problems.map(told), ...(warnings.length === 0 ? {} : { warnings }) };
  const { spec } = reading;
  const gates = spec.gates.map(({ hash: _hash, line: _line, ...rest }) => rest);
  return JSON.parse(
    JSON.stringify({ ...spec, workstreams: spec.workstreams.map(workstreamOf), gates, warnings }, short),
  );
}

/** What each golden spec is expected to come to. */
export function expectedSpecs(): Readonly<Record<string, unknown>> {
  return JSON.parse(fs.readFileSync(path.join(specFolder, 'expected.json'), 'utf8'));
}

/**
 * Reads a spec that must be sound.
 * @param text its text
 * @returns the spec
 */
export function soundSpec(text: string): Extract<SpecReading, { ok: true }>['spec'] {
  const reading = parseSpec(text);
  if (!reading.ok) throw new Error(reading.problems.map(told).join('\n'));
  return reading.spec;
}

/**
 * Writes a spec with these dependencies.
 * @param dependencies by id
 * @param more further lines of its front matter
 * @returns the text
 */
export function specText(dependencies: Readonly<Record<string, readonly string[]>>, more = ''): string {
  const entries = Object.entries(dependencies).map(
    ([id, on]) => `  ${id}: {name: "Title of ${id}", depends_on: [${on.join(', ')}]}`,
  );
  return `---\nprd: PRD-101\nprd_title: Generated\nworkstreams:\n${entries.join('\n')}\n${more}---\n`;
}

/**
 * Writes a large spec: phases of ten workstreams, each depending on one of the phase before.
 * @param count how many workstreams
 * @returns the text
 */
export function largeSpecText(count: number): string {
  const ids = Array.from({ length: count }, (_, at) => `WS${at + 1}`);
  const one = (id: string, at: number): string =>
    [
      `  ${id}:`,
      `    name: Workstream number ${at + 1}`,
      `    description: Makes the module ${at + 1} and its tests.`,
      '    executor: backend-builder',
      '    executor_type: skill',
      `    depends_on: [${at < 10 ? '' : `WS${at - 9}`}]`,
      `    outputs: [src/m${at + 1}/index.ts, "src/m${at + 1}/**/*.test.ts"]`,
      '    gate: type-check',
    ].join('\n');
  const phases = Array.from(
    { length: Math.ceil(count / 10) },
    (_, at) => `  - {name: Part ${at + 1}, parallel: [${ids.slice(at * 10, at * 10 + 10).join(', ')}], gates: [lint]}`,
  );
  const sections = ids.map((id) => `## ${id}: its section\n\nWhat ${id} is about, in some words.\n`);
  return [
    '---',
    'prd: PRD-999',
    'prd_title: Large',
    'workstreams:',
    ...ids.map(one),
    'execution_phases:',
    ...phases,
    'gates: {type-check: npm run type-check, lint: npm run lint}',
    '---',
    '',
    ...sections,
  ].join('\n');
}
