// For tests: projects with a spec, built by the program as users do.

import fs from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../../src/rules/json/json.js';
import { documentOf, type Ended, pawl, tempRepository, textOf } from './program.js';

export const prd = 'PRD-007';

/** A project whose spec has this front matter; its own home keeps confirmations and settings. */
export function project(frontMatter: string, files: Readonly<Record<string, string>> = {}): string {
  const root = tempRepository();
  const all = { [`docs/${prd}.md`]: `---\nprd: ${prd}\nprd_title: A test\n${frontMatter}\n---\n`, ...files };
  for (const [file, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
  return root;
}

/** The environment of a project: nothing of the user's own. */
export function homeOf(root: string): Readonly<Record<string, string>> {
  return { HOME: path.join(root, '.home'), XDG_CONFIG_HOME: path.join(root, '.home') };
}

/** Writes the user's configuration of a project. */
export function configure(root: string, settings: JsonObject): void {
  fs.mkdirSync(path.join(root, '.home/pawl'), { recursive: true });
  fs.writeFileSync(path.join(root, '.home/pawl/config.json'), JSON.stringify(settings));
}

export function build(root: string, ...args: readonly string[]): Ended {
  return pawl(['build', ...args], root, homeOf(root));
}

/** Builds without questions; gives the document and the exit code. */
export function buildAll(
  root: string,
  ...args: readonly string[]
): { readonly code: number | null; readonly doc: JsonObject } {
  const ended = build(root, prd, '--yes', '--json', ...args);
  return { code: ended.code, doc: documentOf(ended) };
}

/** The checkpoint as it is published. */
export function checkpoint(root: string): JsonObject {
  return JSON.parse(textOf(root, `.claude/skills/build-pipeline/checkpoints/${prd}.json`));
}

export const hasRun = (root: string): boolean =>
  fs.existsSync(path.join(root, `.claude/skills/build-pipeline/checkpoints/${prd}.json`));

/** A command that runs JavaScript; quotes in it are single ones. */
export const js = (code: string): string => `'${process.execPath}' -e "${code}"`;

/** A workstream with a command of its own, in YAML. */
export function unit(id: string, command: string, more = ''): string {
  return `  ${id}: {executor_type: command, command: ${JSON.stringify(command)}${more === '' ? '' : `, ${more}`}}`;
}
