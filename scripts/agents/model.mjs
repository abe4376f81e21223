// A stand-in for the model, on loopback: answers request after request with the next step of a script, in Anthropic's or
// OpenAI's form, and keeps what the agent sent.
import { createServer } from 'node:http';

/** A step: `{ text }`, `{ tools: [[name, input], …] }`, or `{ hangs: true }`, which never answers. */
export class Model {
  requests = [];
  #steps = [];
  #ids = 0;
  #server = createServer((request, response) => this.#take(request, response));

  async start() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${this.#server.address().port}`;
    return this;
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** What to answer from now on; forgets earlier requests. */
  script(...steps) {
    this.requests = [];
    this.#steps = steps;
  }

  /** Waits for a request that a step without an answer belongs to. */
  async hung(timeoutMs = 60_000) {
    for (const end = Date.now() + timeoutMs; !this.isHung; ) {
      if (Date.now() > end) throw new Error('the agent never came to the step that hangs');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    this.isHung = false;
  }

  async #take(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const isMessages = /^\/v1\/messages(?:\?|$)/.test(request.url);
    const isResponses = request.url.includes('/responses');
    if (request.method !== 'POST' || (!isMessages && !isResponses)) {
      response.writeHead(request.url.includes('count_tokens') ? 200 : 404, { 'content-type': 'application/json' });
      response.end('{"input_tokens":1}');
      return;
    }
    const body = JSON.parse(text);
    const isSide = isMessages && (body.tools ?? []).length <= 3; // titles and the like
    const isSummary = /detailed summary|CONTEXT CHECKPOINT/i.test(JSON.stringify((body.messages ?? body.input).at(-1)));
    if (!isSide) this.requests.push(text);
    const step =
      isSide || isSummary ? { text: 'Summary: a login page was begun.' } : (this.#steps.shift() ?? { text: 'Done.' });
    if (step.hangs) this.isHung = true;
    else this.#answer(step, body, isMessages, response);
  }

  #answer(step, body, isMessages, response) {
    response.writeHead(200, { 'content-type': isMessages && !body.stream ? 'application/json' : 'text/event-stream' });
    const events = isMessages ? this.#messages(step, body) : this.#responses(step);
    const lines = Array.isArray(events)
      ? events.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`)
      : [];
    response.end(Array.isArray(events) ? lines.join('') : JSON.stringify(events));
  }

  #messages({ text, tools = [] }, { model, stream }) {
    const content = [
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...tools.map(([name, input]) => ({ type: 'tool_use', id: `toolu_${++this.#ids}`, name, input })),
    ];
    const stop_reason = tools.length > 0 ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: 100, output_tokens: 5 };
    const message = {
      id: `msg_${++this.#ids}`,
      type: 'message',
      role: 'assistant',
      model,
      content,
      stop_reason,
      usage,
    };
    if (!stream) return message;
    const blocks = content.flatMap((block, index) => [
      {
        type: 'content_block_start',
        index,
        content_block: block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} },
      },
      {
        type: 'content_block_delta',
        index,
        delta:
          block.type === 'text'
            ? { type: 'text_delta', text: block.text }
            : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      },
      { type: 'content_block_stop', index },
    ]);
    return [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      ...blocks,
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ];
  }

  #responses({ text, tools = [] }) {
    const id = `resp_${++this.#ids}`;
    const said = { type: 'output_text', text, annotations: [] };
    const items = [
      ...(text === undefined
        ? []
        : [{ type: 'message', role: 'assistant', id: `msg_${++this.#ids}`, status: 'completed', content: [said] }]),
      ...tools.map(([name, input]) => {
        const call = { id: `fc_${++this.#ids}`, call_id: `call_${this.#ids}`, name, status: 'completed' };
        if (typeof input === 'string') return { type: 'custom_tool_call', ...call, input };
        return { type: 'function_call', ...call, arguments: JSON.stringify(input) };
      }),
    ];
    const usage = { input_tokens: 100, output_tokens: 5, total_tokens: 105 };
    return [
      { type: 'response.created', response: { id, object: 'response', status: 'in_progress', output: [] } },
      ...items.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item })),
      { type: 'response.completed', response: { id, object: 'response', status: 'completed', output: items, usage } },
    ];
  }
}
