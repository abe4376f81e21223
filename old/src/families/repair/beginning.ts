// Which files outside of the families' folders are meant to be checkpoints although nothing can be read in them.

import { detectFamily } from './detect.js';
import { hasFamilyForm } from './resembles.js';

/**
 * Tells whether a file has a name as nothing but a checkpoint has.
 * @param path its path, with `/`
 * @returns true for `PRD-009.json`, `orchestrate_x_20251003_184530.json`, and `implement-x.json` in a folder `state`
 */
export function hasCheckpointName(path: string): boolean {
  const [folder = '', name = ''] = path.split('/').slice(-2);
  const stem = name.replace(/\.json$/i, '');
  if (hasFamilyForm('pipeline', stem)) return true;
  // A backup has a time in its name as well: a workflow's id has type and project before it.
  if (hasFamilyForm('workflow', stem)) return stem.split('_').length > 3;
  // Many tools have files such as test-results.json.
  return folder === 'state' && stem.includes('-') && hasFamilyForm('command', stem);
}

/**
 * Tells whether a text that is no JSON begins as a checkpoint does.
 * @param path the path of its file, with `/`
 * @param text its beginning
 * @returns true when the members that it names are those of a family
 */
export function beginsLikeCheckpoint(path: string, text: string): boolean {
  const members = text.matchAll(/"(\w+)"\s*:\s*(?:"([^"]*)")?/g);
  const said = Object.fromEntries([...members].map(([, name = '', value]) => [name, value ?? {}]));
  return detectFamily(path, said).family !== null;
}
