// Commands that tidy up: `clean`, `archive`, `delete`. History stays, except for `delete --purge`.

import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { type Key, refOf } from '../base/names.js';
import { counted } from '../base/text.js';
import { refuseWhileBuilt } from '../runs/lease.js';
import { archive as archiveRun, clean as cleanRuns, purge, remove } from '../runs/lifecycle.js';
import { findRun, readRun } from '../runs/list.js';
import type { Project } from '../runs/project.js';
import { removeSnapshots } from '../runs/snapshot.js';
import { command, toNumber } from './command.js';
import { ref } from './see.js';
import { plain } from './view.js';

const clean = command({
  name: 'clean',
  group: 'tidy',
  about: 'Archive finished and forgotten runs, delete old failed workflows',
  details: 'History stays, and restore brings every run back. Runs that a build works on are left alone.',
  args: [],
  options: {
    'max-age-days': { value: 'N', about: 'Archive what did not change for N days (default 7, or the configuration)' },
    'failed-days': { value: 'N', about: 'Delete failed workflows after N days (default 30, or the configuration)' },
    'dry-run': { about: 'Only say what would be done' },
  },
  async run({ values, project: open }) {
    const project = open();
    const daysOf = (name: 'max-age-days' | 'failed-days'): number | undefined =>
      values[name] === undefined ? undefined : toNumber(`--${name}`, values[name]);
    const dryRun = values['dry-run'] === true;
    const options = { maxAgeDays: daysOf('max-age-days'), failedDays: daysOf('failed-days'), dryRun };
    const cleaned = await cleanRuns(project, options);
    const lines = cleaned.map(({ ref, action, reason }) => {
      return `${plain(ref)} ${dryRun ? `would be ${action}d` : `${action}d`}: ${plain(reason)}`;
    });
    return {
      text: lines.length === 0 ? 'Nothing to clean.' : lines.join('\n'),
      json: { ok: true, dry_run: dryRun, cleaned },
    };
  },
});

/** Archives or deletes a run, and says how to bring it back. */
async function putAway(
  project: Project,
  key: Key,
  act: typeof archiveRun,
  done: string,
): Promise<{ text: string; json: object }> {
  await refuseWhileBuilt(project.store, key);
  const before = await readRun(project, key);
  const { revision } = await act(project, key);
  const ref = refOf(key);
  const was = revision === before.revision;
  const back = pawl`restore ${ref} ${was ? Math.max(1, revision - 1) : before.revision}`;
  return {
    text: `${plain(ref)} ${was ? `was already ${done}` : done}; \`${back}\` brings it back`,
    json: { ok: true, ref, already: was, revision, restore: back },
  };
}

const archive = command({
  name: 'archive',
  group: 'tidy',
  about: 'Take a run out of the lists; its history stays',
  args: [ref],
  options: {},
  async run({ args: [name = ''], project: open }) {
    const project = open();
    return putAway(project, await findRun(project, name), archiveRun, 'archived');
  },
});

const deletion = command({
  name: 'delete',
  group: 'tidy',
  about: 'Delete a run; its history stays unless --purge is given',
  args: [ref],
  options: {
    purge: { about: 'Delete it with its history, for good' },
    yes: { about: 'Do not ask before --purge' },
  },
  examples: ['delete implement/auth', 'delete implement/auth --purge'],
  async run({ args: [name = ''], values, project: open, isInteractive, ask }) {
    const project = open();
    const key = await findRun(project, name);
    if (values.purge !== true) return putAway(project, key, remove, 'deleted');
    await refuseWhileBuilt(project.store, key);
    const ref = refOf(key);
    const { revision } = await readRun(project, key);
    if (values.yes !== true) {
      const question = `Delete ${plain(ref)} with its ${counted(revision, 'revision')} for good? [y/N]`;
      if (!isInteractive)
        throw new PawlError(
          'needs-person',
          `${ref} and its ${counted(revision, 'revision')} would be deleted for good`,
          {
            hint: `\`${pawl`delete ${ref} --purge --yes`}\` does it; without --purge the history stays.`,
          },
        );
      if (!/^y(?:es)?$/i.test(await ask(question))) return { text: 'Nothing was deleted.' };
    }
    await purge(project, key);
    removeSnapshots(project.root, key);
    return { text: `${plain(ref)} deleted with its history`, json: { ok: true, ref, purged: true } };
  },
});

export const tidyCommands = [clean, archive, deletion];
