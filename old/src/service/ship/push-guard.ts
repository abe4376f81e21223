// Whether pushes are held to the ship gate now: a first look that opens no store, and the answer.

import { hasFiles, mayBeSet } from '../config/files.js';
import { loadConfig } from '../config/load.js';
import { sources } from '../config/settings.js';
import { glanceAtEntries } from '../glance.js';
import { summariesOf } from '../runs.js';
import { findVerdicts } from './verdicts.js';
import type { RunOverview } from '../../rules/overview.js';
import { keyText } from '../../rules/names.js';
import type { Workbench } from '../workbench.js';

/** Whether a push has to pass the gate, and what a person has to know about that. */
export interface PushGuard {
  readonly isGuarded: boolean;
  /** Why, where nobody asked for it. */
  readonly note: string;
}

/** A verdict alone is no run. */
const isOpenShip = (key: string, { progress }: Pick<RunOverview, 'progress'>): boolean =>
  /^command:ship(?:\/|$)/.test(key) && progress.total > 0;

/**
 * Looks whether a push may have to pass the gate.
 * @param root the project's root
 * @param env the environment
 * @returns false only where it surely has not: nothing is configured, and the catalogue knows of no open ship run
 */
export function mayBeGuarded(root: string, env: NodeJS.ProcessEnv): boolean {
  if ((env['PAWL_GATE_PUSH'] ?? '') !== '' || hasFiles(root, env)) return true;
  const open = glanceAtEntries(root, { unfinished: true, places: ['live'] });
  return open === null || open.some(({ k, o }) => isOpenShip(k, o));
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
  if (runs.some(({ key, overview }) => isOpenShip(keyText(key), overview))) return { isGuarded: true, note: '' };
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
