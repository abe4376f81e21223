// `pawl config`: every setting, and where it comes from.

import { type LoadedConfig, loadConfig } from '../../../service/config/load.js';
import type { ConfigProblem, SettingValue } from '../../../service/config/merge.js';
import { settings as table } from '../../../service/config/settings.js';
import type { Answer, Call } from '../call.js';
import { findRoot } from '../root.js';
import { tableLines } from '../terminal/layout.js';
import { oneLine } from '../terminal/width.js';
import { textLines } from '../view/fit.js';

function inWords(value: unknown): string {
  if (value === null) return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function variableOf(key: string): string | undefined {
  return table.find((one) => one.key === key)?.env?.name;
}

function originOf({ key, from }: SettingValue): string {
  return from.map((source) => (source === 'environment' ? (variableOf(key) ?? source) : source)).join(', ');
}

function problemText({ source, key, message }: ConfigProblem, files: LoadedConfig['files']): string {
  const file = files.find((one) => one.source === source)?.path;
  return [file ?? variableOf(key) ?? source, file === undefined ? '' : key, message]
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
  const rows = settings.map((one) => [one.key, inWords(one.value), originOf(one)]);
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
  const json = settings.map(({ key, value, from }) => ({ key, value, from }));
  return { json: { ok: true, root, settings: json, files, problems } };
}
