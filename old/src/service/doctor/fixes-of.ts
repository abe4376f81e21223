// What --fix does about each problem, in the place of the format's advice: the two must not say different things. Pure.

import type { RepairItem } from '../../families/repair/index.js';
import type { Problem } from '../../rules/errors.js';

const maxChars = 120;

/**
 * Says of each problem what the repair does about it.
 * @param problems what is wrong
 * @param items what the repair changes
 * @returns the problems, each with what --fix does
 */
export function withFixes(problems: readonly Problem[], items: readonly RepairItem[]): readonly Problem[] {
  return problems.map(({ path, message }) => ({ path, message, fix: `--fix ${deedAt(path, items)}` }));
}

function deedAt(path: string, items: readonly RepairItem[]): string {
  const here = items.filter((item) => item.path === path || item.to === path);
  const last = here.findLast(({ became }) => became !== undefined) ?? here.at(-1);
  if (last !== undefined) return deed(last, path);
  const inside = items.filter((item) => item.path.startsWith(`${path}/`));
  if (inside.length > 0) return `changes what is listed inside it (${inside.length})`;
  const around = items.findLast((item) => item.path !== '' && path.startsWith(`${item.path}/`));
  return around === undefined ? 'makes it follow from the other changes' : `${deed(around, path)}, with what is in it`;
}

function deed({ to, became }: RepairItem, path: string): string {
  if (became === undefined)
    return to === '/pawl/repaired' ? 'keeps it in pawl.repaired' : `has it at ${to || 'the top'}`;
  const value = JSON.stringify(became);
  const text = value.length > maxChars ? 'what is listed' : value;
  return to === undefined || to === path ? `writes ${text}` : `writes ${text} to ${to}`;
}
