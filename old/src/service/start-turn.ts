// Starts of one project follow each other: each must see what the one before it began. A process that dies in its turn
// holds nobody up for long, and where no turn can be had a start goes on without.

import { checksumText } from '../rules/checksum.js';
import { ensureFolder } from '../disk/folders.js';
import { below, publishedFolders, tempFolder } from '../disk/layout.js';
import { Turn } from '../disk/turn.js';

/** A start takes far less, also on a slow machine; nobody is waited for longer. */
const patienceMs = 5_000;
const lookMs = 5;

/**
 * Looks for what is unfinished and begins, in one turn.
 * @param root the project's root
 * @param project whose starts are not to meet
 * @param run looks and begins
 * @returns what `run` gives
 */
export async function inTurn<T>(root: string, project: string, run: () => Promise<T>): Promise<T> {
  ensureFolder(root, publishedFolders.command, 0o755);
  ensureFolder(root, tempFolder, 0o700);
  const turn = new Turn(below(root, tempFolder, `${checksumText(`start ${project}`)}.start.turn`), patienceMs);
  const end = Date.now() + patienceMs;
  while (!turn.take() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, lookMs));
  try {
    return await run();
  } finally {
    turn.release();
  }
}
