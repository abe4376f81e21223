// For tests: one question, put to the library, the command line and the MCP server, each in a project of its own.

import assert from 'node:assert/strict';
import { isPawlError } from '../../src/rules/errors.js';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { openProject, type Project } from '../../src/surfaces/library/project.js';
import { documentOf, pawl, tempRepository } from '../e2e/program.js';
import { eras } from '../support/mcp-clients.js';

/** The same question in the words of each surface; one that cannot be asked is left out. */
export interface Question {
  /** What happens before, outside of pawl. */
  readonly first?: (root: string) => unknown;
  readonly library?: (project: Project) => Promise<object>;
  readonly cli: readonly string[];
  readonly mcp: readonly [tool: string, args: Readonly<Record<string, unknown>>];
  /** Members that every answer must have as they stand here, where it has them. */
  readonly answer?: JsonObject;
  /** The code that it is refused with. */
  readonly refused?: string;
  /** What the person behind the client answers. */
  readonly person?: string;
}

/** Questions about one run. */
export interface Row {
  readonly name: string;
  /** The run, to see what is stored of it. */
  readonly ref: string;
  /** What is there before the questions, made in the same way for all. */
  readonly prepare?: (project: Project) => Promise<unknown>;
  readonly questions: readonly Question[];
}

/** A surface with a project of its own. */
export interface Surface {
  readonly name: 'library' | 'cli' | 'mcp';
  readonly project: Project;
  /** Gives the answer, comparable; null when it cannot be asked here. A refusal is `{refused: code}`. */
  readonly ask: (question: Question) => Promise<JsonObject | null>;
}

/**
 * Opens the surfaces.
 * @returns one after the other; nobody else works in their projects
 */
export async function openSurfaces(): Promise<readonly Surface[]> {
  return Promise.all([openLibrary(), openCli(), openMcp()]);
}

const openAt = (root: string): Promise<Project> => openProject({ root, actor: 'test', session: 'test' });

async function openLibrary(): Promise<Surface> {
  const project = await openAt(tempRepository());
  const ask: Surface['ask'] = async ({ library }) => {
    if (library === undefined) return null;
    try {
      return comparable(project, await library(project));
    } catch (error) {
      if (!isPawlError(error)) throw error;
      return { refused: error.code };
    }
  };
  return { name: 'library', project, ask };
}

async function openCli(): Promise<Surface> {
  const project = await openAt(tempRepository());
  const ask: Surface['ask'] = async ({ cli }) => {
    const answer = documentOf(pawl([...cli, '--json'], project.root, { PAWL_SESSION: 'test' }));
    const { error } = answer;
    return isJsonObject(error) ? { refused: String(error['code']) } : comparable(project, answer);
  };
  return { name: 'cli', project, ask };
}

async function openMcp(): Promise<Surface> {
  const project = await openAt(tempRepository());
  let choice: string | undefined;
  const connect = eras['the client 2.x of 2026'];
  assert.ok(connect);
  const client = await connect({
    cwd: project.root,
    env: { PAWL_SESSION: 'test' },
    person: () => (choice === undefined ? { action: 'decline' } : { action: 'accept', choice }),
  });
  const ask: Surface['ask'] = async ({ mcp: [tool, args], person }) => {
    choice = person;
    const { isError, text, data } = await client.call(tool, args);
    return isError ? { refused: /^[a-z-]+/.exec(text)?.[0] ?? text } : comparable(project, data);
  };
  return { name: 'mcp', project, ask };
}

/**
 * Makes a value comparable: without what differs from project to project and from moment to moment.
 * @param project where it comes from
 * @param value anything that is JSON
 * @returns the same with words in place of root, times, commits and markers
 */
export function comparable(project: Project, value: object): JsonObject {
  const text = JSON.stringify(value)
    .replaceAll(project.root, 'ROOT')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME')
    .replaceAll(/_\d{8}_\d{6}/g, '_STAMP')
    .replaceAll(/pawl [0-9a-f]{16}/g, 'pawl …')
    .replaceAll(/saved just now by (?:(?!\\n).)*/g, 'saved just now by …')
    .replaceAll(/"(duration_ms|pid)":\d+/g, '"$1":0')
    .replaceAll(/"by":"[^"]*"/g, '"by":"…"')
    .replaceAll(/\b(?:[0-9a-f]{40}|[0-9a-f]{12}|[0-9a-f]{7})\b/g, 'COMMIT');
  const made: unknown = JSON.parse(text);
  assert.ok(isJsonObject(made));
  return made;
}

/**
 * Puts questions to all surfaces, one after the other.
 * @param surfaces the surfaces
 * @param questions the questions
 * @returns the answers by surface
 */
export async function askAll(
  surfaces: readonly Surface[],
  questions: readonly Question[],
): Promise<readonly (readonly (JsonObject | null)[])[]> {
  return Promise.all(
    surfaces.map(async ({ ask, project }) => {
      const answers: (JsonObject | null)[] = [];
      for (const question of questions) {
        question.first?.(project.root);
        answers.push(await ask(question));
      }
      return answers;
    }),
  );
}

/**
 * Compares what surfaces answered: members that two of them have are the same.
 * @param surfaces the surfaces
 * @param answers what they answered, by surface
 * @param questions what they were asked
 * @returns what differs, in words
 */
export function differences(
  surfaces: readonly Surface[],
  answers: readonly (readonly (JsonObject | null)[])[],
  questions: readonly Question[],
): readonly string[] {
  return questions.flatMap(({ cli, refused, answer: expected }, index) => {
    const wanted = refused === undefined ? expected : { refused };
    const all = [
      ...surfaces.map(({ name }, at) => [name, answers[at]?.[index] ?? null] as const),
      ['expected', wanted ?? null] as const,
    ].flatMap(([name, answer]) => (answer === null ? [] : [{ name, answer }]));
    const refusal = all.find(({ answer }) => answer['refused'] !== undefined && answer['refused'] !== refused);
    if (refusal !== undefined) return [`pawl ${cli.join(' ')}: ${refusal.name} refuses: ${shown(refusal.answer)}`];
    const members = new Set(all.flatMap(({ answer }) => Object.keys(answer)));
    return [...members].flatMap((member) => differing(`pawl ${cli.join(' ')}: ${member}`, all, member));
  });
}

const shown = (value: unknown): string => JSON.stringify(value);

/** A refusal has no other members: where one refuses, all do. */
function differing(
  about: string,
  all: readonly { readonly name: string; readonly answer: JsonObject }[],
  member: string,
): readonly string[] {
  const having = all.filter(({ answer }) => member === 'refused' || answer[member] !== undefined);
  const values = new Set(having.map(({ answer }) => shown(answer[member])));
  return values.size < 2 ? [] : [about, ...having.map(({ name, answer }) => `  ${name}: ${shown(answer[member])}`)];
}

/**
 * Reads what is stored of a run.
 * @param project where
 * @param ref the run
 * @returns its revisions and its document, comparable
 */
export async function storedIn(project: Project, ref: string): Promise<JsonObject> {
  const all = await project.list({ all: true });
  const named = all.filter((one) => one.ref === ref || one.ref.startsWith(`${ref.replace('/', '_')}_2`));
  const runs = await Promise.all(
    named.map(async (one) => {
      const newest = await project.load(one.ref);
      const history = await project.history(one.ref);
      return {
        document: newest?.document ?? null,
        place: newest?.place ?? null,
        revisions: history.map(({ revision, event, place }) => [revision, event.name, place]),
      };
    }),
  );
  return comparable(project, { runs: runs.sort((a, b) => a.revisions.length - b.revisions.length) });
}
