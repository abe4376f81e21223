// Reads an EXECUTION-SPEC: tolerant about its form, strict about its meaning. Everything that is wrong is found at once.

import { limits } from '../../../rules/limits.js';
import { hashGate, hashWorkstream } from './hashes.js';
import { checkDependencies } from './meaning/dependencies.js';
import { gatesOfDraft, gatesOfPhases } from './meaning/gates.js';
import { checkNames } from './meaning/names.js';
import { checkPaths } from './meaning/paths.js';
import { placePhases, type PlacedPhase } from './meaning/phases.js';
import type { Draft, DraftGate } from './read/draft.js';
import { readDraft } from './read/read-draft.js';
import { Findings } from './source/findings.js';
import { splitFrontMatter } from './source/front-matter.js';
import { parseYaml } from './source/parse-yaml.js';
import { sectionsOf } from './source/sections.js';
import type { Spec, SpecGate, SpecReading, SpecWorkstream } from './types.js';

/** Longer than any spec: one of 1,000 workstreams has about half a megabyte. */
export const maxSpecBytes = 4 * 1024 * 1024;

/** How a spec is read. */
export interface SpecOptions {
  /** Which ids are accepted beside `PRD-\d{3}`. */
  readonly idPattern?: RegExp | undefined;
}

/**
 * Reads a spec.
 * @param text the Markdown with its front matter
 * @param options which ids are accepted
 * @returns the spec, or every problem; never throws
 */
export function parseSpec(text: string, options: SpecOptions = {}): SpecReading {
  if (text.length > maxSpecBytes) return tooLong(text);
  const parts = splitFrontMatter(text);
  const findings = new Findings(parts.lines);
  const failed = (): SpecReading => ({ ok: false, problems: findings.problems, warnings: findings.warnings });
  if ('missing' in parts) {
    const at = { path: '', line: parts.line, column: 1 };
    if (parts.missing === 'start') {
      const fix = 'begin the file with a line "---", YAML with prd and workstreams, and another line "---"';
      findings.problem(at, 'the file has no front matter, so it is no spec', fix);
    } else findings.problem(at, 'the front matter that begins here has no end', 'end it with a line "---"');
    return failed();
  }
  const tree = parseYaml(parts.yaml, parts.yamlOffset, findings);
  if (tree === null && !findings.hasProblems) {
    const at = { path: '', line: parts.yamlOffset, column: 1 };
    findings.problem(at, 'the front matter is empty', 'write prd: and workstreams: in it');
  }
  const draft = tree === null ? null : readDraft(tree, findings);
  if (draft === null) return failed();
  const spec = specOf(draft, parts.body, options, findings);
  return findings.hasProblems ? failed() : { ok: true, spec, warnings: findings.warnings };
}

function tooLong(text: string): SpecReading {
  const message = `the spec has ${text.length} characters; at most ${maxSpecBytes} are possible`;
  const fix = 'keep what is not about the workstreams in other files';
  return { ok: false, problems: [{ path: '', line: 1, column: 1, message, fix, excerpt: '' }], warnings: [] };
}

/** Holds everything against everything; what is wrong ends up in the findings, and the spec is then not used. */
function specOf(draft: Draft, body: readonly string[], { idPattern }: SpecOptions, findings: Findings): Spec {
  checkNames(draft, idPattern, findings);
  checkCount(draft, findings);
  const layers = checkDependencies(draft.workstreams, findings);
  const { phases, areDerived } = placePhases(draft, layers, findings);
  const gates = gatesOfDraft(draft, findings);
  const gatesByPhase = gatesOfPhases(draft, phases, gates, findings);
  const id = draft.id?.text ?? '';
  return {
    id,
    title: draft.title ?? firstHeading(body, id) ?? id,
    service: draft.service,
    mvp_phase: draft.mvpPhase,
    workstreams: workstreamsOf(draft, body, phases, findings),
    phases: phases.map(({ name, workstreams, isSequential }, index) => ({
      number: index + 1,
      name,
      workstreams,
      gates: gatesByPhase[index] ?? [],
      sequential: isSequential,
    })),
    phases_derived: areDerived,
    gates: [...gates.values()].map((gate) => gateOf(gate, findings)),
  };
}

function checkCount({ workstreams }: Draft, findings: Findings): void {
  const [first] = workstreams;
  if (first === undefined) {
    const at = { path: '/workstreams', line: 1, column: 1 };
    findings.problem(at, 'the spec has no workstreams', 'write e.g. workstreams: {WS1: {name: Database Layer}}');
  } else if (workstreams.length > limits.maxUnits) {
    const message = `there are ${workstreams.length} workstreams; at most ${limits.maxUnits} are possible`;
    findings.problem(first, message, 'split the spec');
  }
}

function firstHeading(body: readonly string[], id: string): string | null {
  const text = (body.find((one) => /^#\s+\S/.test(one)) ?? '').replace(/^#\s+/, '').trim();
  const rest = text.startsWith(id) ? text.slice(id.length).replace(/^\s*[:–—-]\s*/, '') : text;
  return rest === '' ? null : rest;
}

function workstreamsOf(
  draft: Draft,
  body: readonly string[],
  phases: readonly PlacedPhase[],
  findings: Findings,
): readonly SpecWorkstream[] {
  const sections = sectionsOf(body, draft.workstreams);
  const phaseOf = new Map(
    phases.flatMap(({ workstreams }, index) => workstreams.map((id) => [id, index + 1] as const)),
  );
  return draft.workstreams.map((one) => {
    const workstream = {
      id: one.id,
      title: one.title ?? one.id,
      description: one.description,
      phase: phaseOf.get(one.id) ?? 0,
      depends_on: one.dependsOn.map(({ text }) => text),
      executor: one.executor,
      executor_type: one.executorType,
      command: one.command,
      timeout_ms: one.timeoutMs,
      outputs: checkPaths(one.id, 'outputs', one.outputs, findings),
      inputs: checkPaths(one.id, 'inputs', one.inputs, findings),
      gates: one.gates.map(({ text }) => text),
      complexity: one.complexity,
      details: one.details,
      section: sections.get(one.id) ?? '',
      line: one.line,
    };
    return { ...workstream, hash: hashWorkstream(workstream) };
  });
}

function gateOf({ path: _path, line, column: _column, covers, ...rest }: DraftGate, findings: Findings): SpecGate {
  const gate = { ...rest, covers: checkPaths(`gate ${rest.id}`, 'covers', covers, findings) };
  return { ...gate, hash: hashGate(gate), line };
}
