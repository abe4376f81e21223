// Releases the package in the current folder into `registry/`: version, notes, changelog, archive, publishing.
// Killed at any moment, it goes on where it was: no version is skipped, and nothing is published twice.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { workflow } from 'pawl';

const manifest: { name: string; version: string } = JSON.parse(fs.readFileSync('package.json', 'utf8'));

const run = await workflow('release', {
  project: manifest.name,
  description: `Release ${manifest.name}`,
  phases: ['version', 'notes', 'changelog', 'pack', 'publish'],
  onUnfinished: 'resume', // also when the last attempt to publish failed
});
console.log(run.resumed ? `going on with ${run.ref}` : `beginning ${run.ref}`);

/** A phase that says so when it is really done, and not only looked up. */
function phase<Result>(name: string, work: () => Result | Promise<Result>, attempts = 1): Promise<Awaited<Result>> {
  const aloud = (): Result | Promise<Result> => {
    console.log(`- ${name}`);
    return work();
  };
  return run.phase(name, aloud, { retry: { attempts, delayMs: 200, exhausted: 'stop' } });
}

const version = await phase('version', () => {
  const [major = 0, minor = 0] = manifest.version.split('.').map(Number);
  return `${major}.${minor + 1}.0`;
});

const notes = await phase('notes', () =>
  fs
    .readdirSync('changes')
    .sort()
    .map((file) => fs.readFileSync(`changes/${file}`, 'utf8').trim()),
);

await phase('changelog', () => {
  const before = fs.existsSync('CHANGELOG.md') ? fs.readFileSync('CHANGELOG.md', 'utf8') : '';
  const entry = `## ${version}\n\n${notes.map((note) => `- ${note}\n`).join('')}\n`;
  // What a phase does may be done again after a kill, so it is written to end in the same state.
  if (!before.startsWith(entry)) fs.writeFileSync('CHANGELOG.md', entry + before);
  fs.writeFileSync('package.json', `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
});

const archive = await phase('pack', () => {
  const text = JSON.stringify({ version, files: { 'index.js': fs.readFileSync('index.js', 'utf8') } });
  const file = `${manifest.name}-${version}.json`;
  fs.writeFileSync(file, text);
  return { file, sha256: createHash('sha256').update(text).digest('hex') };
});

await phase(
  'publish',
  () => {
    fs.mkdirSync('registry', { recursive: true });
    fs.copyFileSync(archive.file, `registry/${archive.file}`);
    fs.writeFileSync(`registry/${archive.file}.sha256`, `${archive.sha256}\n`);
  },
  3,
);

await run.finish();
console.log(`released ${manifest.name} ${version}`);
