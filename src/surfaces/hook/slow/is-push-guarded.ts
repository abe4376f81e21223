// Whether pushes are held to the ship gate now.

import { mayBeSet } from '../../../service/config/files.js';
import { loadConfig } from '../../../service/config/load.js';
import { sources } from '../../../service/config/settings.js';
import { summariesOf } from '../../../service/runs.js';
import { findVerdicts } from '../../../service/ship/verdicts.js';
import type { Workbench } from '../../../service/workbench.js';

/** Whether a push has to pass the gate, and what a person has to know about that. */
export interface PushGuard {
  readonly isGuarded: boolean;
  /** Why, where nobody asked for it. */
  readonly note: string;
}

/**
 * Tells whether a push has to pass the gate.
 * @param bench the store and the circumstances
 * @param env the environment
 * @returns true while a ship run is open or may be, and where every push has to, or may have to
 */
export async function isPushGuarded(bench: Workbench, env: NodeJS.ProcessEnv): Promise<PushGuard> {
  const { root } = bench;
  const { values, settings, problems, files } = loadConfig(root, env);
  if (values.gate.push === 'always') return { isGuarded: true, note: '' };
  // What cannot be read may be an open ship run.
  if (findVerdicts(root, null).some(({ is }) => is === 'unreadable')) return { isGuarded: true, note: '' };
  const runs = await summariesOf(bench, { family: 'command', unfinished: true, places: ['live'] });
  const isOpen = runs.some(
    ({ key, overview }) => key.family === 'command' && key.command === 'ship' && overview.progress.total > 0,
  );
  if (isOpen) return { isGuarded: true, note: '' };
  // A setting that cannot be read may be the stricter one, unless a later source has the last word.
  const [decided = 'default'] = settings.find(({ key }) => key === 'gate.push')?.from ?? [];
  const doubt = problems.find(
    ({ source, key }) =>
      sources.indexOf(source) > sources.indexOf(decided) &&
      (key === '' ? mayBeSet(root, 'push', env) || mayBeSet(root, 'gate', env) : /gate|push/i.test(key)),
  );
  if (doubt === undefined) return { isGuarded: false, note: '' };
  const where = files.find(({ source }) => source === doubt.source)?.path ?? 'the environment';
  const what = [where, doubt.key, doubt.message].filter((part) => part !== '').join(' ');
  return { isGuarded: true, note: ` Every push is held to it, as its settings cannot be read: ${what}.` };
}
