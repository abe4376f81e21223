// A run that can be sent: the dashboard's page with all revisions of one run inside, in one file that needs no server.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setProgram } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { toJsonObject } from '../base/json.js';
import { keyText, refOf } from '../base/names.js';
import { redactNew } from '../base/redact.js';
import { findRun } from '../runs/list.js';
import type { Project } from '../runs/project.js';
import { Answers } from './answers.js';
import type { Exported, RunAnswer } from './api.js';
import { pageFolder } from './page-folder.js';

/** Each revision is shown with its brief, decision and document: a longer history makes a file that nobody can send. */
const maxRevisions = 300;

export interface ExportedRun {
  readonly ref: string;
  readonly data: Exported;
  /** How many revisions were left out, the oldest ones. */
  readonly left: number;
}

/** Collects all that the page shows about one run, redacted once more. */
export async function exportRun(project: Project, name: string): Promise<ExportedRun> {
  setProgram(() => 'pawl'); // where it is installed here means nothing to others
  const key = await findRun(project, name);
  const ref = refOf(key);
  const answers = new Answers(project, true);
  const own = (await answers.advance()).filter((one) => keyText(one.key) === keyText(key));
  const shown = own.slice(-maxRevisions);
  const run: Record<number, RunAnswer> = {};
  for (const stored of shown) run[stored.revision] = await answers.runAt(key, stored);
  const newest = shown.at(-1);
  const summary = newest === undefined ? undefined : run[newest.revision]?.summary;
  if (summary === undefined) throw new PawlError('not-found', `there is no run ${ref}`);
  const { revisions } = await answers.history(keyText(key));
  const stats = { days: [], failures: [], waits: [], resumes: 0, unitsNotRedone: 0 };
  const data: Exported = {
    runs: { root: path.basename(project.root), isReadOnly: true, runs: [summary], stats },
    run,
    history: { revisions: revisions.slice(0, shown.length) },
  };
  const { value } = redactNew(toJsonObject('export', data), null);
  const redacted: Exported = JSON.parse(JSON.stringify(value));
  return { ref, data: redacted, left: own.length - shown.length };
}

/** Puts data, script and style into the page. Only they may run there: their hashes stand in its policy. */
export function toHtml(data: Exported): string {
  const folder = pageFolder();
  if (folder === null)
    throw new PawlError('not-found', 'the page of the dashboard is not installed', { hint: 'Build pawl first.' });
  const read = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');
  const hashes: Record<'script' | 'style', string[]> = { script: [], style: [] };
  const inlined = (kind: 'script' | 'style', name: string): string => {
    const text = read(name).replace(/<\/(?=script|style)/gi, '<\\/');
    hashes[kind].push(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    return text;
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const page = read('index.html')
    .replace(
      /<link rel="stylesheet" href="([\w.-]+)"\s*\/?>/g,
      (_, name: string) => `<style>${inlined('style', name)}</style>`,
    )
    .replace(
      /<script type="module" src="([\w.-]+)"><\/script>/g,
      (_, name: string) =>
        `<script type="application/json" id="pawl-data">${json}</script>\n<script type="module">${inlined('script', name)}</script>`,
    );
  const policy = `default-src 'none'; script-src ${hashes.script.join(' ')}; style-src ${hashes.style.join(' ')}; img-src data:; base-uri 'none'; form-action 'none'`;
  return page.replace(
    /<meta charset="[\w-]+"\s*\/?>/i,
    (tag) => `${tag}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
  );
}
