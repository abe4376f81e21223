// Stands in for the model's API, so that a real agent can be run without one: answers every request with one word, and keeps
// what it was asked.
import { createServer } from 'node:http';

const answer = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'none',
  content: [{ type: 'text', text: 'done' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

function events() {
  const { content, stop_reason, usage } = answer;
  return [
    { type: 'message_start', message: { ...answer, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: content[0].text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
}

function reply(text, response) {
  if (/"stream":\s*true/.test(text)) {
    response.setHeader('content-type', 'text/event-stream');
    for (const event of events()) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  } else {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...answer, input_tokens: 1 }));
  }
}

/**
 * Starts the stand-in on this machine.
 * @returns its address, what it was asked since the last look, and how to end it
 */
export async function startFakeModel() {
  let asked = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      if (request.method === 'POST' && request.url.startsWith('/v1/messages')) asked.push(text);
      reply(text, response);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const take = () => {
    const all = asked;
    asked = [];
    return all;
  };
  return { url: `http://127.0.0.1:${server.address().port}`, take, close: () => server.close() };
}
