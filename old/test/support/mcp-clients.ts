// For tests: real clients of both eras of the protocol, connected to the built program.

import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { after } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { cleanEnv, program } from '../e2e/program.js';

/** What a person behind a client answers to a question. */
export type Person = (question: {
  readonly message: string;
  readonly choices: readonly string[];
}) => { readonly action: 'accept'; readonly choice: string } | { readonly action: 'decline' };

export interface ClientOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Who is asked; without one the client cannot ask. */
  readonly person?: Person;
  /** Folders that the client offers, as URIs; only the older era knows them. */
  readonly roots?: readonly string[];
}

/** What a tool answered. */
export interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly data: JsonObject;
}

/** A connected client, whatever its era. */
export interface TestClient {
  readonly version: string;
  tools(): Promise<readonly { readonly name: string }[]>;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<Called>;
  resources(): Promise<readonly string[]>;
  templates(): Promise<readonly string[]>;
  read(uri: string): Promise<string>;
  prompts(): Promise<readonly string[]>;
  prompt(name: string, args?: Readonly<Record<string, string>>): Promise<string>;
  complete(uri: string, typed: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The clients that tests go through, by the name of their era. */
export const eras: Readonly<Record<string, (options: ClientOptions) => Promise<TestClient>>> = {
  'the client 2.x of 2026': (options) => connectModern(options, { pin: '2026-07-28' }),
  'the client 2.x as of 2025': (options) => connectModern(options, 'legacy'),
  'the client 1.x of 2025': connectOld,
};

const info = { name: 'test client', version: '1.0.0' };

function started({ cwd, env = {} }: ClientOptions): {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
} {
  const clean = Object.entries(cleanEnv(env)).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { command: process.execPath, args: [program, 'mcp'], cwd, env: Object.fromEntries(clean) };
}

function askOf(
  person: Person,
  params: unknown,
): { action: 'accept'; content: { choice: string } } | { action: 'decline' } {
  const asked = isJsonObject(params) ? params : {};
  const schema = isJsonObject(asked['requestedSchema']) ? asked['requestedSchema'] : {};
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const field = isJsonObject(properties['choice']) ? properties['choice'] : {};
  const choices = Array.isArray(field['enum']) ? field['enum'].map(String) : [];
  const answer = person({ message: String(asked['message']), choices });
  return answer.action === 'accept' ? { action: 'accept', content: { choice: answer.choice } } : { action: 'decline' };
}

/** The parts of an answer that both eras have. */
function calledOf(result: unknown): Called {
  const { content, structuredContent, isError } = isJsonObject(result) ? result : {};
  const parts = Array.isArray(content) ? content : [];
  const text = parts.map((part: unknown) => (isJsonObject(part) ? String(part['text']) : '')).join('\n');
  return { isError: isError === true, text, data: isJsonObject(structuredContent) ? structuredContent : {} };
}

async function connectModern(options: ClientOptions, mode: 'legacy' | { pin: string }): Promise<TestClient> {
  const { person, roots } = options;
  const client = new ModernClient(info, {
    versionNegotiation: { mode },
    capabilities: {
      ...(person === undefined ? {} : { elicitation: {} }),
      ...(roots === undefined ? {} : { roots: {} }),
    },
  });
  if (person !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => askOf(person, params));
  if (roots !== undefined) client.setRequestHandler('roots/list', () => ({ roots: roots.map((uri) => ({ uri })) }));
  await client.connect(new ModernTransport({ ...started(options), stderr: 'ignore' }));
  after(() => client.close());
  await client.listTools(); // the client checks answers against the schemas that it knows
  return {
    version: client.getNegotiatedProtocolVersion() ?? '',
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => calledOf(await client.callTool({ name, arguments: args })),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    templates: async () => (await client.listResourceTemplates()).resourceTemplates.map((one) => one.uriTemplate),
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    prompt: async (name, args = {}) => promptText((await client.getPrompt({ name, arguments: args })).messages),
    complete: async (uri, value) =>
      (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name: 'ref', value } })).completion
        .values,
    close: () => client.close(),
  };
}

async function connectOld(options: ClientOptions): Promise<TestClient> {
  const { person, roots } = options;
  const client = new OldClient(info, {
    capabilities: {
      ...(person === undefined ? {} : { elicitation: {} }),
      ...(roots === undefined ? {} : { roots: {} }),
    },
  });
  if (person !== undefined) client.setRequestHandler(ElicitRequestSchema, ({ params }) => askOf(person, params));
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots.map((uri) => ({ uri })) }));
  }
  const transport = new OldTransport({ ...started(options), stderr: 'ignore' });
  await client.connect(transport);
  after(() => client.close());
  await client.listTools();
  return {
    version: '2025',
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => calledOf(await client.callTool({ name, arguments: { ...args } })),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    templates: async () => (await client.listResourceTemplates()).resourceTemplates.map((one) => one.uriTemplate),
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    prompt: async (name, args = {}) => promptText((await client.getPrompt({ name, arguments: { ...args } })).messages),
    complete: async (uri, value) =>
      (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name: 'ref', value } })).completion
        .values,
    close: () => client.close(),
  };
}

function textOf(contents: readonly object[]): string {
  return contents.map((part) => ('text' in part ? String(part.text) : '')).join('\n');
}

function promptText(messages: readonly { readonly content: object }[]): string {
  return messages.map(({ content }) => ('text' in content ? String(content.text) : '')).join('\n');
}
