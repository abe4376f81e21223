// The wire: one JSON message a line. Unlike the SDK's own transport it answers lines that are no messages instead of dropping
// them, survives lines of any length, and lets calls that are under way end when the client closes its side.

import type { Readable } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../../rules/json/json.js';

type Id = string | number;

/** No checkpoint is larger than this, with room for what stands around it. */
const maxLineBytes = 64 * 1024 * 1024;
/** How long calls that are under way may take after the client has closed its side. */
const lastCallsMs = 5_000;

const parseError = -32700;
const invalidRequest = -32600;

/** Where lines are written: a part of a stream. */
export interface LineOutput {
  readonly write: (text: string) => boolean;
  readonly on: (event: 'drain' | 'close' | 'error', listener: () => void) => unknown;
  readonly off: (event: 'drain' | 'close' | 'error', listener: () => void) => unknown;
}

/** Reads lines from a stream, and writes lines to another. */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: LineOutput;
  #parts: Buffer[] = [];
  #bytes = 0;
  #isTooLong = false;
  #isClosed = false;
  /** Requests of the client that have no answer yet, and our own ones. */
  readonly #open = new Set<Id>();
  readonly #asked = new Set<Id>();
  #whenQuiet: (() => void) | undefined;
  #markEnded: () => void = () => undefined;
  /** Resolves when nothing is read or written any more. */
  readonly ended: Promise<void> = new Promise((resolve) => {
    this.#markEnded = resolve;
  });

  constructor(input: Readable, output: LineOutput) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#input.on('end', () => void this.#end());
    this.#input.on('error', () => void this.close());
    // Nobody reads any more: what is left to say has no listener.
    this.#output.on('error', () => void this.close());
  }

  #take(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(10, from);
      this.#keep(chunk.subarray(from, end < 0 ? chunk.length : end));
      if (end < 0) return;
      this.#line();
      from = end + 1;
    }
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    this.#isTooLong ||= this.#bytes > maxLineBytes;
    if (this.#isTooLong) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #line(): void {
    const text = Buffer.concat(this.#parts).toString('utf8').trim();
    const isTooLong = this.#isTooLong;
    this.#parts = [];
    this.#bytes = 0;
    this.#isTooLong = false;
    if (isTooLong) this.#refuse(null, invalidRequest, `a message may have ${maxLineBytes} bytes at most`);
    else if (text !== '') this.#read(text);
  }

  #read(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#refuse(null, parseError, 'this line is not JSON');
      return;
    }
    if (isJSONRPCRequest(value)) {
      if (this.#open.has(value.id)) {
        this.#refuse(value.id, invalidRequest, 'a request with this id is under way');
        return;
      }
      this.#open.add(value.id);
    } else if (isJSONRPCResultResponse(value) || isJSONRPCErrorResponse(value)) {
      if (value.id === undefined || !this.#asked.delete(value.id)) return; // an answer that nobody asked for
    } else if (!isJSONRPCNotification(value)) {
      // Whatever looks like an answer gets none: two programs would go on forever.
      const isAnswer = isJsonObject(value) && !('method' in value) && ('result' in value || 'error' in value);
      if (!isAnswer) this.#refuse(idOf(value), invalidRequest, 'this is no request of JSON-RPC 2.0');
      return;
    } else if (value.method === 'notifications/cancelled') {
      const id = value.params?.['requestId'];
      if (typeof id === 'string' || typeof id === 'number') this.#settle(id); // it is not answered
    }
    this.onmessage?.(value);
  }

  #refuse(id: Id | null, code: number, message: string): void {
    this.#write({ jsonrpc: '2.0', id, error: { code, message } });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return;
    if (isJSONRPCRequest(message)) this.#asked.add(message.id);
    const isWritten = this.#write(message);
    if ('id' in message && message.id !== undefined && !('method' in message)) this.#settle(message.id);
    if (!isWritten) await new Promise<void>((resolve) => this.#whenDrained(resolve));
  }

  #whenDrained(resolve: () => void): void {
    const events = ['drain', 'close', 'error'] as const;
    const done = (): void => {
      for (const event of events) this.#output.off(event, done);
      resolve();
    };
    for (const event of events) this.#output.on(event, done);
  }

  /** Always one whole line: JSON has no line breaks of its own. */
  #write(message: unknown): boolean {
    return this.#isClosed || this.#output.write(`${JSON.stringify(message)}\n`);
  }

  #settle(id: Id): void {
    this.#open.delete(id);
    if (this.#open.size === 0) this.#whenQuiet?.();
  }

  /** The client has said all it will: its calls are answered, but nobody answers ours. */
  async #end(): Promise<void> {
    if (this.#bytes > 0) this.#line();
    if (this.#open.size > 0 && this.#asked.size === 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lastCallsMs);
        this.#whenQuiet = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await this.close();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.pause();
    this.onclose?.();
    this.#markEnded();
  }
}

function idOf(value: unknown): Id | null {
  const id = isJsonObject(value) ? value['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
