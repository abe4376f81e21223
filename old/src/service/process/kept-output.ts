// What a child printed, as it is kept: whole lines, without secrets, the beginning and the end of it. Takes any amount of
// output with the same memory. Knows no file and no process.

import { StringDecoder } from 'node:string_decoder';
import { harmlessLines } from '../../rules/text/harmless.js';
import { redactText } from '../../rules/text/redact.js';

/** A line that is longer is cut, so that output without line ends is kept as well. */
const maxLineChars = 16 * 1024;
/** A key is many lines; so much is held back until its end has come. */
const maxHeldChars = 48 * 1024;

/** How much is kept. */
export interface KeptSizes {
  readonly headChars: number;
  readonly tailChars: number;
}

export const keptSizes: KeptSizes = { headChars: 256 * 1024, tailChars: 256 * 1024 };

/** One stream of a child: its bytes come in any pieces, and leave as whole lines. */
class Lines {
  private decoder: StringDecoder | null = null;
  private rest = '';

  /** Gives the lines that are whole now, each with its end. */
  push(chunk: Buffer): string {
    this.decoder ??= new StringDecoder('utf8');
    const text = this.rest + this.decoder.write(chunk);
    const end = text.lastIndexOf('\n') + 1;
    if (text.length - end > maxLineChars) {
      this.rest = '';
      return `${text}\n`;
    }
    this.rest = text.slice(end);
    return text.slice(0, end);
  }

  end(): string {
    const text = this.rest + (this.decoder?.end() ?? '');
    this.rest = '';
    return text === '' ? '' : `${text}\n`;
  }
}

/** The output of one child. */
export class KeptOutput {
  private readonly streams = { out: new Lines(), err: new Lines() };
  private readonly write: (text: string) => void;
  private readonly sizes: KeptSizes;
  private headLeft: number;
  /** The end of what came so far, not yet redacted. */
  private readonly recent: string[] = [];
  private recentChars = 0;
  /** A private key that has begun and not ended. */
  private held = '';
  private leftOutChars = 0;
  /** How much came altogether. */
  bytes = 0;

  /**
   * Begins with nothing.
   * @param write takes what is kept, piece by piece
   * @param sizes how much is kept
   */
  constructor(write: (text: string) => void, sizes: KeptSizes = keptSizes) {
    this.write = write;
    this.sizes = sizes;
    this.headLeft = sizes.headChars;
  }

  /**
   * Takes what came.
   * @param stream where it came
   * @param chunk the bytes
   */
  push(stream: 'out' | 'err', chunk: Buffer): void {
    this.bytes += chunk.length;
    this.take(this.streams[stream].push(chunk));
  }

  private take(lines: string): void {
    if (lines === '') return;
    this.remember(lines);
    if (this.headLeft <= 0) return;
    const text = this.held + lines;
    const keyAt = openKeyAt(text);
    const ready = keyAt < 0 || text.length - keyAt > maxHeldChars ? text : text.slice(0, keyAt);
    this.held = text.slice(ready.length);
    if (ready === '') return;
    const kept = ready.slice(0, lineEnd(ready, this.headLeft));
    this.headLeft = kept.length < ready.length ? 0 : this.headLeft - kept.length;
    this.write(clean(kept));
    if (this.headLeft > 0) return;
    // What comes from here on is only remembered; it begins with what did not fit.
    this.recent.length = 0;
    this.recentChars = 0;
    this.remember(ready.slice(kept.length) + this.held);
    this.held = '';
  }

  private remember(lines: string): void {
    this.recent.push(lines);
    this.recentChars += lines.length;
    while (this.recent.length > 1 && this.recentChars - (this.recent[0]?.length ?? 0) >= this.sizes.tailChars) {
      const gone = this.recent.shift()?.length ?? 0;
      this.recentChars -= gone;
      this.leftOutChars += this.headLeft > 0 ? 0 : gone;
    }
    if (this.recent.length > 64) this.recent.splice(0, this.recent.length, this.recent.join(''));
  }

  /**
   * Gives the last line that says something.
   * @returns the line, without secrets; empty when there is none
   */
  lastLine(): string {
    const text = this.recent.slice(-2).join('').slice(-maxLineChars).trimEnd();
    return redactText(text.slice(text.lastIndexOf('\n') + 1)).text;
  }

  /**
   * Gives the end of the output.
   * @param maxChars at most so much
   * @returns whole lines, without secrets
   */
  tail(maxChars: number): string {
    const text = this.recent.join('');
    // Redacted before it is cut: half a secret is no secret to recognise.
    return lastLines(redactText(text.slice(-(maxChars + maxHeldChars))).text, maxChars);
  }

  /** Writes what is kept of the end. Nothing may be pushed afterwards. */
  end(): void {
    this.take(this.streams.out.end());
    this.take(this.streams.err.end());
    if (this.headLeft > 0) {
      if (this.held !== '') this.write(clean(this.held));
      return;
    }
    const text = this.recent.join('');
    const kept = lastLines(text, this.sizes.tailChars);
    const leftOut = this.leftOutChars + text.length - kept.length;
    if (leftOut > 0) this.write(`[pawl: ${leftOut} characters left out here]\n`);
    this.write(clean(kept));
  }
}

/** Without secrets, and without anything that could steer the terminal of whoever reads it. */
function clean(lines: string): string {
  return harmlessLines(redactText(lines).text);
}

/** Where a private key begins that does not end in the text; -1 when there is none. */
function openKeyAt(text: string): number {
  const begin = text.lastIndexOf('-----BEGIN ');
  if (begin < 0 || text.indexOf('-----END ', begin) >= 0) return -1;
  return /^-----BEGIN [ A-Z0-9]{0,40}PRIVATE KEY/.test(text.slice(begin, begin + 80)) ? begin : -1;
}

/** The end of the last line that fits; a first line that does not fit is taken whole. */
function lineEnd(text: string, maxChars: number): number {
  if (text.length <= maxChars) return text.length;
  const end = text.lastIndexOf('\n', maxChars) + 1;
  return end > 0 ? end : text.indexOf('\n') + 1 || text.length;
}

/** The last whole lines that fit; of a last line that does not fit, its end. */
function lastLines(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const cut = text.slice(-maxChars);
  const start = cut.indexOf('\n') + 1;
  return start > 0 && start < cut.length ? cut.slice(start) : cut;
}
