// Asking the person behind the client. The protocol's newer era answers a call with the question and is called again; for
// older clients the SDK turns that into a request of its own.

import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Answer } from './scene.js';
import type { Question } from './tool.js';

const field = 'choice';

/**
 * Puts a question to the person.
 * @param question the question
 * @returns the result of a call that waits for the answer
 */
export function askPerson({ key, message, choices }: Question): InputRequiredResult {
  const options = Object.entries(choices);
  const request = inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        [field]: {
          type: 'string',
          title: 'Decision',
          description: options.map(([name, does]) => `${name}: ${does}`).join('; '),
          enum: options.map(([name]) => name),
        },
      },
      required: [field],
    },
  });
  return inputRequired({ inputRequests: { [key]: request } });
}

/**
 * Reads what the person answered. It comes from outside: what is no text counts as a refusal.
 * @param responses the answers that came with the call
 * @param key the question
 * @returns the answer
 */
export function answerIn(responses: ServerContext['mcpReq']['inputResponses'], key: string): Answer {
  const view = inputResponse(responses, key);
  if (view.kind !== 'elicit') return { is: 'none' };
  const chosen = view.action === 'accept' ? view.content?.[field] : undefined;
  return typeof chosen === 'string' ? { is: 'chosen', choice: chosen } : { is: 'declined' };
}
