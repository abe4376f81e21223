// Shows a build as it goes on: lines for what happened, and on a terminal below them what happens now, drawn over and over.

import type { Spec, SpecWorkstream } from '../../../families/pipeline/spec/index.js';
import type { PipelineCheckpoint } from '../../../families/pipeline/index.js';
import type { BuildWatch, GateRan } from '../../../service/build/build-parts.js';
import type { Ran } from '../../../service/build/run-workstream.js';
import { progressBar } from '../terminal/layout.js';
import { type Output, write } from '../terminal/output.js';
import { cut, oneLine, widthOf } from '../terminal/width.js';
import { endedLine, gateLine, phaseLine, startedLine } from './progress-lines.js';
import { seconds } from './seconds.js';

const drawEveryMs = 120;
const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';

/** Something that runs. */
interface Lane {
  readonly name: string;
  readonly title: string;
  readonly begun: number;
  line: string;
}

/** The view of one build. */
export class Progress implements BuildWatch {
  readonly #out: Output;
  readonly #spec: Spec;
  readonly #isLive: boolean;
  readonly #lanes = new Map<string, Lane>();
  readonly #begun = performance.now();
  #phase = 0;
  #done = 0;
  #remark = '';
  /** The widths of the lines that are drawn now. */
  #drawn: readonly number[] = [];
  #timer: NodeJS.Timeout | null = null;

  /**
   * Makes the view; nothing is drawn before `open`.
   * @param out where it is shown
   * @param spec what is built
   * @param env the environment
   */
  constructor(out: Output, spec: Spec, env: NodeJS.ProcessEnv = process.env) {
    this.#out = out;
    this.#spec = spec;
    this.#isLive = out.isTerminal && env['TERM'] !== 'dumb';
  }

  /** Begins to draw, on a terminal. */
  open(): void {
    if (!this.#isLive || this.#timer !== null) return;
    write(1, hideCursor);
    process.on('exit', restoreCursor);
    this.#timer = setInterval(() => this.#draw(), drawEveryMs);
    this.#timer.unref();
  }

  /** Ends drawing: what stands below is taken away, and the cursor is back. */
  close(): void {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#erase();
    process.off('exit', restoreCursor);
    restoreCursor();
  }

  started(one: SpecWorkstream): void {
    this.#enter(one.phase);
    this.#lanes.set(one.id, { name: one.id, title: one.title, begun: performance.now(), line: '' });
    if (!this.#isLive) this.say(startedLine(one, this.#out.paint));
  }

  line(unit: string, line: string): void {
    const lane = this.#lanes.get(unit);
    if (lane !== undefined) lane.line = line;
  }

  ended(ran: Ran): void {
    this.#lanes.delete(ran.workstream);
    this.say(endedLine(ran, this.#out.paint));
  }

  gateStarted(gate: string, phase: number): void {
    this.#enter(phase);
    const name = `gate ${gate}`;
    this.#lanes.set(name, { name, title: '', begun: performance.now(), line: '' });
  }

  gateEnded(ran: GateRan): void {
    this.#lanes.delete(`gate ${ran.gate}`);
    this.say(gateLine(ran, this.#out.paint));
  }

  kept(message: string): void {
    this.say(`! ${oneLine(message)}`);
  }

  happened(doc: PipelineCheckpoint): void {
    this.#done = doc.completed_workstreams.length;
  }

  /**
   * Says something that stays.
   * @param text the line
   */
  say(text: string): void {
    this.#erase();
    this.#out.line(text);
    this.#draw();
  }

  /**
   * Says something about what happens now.
   * @param text the remark; it stands below the lanes, or on a line of its own where nothing is drawn
   */
  remark(text: string): void {
    this.#remark = text;
    if (this.#isLive) this.#draw();
    else this.#out.note(text);
  }

  #enter(phase: number): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    const { phases } = this.#spec;
    const { name = null, workstreams = [] } = phases[phase - 1] ?? {};
    this.say(this.#out.paint('bold', phaseLine(phase, phases.length, name, workstreams.length)));
  }

  #erase(): void {
    if (this.#drawn.length === 0) return;
    // A window that became narrower has broken the lines.
    const rows = this.#drawn.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / this.#out.columns)), 0);
    write(1, `\r\u001b[${rows}A\u001b[J`);
    this.#drawn = [];
  }

  #draw(): void {
    if (this.#timer === null) return;
    const width = this.#out.columns - 1;
    const now = performance.now();
    const room = Math.max(1, (process.stdout.rows || 24) - 4);
    const lanes = [...this.#lanes.values()];
    const texts = lanes.slice(0, room).map((lane) => cut(laneText(lane, now), width));
    const more = lanes.length > room ? [`  and ${lanes.length - room} more`] : [];
    const bar = progressBar(this.#done, this.#spec.workstreams.length);
    const lines = [cut(`${bar}  ${seconds(now - this.#begun)}`, width), ...texts, ...more];
    if (this.#remark !== '') lines.push(cut(oneLine(this.#remark), width));
    this.#erase();
    this.#drawn = lines.map(widthOf);
    write(1, lines.map((line) => `${line}\n`).join(''));
  }
}

function laneText({ name, title, begun, line }: Lane, now: number): string {
  const shown = oneLine(`${name}${title === '' || title === name ? '' : ` ${title}`}`);
  const said = oneLine(line).trim();
  return `  ● ${cut(shown, 36)}  ${seconds(now - begun)}${said === '' ? '' : `  ${said}`}`;
}

function restoreCursor(): void {
  write(1, showCursor);
}
