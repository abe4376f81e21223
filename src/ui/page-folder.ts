// Where the files of the dashboard's page are.

import fs from 'node:fs';
import path from 'node:path';

/** The folder of the page: the build puts it beside the folder of the program, in the plugin beside the program. */
export function pageFolder(): string | null {
  const folders = ['../ui', 'ui'].map((name) => path.join(__dirname, name));
  return folders.find((folder) => fs.existsSync(path.join(folder, 'index.html'))) ?? null;
}
