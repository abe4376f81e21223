// What came of a build, as a person would want it, and as a document.

import { meanwhileInWords } from '../../../families/pipeline/evidence/index.js';
import type { PipelineCheckpoint } from '../../../families/pipeline/index.js';
import type { Spec, SpecWorkstream } from '../../../families/pipeline/spec/index.js';
import { listed } from '../../../rules/text/listed.js';
import type { BuildEnd } from '../../../service/build/build-parts.js';
import type { BuildReport } from '../../../service/build/run-build.js';
import type { Ran } from '../../../service/build/run-workstream.js';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { limits } from '../../../rules/limits.js';
import { asState } from '../../../service/documents.js';
import type { Answer, Call } from '../call.js';
import { type ExitCode, exits } from '../exit-codes.js';
import { counted } from '../../../rules/text/plural.js';
import { countsFor } from '../gate/show-result.js';
import { tableLines } from '../terminal/layout.js';
import type { Output } from '../terminal/output.js';
import { cut, oneLine } from '../terminal/width.js';
import { commandLine } from '../view/command-line.js';
import { seconds } from './seconds.js';

const maxTailLines = 12;
/** Nobody reads more of one line; its log has all of it. */
const maxTailWidth = 400;
const maxFiles = 3;

const exitOf: Readonly<Record<BuildEnd['is'], ExitCode | 130>> = {
  complete: exits.ok,
  failed: exits.failed,
  paused: exits.blocked,
  blocked: exits.blocked,
  interrupted: 130,
  again: exits.blocked,
};

const heads: Readonly<Record<BuildEnd['is'], string>> = {
  complete: 'is complete',
  failed: 'failed',
  paused: 'is paused',
  blocked: 'is blocked, which is no failure',
  interrupted: 'is paused: it was interrupted, and what was running is pending again',
  again: 'is paused',
};

/**
 * Draws what workstreams came to.
 * @param out where it is shown
 * @param units the workstreams
 * @param doc the run
 * @param ran what ran in this build
 * @returns the lines
 */
export function workLines(
  out: Output,
  units: readonly SpecWorkstream[],
  doc: PipelineCheckpoint,
  ran: readonly Ran[],
): readonly string[] {
  const last = new Map(ran.map((one) => [one.workstream, one]));
  const done = new Set(doc.completed_workstreams);
  const rows = units.map(({ id, title }) => {
    const one = last.get(id);
    const files = Object.hasOwn(doc.artifacts, id) ? (doc.artifacts[id] ?? []) : [];
    const count = files.length + unlistedOf(doc, id);
    const state = done.has(id) ? '✓' : one?.outcome === 'failed' ? '✗' : '–';
    const took = one === undefined ? (done.has(id) ? 'earlier' : '') : seconds(one.duration_ms);
    return [state, id, title === id ? '' : title, took, listed(files, maxFiles, count)];
  });
  const mark = (cell: string): string => out.paint(cell === '✓' ? 'green' : cell === '✗' ? 'red' : 'dim', cell);
  const dim = (cell: string): string => out.paint('dim', cell);
  const columns = [{ paint: mark }, {}, { shrinks: true }, { align: 'right' as const }, { shrinks: true, paint: dim }];
  return tableLines(columns, rows, out.columns - 2).map((line) => `  ${line}`);
}

/** How many files a workstream made beyond those that its list has room for. */
function unlistedOf({ artifacts, pawl }: PipelineCheckpoint, id: string): number {
  const isFull = (artifacts[id]?.length ?? 0) >= limits.maxFilesPerUnit;
  return isFull ? (pawl?.evidence?.workstreams?.[id]?.unlisted ?? 0) : 0;
}

/** What a build's document says beside the run itself. */
interface Told {
  readonly prd: string;
  readonly end: BuildEnd['is'];
  readonly reasons: readonly string[];
  readonly duration_ms?: number;
  readonly ran?: readonly Ran[];
  readonly gates?: BuildReport['gates'];
  readonly orphans_ended?: number;
  readonly kept?: readonly string[];
  readonly next_command: string | null;
}

/**
 * Makes the document of a build, also of one that did not begin.
 * @param told what came of it
 * @param state the run, also a drifted one
 * @returns the document for `--json`
 */
export function buildDocument(told: Told, state: JsonObject): object {
  const { prd, end, reasons, duration_ms = 0, ran = [], gates = [], orphans_ended = 0, kept = [], next_command } = told;
  return {
    ok: end === 'complete',
    prd,
    status: state['status'] ?? null,
    end,
    reasons,
    duration_ms,
    ran,
    gates,
    artifacts: state['artifacts'] ?? {},
    error: state['error'] ?? null,
    orphans_ended,
    kept,
    waivers: isJsonObject(state['pawl']) ? (state['pawl']['waivers'] ?? []) : [],
    completed: state['completed_workstreams'] ?? [],
    pending: state['pending_workstreams'] ?? [],
    next_command,
  };
}

/**
 * Tells what came of a build.
 * @param call the call
 * @param spec what was built
 * @param report what came of it
 * @param tookMs how long it took
 * @returns the answer
 */
export function summarise(call: Call, spec: Spec, report: BuildReport, tookMs: number): Answer {
  const { end, doc, ran, gates, orphans, kept } = report;
  const next = nextOf(call, spec, report);
  if (!call.out.isJson) tell(call.out, spec, report, tookMs, next);
  const json = buildDocument(
    {
      prd: spec.id,
      end: end.is,
      reasons: end.reasons,
      duration_ms: Math.round(tookMs),
      ran,
      gates,
      orphans_ended: orphans,
      kept,
      next_command: end.is === 'complete' ? null : next,
    },
    asState(doc),
  );
  return { json, exit: exitOf[end.is] };
}

function tell(
  out: Output,
  spec: Spec,
  { end, doc, ran, gates, orphans }: BuildReport,
  tookMs: number,
  next: string,
): void {
  const colour = end.is === 'complete' ? 'green' : end.is === 'failed' ? 'red' : 'yellow';
  out.line();
  out.line(out.paint(colour, out.paint('bold', oneLine(`${spec.id} ${heads[end.is]}`))));
  for (const reason of end.reasons) out.line(`  ${oneLine(reason)}`);
  if (orphans > 0)
    out.line(`  ended before it began: ${orphans} ${orphans === 1 ? 'process' : 'processes'} of an earlier build`);
  for (const one of ran.filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked')) showTail(out, one);
  const done = ran.filter(({ outcome }) => outcome === 'done');
  const passed = gates.filter(({ verdict }) => verdict === 'pass' || verdict === 'approved');
  const waived = waiverLines(doc);
  const counts = [
    `${counted(done.length, 'workstream')} done`,
    `${counted(passed.length, 'gate')} passed`,
    ...(waived.length === 0 ? [] : [`${counted(waived.length, 'gate')} waived`]),
    seconds(tookMs),
  ];
  out.line(`  ${counts.join(', ')}; ${doc.completed_workstreams.length} of ${spec.workstreams.length} altogether`);
  out.line();
  for (const line of workLines(out, spec.workstreams, doc, ran)) out.line(line);
  for (const one of gates.filter(({ changed_meanwhile: files }) => files.length > 0))
    out.line(
      `  ${out.paint('yellow', '!')} ${oneLine(`gate ${one.gate}: ${meanwhileInWords(one.changed_meanwhile)}; ${countsFor}`)}`,
    );
  for (const line of waived) out.line(`  ${out.paint('yellow', '!')} ${oneLine(line)}`);
  const log = [...ran, ...gates].findLast((one) => one.log !== null)?.log ?? '';
  out.line();
  if (log !== '') out.line(`Output:  ${oneLine(log.slice(0, log.lastIndexOf('/')))}/`);
  const isForbidden = doc.adversarial_review?.verdict === 'do_not_ship' && end.is !== 'complete';
  const asked = end.is === 'paused' ? '  (on a terminal, or with --yes, which answers every approval)' : '';
  const how = isForbidden ? '  (once a second review or an override allows it)' : asked;
  out.line(`Next:    ${next}${how}`);
}

/** A waiver is a debt: whoever reads that all is done has to see it. */
function waiverLines({ pawl, gates_passed: passed }: PipelineCheckpoint): readonly string[] {
  const last = new Map((pawl?.waivers ?? []).flatMap((one) => one.gates.map((gate) => [gate, one] as const)));
  return passed.flatMap((gate) => {
    const isWaived = (pawl?.evidence?.gates?.[gate]?.verdict ?? 'waived') === 'waived';
    const waiver = isWaived ? last.get(gate) : undefined;
    return waiver === undefined ? [] : [`gate ${gate} was waived by ${waiver.by}, ${waiver.issue}: ${waiver.reason}`];
  });
}

function showTail(out: Output, { workstream, tail, log }: Ran): void {
  const lines = tail.trimEnd().split('\n').slice(-maxTailLines);
  if (tail.trim() === '' || log === null) return;
  out.line();
  out.line(`  Last lines of ${oneLine(workstream)} (its output: ${oneLine(log ?? '')})`);
  for (const line of lines) out.line(`  ${out.paint('dim', '│')} ${cut(oneLine(line), maxTailWidth)}`);
  out.line();
}

function nextOf(call: Call, spec: Spec, { end }: BuildReport): string {
  if (end.is === 'complete') return 'update the roadmap';
  return commandLine(call, 'build', spec.id, '--resume');
}
