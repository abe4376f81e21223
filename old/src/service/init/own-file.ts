// Files that are pawl's own: with a header that says so, or, where a format has no comments, known by a checksum that is
// remembered. Pure.

import { checksumText } from '../../rules/checksum.js';
import { compareVersions, readHeader, unixLines, withHeader } from './files.js';
import { type Manifest, manifestFile } from './manifest.js';
import { change, differs, type InitStep, keep, type Load } from './step.js';
import { eolOf } from './text-edits.js';

/** What planning knows. */
export interface Planning {
  readonly version: string;
  readonly load: Load;
  readonly manifest: Manifest;
}

/**
 * Plans a file with a header.
 * @param path where it stands
 * @param source its text, without the header
 * @param planning what is known
 * @param extend plans for a file of that name that is not pawl's; it is kept unless given
 * @returns what happens to it
 */
export function planOwnFile(
  path: string,
  source: string,
  { version, load }: Planning,
  extend: (before: string) => InitStep = (before) => differs(path, before, 'foreign'),
): InitStep {
  const before = load(path);
  const text = withHeader(source, version);
  if (before === null) return change(path, 'create', 'is not there yet', { before, after: text });
  const header = readHeader(before);
  if (header === null) return extend(before);
  if (!header.isUnchanged) return differs(path, before, 'changed');
  const isUnfit = path.endsWith('.sh') && before.includes('\r\n');
  if (unixLines(before) === text) {
    const unfit = 'has line ends that no shell takes; `*.sh text eol=lf` in .gitattributes keeps git from making them';
    return isUnfit ? change(path, 'update', unfit, { before, after: text }) : keep(path, before, 'is up to date');
  }
  const order = compareVersions(header.version, version);
  if (order > 0) return keep(path, before, `was written by pawl ${header.version}, which is newer`);
  const why = order < 0 ? `was written by pawl ${header.version}` : 'was written by another build of this version';
  return change(path, 'update', why, { before, after: isUnfit ? text : text.replaceAll('\n', eolOf(before)) });
}

/**
 * Plans to take back a file with a header.
 * @param path where it stands
 * @param planning what is known
 * @param withdraw plans for a file of that name that is not pawl's; it is kept unless given
 * @returns what happens to it
 */
export function planOwnFileRemoval(
  path: string,
  { load }: Planning,
  withdraw: (before: string) => InitStep = (before) => differs(path, before, 'foreign'),
): InitStep {
  const before = load(path);
  if (before === null) return { ...keep(path, before, 'is not there'), record: null };
  const header = readHeader(before);
  if (header === null) return withdraw(before);
  return header.isUnchanged
    ? change(path, 'remove', 'was written by pawl', { before, after: null })
    : differs(path, before, 'changed');
}

/**
 * Plans a file without a header.
 * @param path where it stands
 * @param source its text
 * @param planning what is known
 * @returns what happens to it
 */
export function planPlainFile(path: string, source: string, { load, manifest }: Planning): InitStep {
  const before = load(path);
  const record = { kind: 'file', checksum: checksumText(source) } as const;
  if (before === null) return change(path, 'create', 'is not there yet', { before, after: source, record });
  if (unixLines(before) === source) return keep(path, before, 'is up to date');
  const written = manifest[path];
  if (written?.kind !== 'file') return differs(path, before, 'foreign');
  if (written.checksum !== checksumText(unixLines(before))) return differs(path, before, 'changed');
  const after = source.replaceAll('\n', eolOf(before));
  return change(path, 'update', 'was written by another version of pawl', { before, after, record });
}

/**
 * Plans to take back a file without a header.
 * @param path where it stands
 * @param source its text
 * @param planning what is known
 * @returns what happens to it
 */
export function planPlainFileRemoval(path: string, source: string, { load, manifest }: Planning): InitStep {
  const before = load(path);
  const written = manifest[path];
  if (before === null) return { ...keep(path, before, 'is not there'), record: null };
  if (written?.kind !== 'file')
    return differs(path, before, 'foreign', ...unrecorded(load, unixLines(before) === source));
  return written.checksum === checksumText(unixLines(before))
    ? change(path, 'remove', 'was written by pawl', { before, after: null, record: null })
    : { ...differs(path, before, 'changed'), record: null };
}

/**
 * Says why something stays that looks like pawl's: a person's own may be the same, and only the record tells them apart.
 * @param load reads a file below the root
 * @param isAlike whether it looks like pawl's
 * @returns the reason; nothing when it does not, or when there is a record, which does not name it
 */
export function unrecorded(load: Load, isAlike: boolean): readonly [] | readonly [why: string] {
  if (!isAlike || load(manifestFile) !== null) return [];
  return [`may be what init wrote, but its record, ${manifestFile}, is not there`];
}
