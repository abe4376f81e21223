// Files of a project by pattern: `src/**/*.test.ts`, `docs/{a,b}.md`.

import fs from 'node:fs';
import path from 'node:path';
import { limits } from '../base/json.js';

export function isGlob(pattern: string): boolean {
  return /[*?{[]/.test(pattern);
}

/** The files that patterns match, from the root, sorted. Folders that pawl, git and package managers keep are left out. */
export function filesMatching(root: string, patterns: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const pattern of patterns.map((one) => path.posix.normalize(one.replaceAll('\\', '/')))) {
    if (pattern.startsWith('../') || path.isAbsolute(pattern)) continue;
    const fixed = pattern.split('/').slice(0, -1);
    const end = fixed.findIndex(isGlob);
    const base = (end < 0 ? fixed : fixed.slice(0, end)).join('/');
    const matcher = toRegExp(pattern);
    walk(root, base, (file) => {
      if (matcher.test(file)) found.add(file);
      return found.size < limits.filesPerUnit;
    });
  }
  return [...found].sort();
}

/** Braces do not nest, and a class of characters is taken as it stands. */
function toRegExp(pattern: string): RegExp {
  let isInBraces = false;
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|[{},]|[.+^$()|\\[\]]/g, (part) => {
    if (part === '{' || part === '}') isInBraces = part === '{';
    const words: Readonly<Record<string, string>> = {
      '**/': '(?:[^/]+/)*',
      '**': '.*',
      '*': '[^/]*',
      '?': '[^/]',
      '{': '(?:',
      '}': ')',
      ',': isInBraces ? '|' : ',',
    };
    return words[part] ?? `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}

/** Visits files below a folder until told to stop; links are not followed. */
function walk(root: string, folder: string, visit: (file: string) => boolean): boolean {
  let entries: fs.Dirent[];
  try {
    entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
  } catch {
    return true; // there is no such folder
  }
  for (const entry of entries) {
    const file = path.posix.join(folder, entry.name);
    if (entry.isFile() && !visit(file)) return false;
    const isLeftOut = entry.name === '.git' || entry.name === 'node_modules' || file === '.claude/state';
    if (entry.isDirectory() && !isLeftOut && !walk(root, file, visit)) return false;
  }
  return true;
}
