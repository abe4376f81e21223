// How the agent is told to go on with its own commands. Pure.

import { parseWorkflowId } from '../../families/workflow/id.js';
import type { Key } from '../../rules/names.js';
import { shellQuote } from '../../rules/text/shell-quote.js';
import type { Reader } from './limits.js';

/** What can be typed to go on with a run: the plugin's skills, as each agent calls them. */
const marks: Readonly<Record<Reader, string>> = { claude: '/', codex: '$' };

/**
 * Writes the agent's own command for a run.
 * @param key the run
 * @param reader which agent
 * @returns e.g. `/implement auth`, as it is typed; empty where none fits
 */
export function slashCommand(key: Key, reader: Reader): string {
  const mark = marks[reader];
  if (key.family === 'pipeline') return `${mark}build ${key.id} --resume`;
  if (key.family === 'workflow') return `${mark}orchestrate ${shellQuote(parseWorkflowId(key.id)?.project ?? key.id)}`;
  return `${mark}${key.command}${key.feature === null ? '' : ` ${shellQuote(key.feature)}`}`;
}
