// Commands about specs: `pipeline new`, `check`, `graph`.

import fs from 'node:fs';
import path from 'node:path';
import { pawl } from '../base/command-line.js';
import { PawlError, diskError, errnoOf, isPawlError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { pipelineKey, refOf } from '../base/names.js';
import { counted } from '../base/text.js';
import type { UnitStatus } from '../formats/format.js';
import { type PipelinePlan, gateUses, pipelineFormat } from '../formats/pipeline.js';
import { openState } from '../runs/change.js';
import { findRun } from '../runs/list.js';
import type { Project } from '../runs/project.js';
import { examineSpec, loadSpec, specFiles } from '../runs/specs.js';
import { type Argument, command } from './command.js';
import { columns, indent, plain, statusMark, statusText, style } from './view.js';

const specArgument: Argument = { name: 'SPEC', about: 'A spec: its file, or its id', complete: 'file' };

const create = command({
  name: 'pipeline new',
  group: 'write',
  about: 'Write a spec to fill in',
  args: [{ name: 'TITLE', about: 'What is to be built' }],
  options: {
    id: { value: 'ID', about: 'Its id (default: the next free PRD-000)' },
    file: { value: 'FILE', complete: 'file', about: 'Where it is written (default docs/EXECUTION-SPEC-ID.md)' },
  },
  examples: ['pipeline new "Cashier Workflows"', 'pipeline new "Cashier Workflows" --id PRD-010'],
  async run({ args: [title = ''], values, project: open }) {
    const project = open();
    const id = refOf(pipelineKey(values.id ?? (await nextId(project))));
    const { pipelineId } = project.config;
    if (!pipelineId.test(id))
      throw new PawlError('bad-usage', `"${id}" does not match ${pipelineId.source}`, {
        hint: 'Write e.g. PRD-010, or set pipeline.id_pattern.',
      });
    const file = path.resolve(
      values.file === undefined ? path.join(project.root, `docs/EXECUTION-SPEC-${id}.md`) : values.file,
    );
    const template = fs
      .readFileSync(path.join(__dirname, 'templates/execution-spec.md'), 'utf8')
      .replace(/\{(?:ID|TITLE|HEADING)\}/g, (hole) =>
        hole === '{ID}' ? id : hole === '{TITLE}' ? JSON.stringify(title) : plain(title),
      );
    try {
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, template, { flag: 'wx' });
    } catch (error) {
      if (errnoOf(error) === 'EEXIST')
        throw new PawlError('not-allowed', `${file} exists`, { hint: 'Nothing was changed.' });
      throw diskError(error, 'write', file);
    }
    const shown = path.relative(process.cwd(), file);
    const text = `${plain(shown)} written. Fill it in; \`${pawl`pipeline check ${shown}`}\` checks it.`;
    return { text, json: { ok: true, id, file: path.relative(project.root, file) } };
  },
});

async function nextId(project: Project): Promise<string> {
  const runs = (await project.store.list({ family: 'pipeline', all: true })).map(({ key }) => refOf(key));
  const ids = [...runs, ...specFiles(project.root).map((one) => one.id)];
  const numbers = ids.map((id) => Number(/^PRD-(\d{3})$/.exec(id)?.[1] ?? 0));
  return `PRD-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`;
}

const check = command({
  name: 'pipeline check',
  group: 'see',
  about: 'Check a spec: every problem with its line and a fix',
  args: [specArgument],
  options: {},
  examples: ['pipeline check docs/EXECUTION-SPEC-PRD-009.md', 'pipeline check PRD-009'],
  async run({ args: [name = ''], project: open }) {
    const project = open();
    const { file, spec, problems, explain } = await examineSpec(project, name);
    const { pipelineId } = project.config;
    const isOtherId = spec !== null && !pipelineId.test(spec.prd);
    const texts = problems.map(explain);
    if (isOtherId)
      texts.push(
        `warning: ${spec.prd} does not match ${pipelineId.source}\n  Fix: write e.g. PRD-009, or set pipeline.id_pattern`,
      );
    const errors = problems.filter((one) => !one.isWarning).length;
    const verdict =
      spec === null
        ? style('red', `${file} has ${counted(errors, 'problem')}.`)
        : `${file} is a valid spec of ${plain(spec.prd)}: ${counted(Object.keys(spec.workstreams).length, 'workstream')} in ${counted(spec.phases.length, 'phase')}, ${counted(Object.keys(spec.gates).length, 'gate')}.`;
    return {
      text: [...texts, verdict].join('\n\n'),
      json: { ok: spec !== null, file, id: spec?.prd ?? null, problems },
      exitCode: spec === null ? 2 : 0,
    };
  },
});

interface Drawn {
  readonly prd: string;
  readonly title: string;
  readonly status: string | null;
  readonly phases: readonly {
    readonly name: string;
    readonly workstreams: readonly {
      readonly id: string;
      readonly name: string;
      readonly depends_on: readonly string[];
      readonly status: UnitStatus | null;
    }[];
    readonly gates: readonly { readonly label: string; readonly passed: boolean }[];
  }[];
}

const graph = command({
  name: 'pipeline graph',
  group: 'see',
  about: 'Draw phases, dependencies and gates, with their states when the run exists',
  args: [{ ...specArgument, name: 'SPEC|ID' }],
  options: {},
  examples: ['pipeline graph PRD-009'],
  async run({ args: [name = ''], project: open }) {
    const drawn = await drawing(open(), name);
    return { text: graphText(drawn), json: { ok: true, ...drawn } };
  },
});

async function drawing(project: Project, name: string): Promise<Drawn> {
  try {
    const { spec } = await loadSpec(project, name);
    return drawPlan(spec, openState(await project.store.get(pipelineKey(spec.prd))));
  } catch (error) {
    if (!isPawlError(error, 'not-found')) throw error;
    const key = await findRun(project, name).catch(() => null);
    const stored = key?.family === 'pipeline' ? await project.store.get(key) : null;
    if (stored === null) throw error;
    return drawRun(stored.state);
  }
}

function drawPlan(plan: PipelinePlan, state: JsonObject | null): Drawn {
  const overview = state === null ? null : pipelineFormat.overview(state);
  const units = new Map(overview?.units.map((unit) => [unit.name, unit.status]));
  const passed = state === null ? [] : pipelineFormat.decode(state).doc.gates_passed;
  const phases = plan.phases.map(({ name, workstreams }, index) => ({
    name: /^phase\b/i.test(name) ? name : `Phase ${index + 1}: ${name}`,
    workstreams: workstreams.map((id) => {
      const { name: title = '', depends_on = [] } = plan.workstreams[id] ?? {};
      return { id, name: title, depends_on, status: units.get(id) ?? null };
    }),
    gates: gateUses(plan)
      .filter((use) => use.phase === index + 1)
      .map(({ label }) => ({ label, passed: passed.includes(label) })),
  }));
  return { prd: plan.prd, title: plan.prd_title, status: overview?.status ?? null, phases };
}

/** A run without a spec has no phases to draw. */
function drawRun(state: JsonObject): Drawn {
  const { doc } = pipelineFormat.decode(state);
  const { units, status } = pipelineFormat.overview(state);
  const workstreams = units.map(({ name: id, status: is }) => ({ id, name: '', depends_on: [], status: is }));
  const passed = doc.gates_passed.map((label) => ({ label, passed: true }));
  const gates = [...passed, ...doc.gates_pending.map((label) => ({ label, passed: false }))];
  return { prd: doc.prd, title: doc.prd_title, status, phases: [{ name: 'Workstreams', workstreams, gates }] };
}

function graphText({ prd, title, status, phases }: Drawn): string {
  const drawn = phases.map(({ name, workstreams, gates }) => {
    const rows = workstreams.map(({ id, name: what, depends_on: needs, status: state }) => [
      `${state === null ? '·' : statusMark(state)} ${plain(id)}`,
      plain(what, 60),
      needs.length === 0 ? '' : style('dim', `after ${needs.map((one) => plain(one)).join(', ')}`),
    ]);
    const uses = gates.map(({ label, passed }) => [
      `${statusMark(passed ? 'complete' : 'pending')} gate ${plain(label)}`,
    ]);
    return [style('bold', plain(name)), indent(columns(rows)), indent(columns(uses))].filter(Boolean).join('\n');
  });
  const first = `${style('bold', plain(prd))}  ${plain(title)}${status === null ? '' : `  ${statusText(status)}`}`;
  return [first, ...drawn].join('\n\n');
}

export const specCommands = [create, check, graph];
