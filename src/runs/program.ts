// How pawl can be called by whoever reads its output: `pawl`, else `npx --no-install pawl`, else its full path.

import fs from 'node:fs';
import path from 'node:path';
import { quote } from '../base/command-line.js';

/**
 * Finds a way to call pawl.
 * @param env whose PATH counts
 * @param script this program's own file
 * @param cwd where the reader is
 */
export function programFor(
  env: NodeJS.ProcessEnv,
  script: string = process.argv[1] ?? '',
  cwd: string = process.cwd(),
): string {
  if ((env['PATH'] ?? '').split(path.delimiter).some((folder) => folder !== '' && hasProgram(folder))) return 'pawl';
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    if (hasProgram(path.join(folder, 'node_modules', '.bin'))) return 'npx --no-install pawl';
    if (folder === path.dirname(folder)) return script === '' ? 'pawl' : `node ${quote(script)}`;
  }
}

function hasProgram(folder: string): boolean {
  const names = process.platform === 'win32' ? ['pawl.cmd', 'pawl.exe', 'pawl'] : ['pawl'];
  return names.some((name) => fs.existsSync(path.join(folder, name)));
}
