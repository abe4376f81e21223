// Paths and globs of a spec: inside the repository, written from its root with forward slashes. Where links lead is for
// those who read the disk.

import { limits } from '../../../../rules/limits.js';
import { whyOutside } from '../../outside.js';
import type { Named } from '../read/values.js';
import type { Findings } from '../source/findings.js';

const maxPathChars = 1_000;
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Checks paths or globs.
 * @param owner whose they are, for messages
 * @param what which member they stand in, e.g. `outputs`
 * @param paths the paths
 * @param findings takes what is outside of the repository, or no path at all
 * @returns the paths, in one form
 */
export function checkPaths(
  owner: string,
  what: string,
  paths: readonly Named[],
  findings: Findings,
): readonly string[] {
  const [first] = paths;
  if (paths.length > limits.maxFilesPerUnit && first !== undefined) {
    const message = `${owner} has ${paths.length} ${what}; at most ${limits.maxFilesPerUnit} are possible`;
    findings.problem(first, message, 'use globs');
    return [];
  }
  const clean = paths.flatMap((one) => {
    const found = cleanPath(one.text);
    if ('path' in found) return [found.path];
    const shown = JSON.stringify(one.text.slice(0, 80));
    const fix = found.fix ?? 'write a path from the root of the repository';
    findings.problem(one, `${what} of ${owner}: ${shown} ${found.why}`, fix);
    return [];
  });
  return [...new Set(clean)];
}

function cleanPath(text: string): { readonly path: string } | { readonly why: string; readonly fix?: string } {
  const bare = text.replace(/^`(.*)`$/s, '$1').trim();
  if (bare.length > maxPathChars) return { why: `is longer than ${maxPathChars} characters` };
  if (invisible.test(bare)) return { why: 'has characters that cannot be seen' };
  if (bare.startsWith('!')) return { why: 'begins with !: nothing can be left out', fix: 'list what is there' };
  const escaped = /\\([[\]{}()*?!])/.exec(bare)?.[1];
  if (escaped !== undefined) {
    const why = `has a \\ before a ${escaped}: nothing needs one, as only * and ? stand for more than themselves`;
    return { why, fix: 'leave the \\ out, and write folders with /' };
  }
  const path = bare.replaceAll('\\', '/');
  const outside = whyOutside(path);
  if (outside !== null) return { why: outside };
  if (path.includes('$')) return { why: 'has a $: variables are not filled in' };
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  if (steps.length === 0) return { why: 'names the whole repository' };
  return { path: steps.join('/') + (path.endsWith('/') ? '/' : '') };
}
