// `pawl config`: every setting, and where it comes from.

import { type LoadedConfig, loadConfig } from '../../../service/config/load.js';
import type { ConfigProblem, SettingValue } from '../../../service/config/merge.js';
import type { Answer, Call } from '../call.js';
import { findRoot } from '../root.js';
import { tableLines } from '../terminal/layout.js';
import { oneLine } from '../terminal/width.js';
import { textLines } from '../view/fit.js';

/** An address may hold a password, which is for no screen and no log. */
function shown({ key, value }: SettingValue): unknown {
  if (key !== 'store' || typeof value !== 'string') return value;
  return value
    .replace(/^([a-z][\w+.-]*:\/\/)[^@/?#]*@/i, '$1…@')
    .replace(/([?&][^=&]*(?:password|token|secret)[^=&]*=)[^&]*/gi, '$1…');
}

function inWords(value: unknown): string {
  if (value === null) return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const variables: Readonly<Record<string, string>> = { actor: 'PAWL_ACTOR', store: 'PAWL_STORE', off: 'PAWL_OFF' };

function originOf({ key, from }: SettingValue): string {
  return from.map((source) => (source === 'environment' ? (variables[key] ?? source) : source)).join(', ');
}

function problemText({ source, key, message }: ConfigProblem, files: LoadedConfig['files']): string {
  const file = files.find((one) => one.source === source)?.path;
  return [file ?? variables[key] ?? source, file === undefined ? '' : key, message]
    .filter((word) => word !== '')
    .join(' ');
}

/**
 * Shows the configuration.
 * @param call the call
 * @returns every setting with its sources, the files that were looked for, and what is wrong with them
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  const root = findRoot(call);
  const { settings, files, problems } = loadConfig(root);
  const rows = settings.map((one) => [one.key, inWords(shown(one)), originOf(one)]);
  const columns = [
    { title: 'SETTING', paint: (cell: string) => out.paint('bold', cell) },
    { title: 'VALUE', shrinks: true },
    { title: 'FROM', paint: (cell: string) => out.paint('dim', cell) },
  ];
  for (const line of tableLines(columns, rows, out.columns, (title) => out.paint('dim', title))) out.line(line);
  out.line();
  for (const { source, path, found } of files) {
    out.line(out.paint('dim', `${source.padEnd(10)}  ${oneLine(path)}${found ? '' : ' (not there)'}`));
  }
  for (const problem of problems) {
    const text = problemText(problem, files);
    for (const [at, line] of textLines(text, out.width, { indent: '  ' }).entries()) {
      out.line(at === 0 ? `${out.paint('yellow', '!')}${line.slice(1)}` : line);
    }
  }
  const json = settings.map((one) => ({ key: one.key, value: shown(one), from: one.from }));
  return { json: { ok: true, root, settings: json, files, problems } };
}
