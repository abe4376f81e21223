// The wire: one JSON message a line. The SDK's own transport drops lines that are not messages, closes on long ones, and
// leaves calls unanswered when the client closes its side; this one answers all three.

import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCMessage,
  type Transport,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/server';
import { isObject } from '../base/json.js';

type Id = string | number;

/** A checkpoint may have 16 MiB; escaped, with something around it. */
const maxLineBytes = 64 * 1024 * 1024;
/** How long calls may take after the client has closed its side. */
const lastCallsMs = 5_000;
const codes = { notJson: -32700, notRequest: -32600 } as const;

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Resolves when nothing is read or written any more. */
  readonly ended: Promise<void>;
  readonly #input: Readable;
  readonly #output: Pick<Writable, 'write' | 'on'>;
  /** Requests that have no answer yet. */
  readonly #open = new Set<Id>();
  #parts: Buffer[] = [];
  #bytes = 0;
  #isClosed = false;
  #markEnded: () => void = () => {};
  #whenQuiet: () => void = () => {};

  constructor(input: Readable, output: Pick<Writable, 'write' | 'on'>) {
    this.#input = input;
    this.#output = output;
    this.ended = new Promise((resolve) => (this.#markEnded = resolve));
  }

  async start(): Promise<void> {
    this.#input.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#input.on('end', () => void this.#end());
    this.#input.on('error', () => void this.close());
    this.#output.on('error', () => void this.close()); // nobody reads any more
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(message);
    if (!('id' in message) || message.id === undefined || 'method' in message) return;
    this.#open.delete(message.id);
    if (this.#open.size === 0) this.#whenQuiet();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.pause();
    this.onclose?.();
    this.#markEnded();
  }

  #take(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, end));
      this.#line();
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > maxLineBytes) this.#parts = [];
    else this.#parts.push(part);
  }

  #line(): void {
    const isTooLong = this.#bytes > maxLineBytes;
    const text = Buffer.concat(this.#parts).toString('utf8').trim();
    this.#parts = [];
    this.#bytes = 0;
    if (isTooLong) this.#refuse(null, codes.notRequest, `a message may have at most ${maxLineBytes} bytes`);
    else if (text !== '') this.#read(text);
  }

  #read(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#refuse(null, codes.notJson, 'this line is not JSON');
    }
    if (isJSONRPCRequest(value)) {
      if (this.#open.has(value.id))
        return this.#refuse(value.id, codes.notRequest, 'a request with this id is being answered');
      this.#open.add(value.id);
    } else if (isJSONRPCNotification(value)) {
      const id = value.params?.['requestId'];
      if (value.method === 'notifications/cancelled' && isId(id)) this.#open.delete(id); // gets no answer
    } else if (!isJSONRPCResultResponse(value) && !isJSONRPCErrorResponse(value)) {
      // Something like an answer gets none: two programs would go on for ever.
      const isAnswer = isObject(value) && !('method' in value) && ('result' in value || 'error' in value);
      const id = isObject(value) && isId(value['id']) ? value['id'] : null;
      return isAnswer ? undefined : this.#refuse(id, codes.notRequest, 'this is not a request of JSON-RPC 2.0');
    }
    this.onmessage?.(value);
  }

  #refuse(id: Id | null, code: number, message: string): void {
    this.#write({ jsonrpc: '2.0', id, error: { code, message } });
  }

  #write(message: object): void {
    if (!this.#isClosed) this.#output.write(`${JSON.stringify(message)}\n`);
  }

  /** The client has said all it will; calls that are being answered still get their answer. */
  async #end(): Promise<void> {
    if (this.#bytes > 0) this.#line();
    if (this.#open.size > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lastCallsMs);
        this.#whenQuiet = () => (clearTimeout(timer), resolve());
      });
    await this.close();
  }
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}
