// Plans for JSON files that agents read their hooks from. The person's own members stay, and so do indentation and line
// ends. Pure.

import { isJsonObject, type JsonObject, sameJson } from '../../rules/json/json.js';
import { joinWritten } from './manifest.js';
import { type Members, mergeMembers, removeMembers } from './members.js';
import type { Planning } from './own-file.js';
import { change, differs, type InitStep, keep, stuck } from './step.js';
import { rewriteJson } from './rewrite-json.js';

/** An empty file is taken for an empty document. */
function parse(path: string, text: string): JsonObject | InitStep {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    const value: unknown = plain.trim() === '' ? {} : JSON.parse(plain);
    return isJsonObject(value)
      ? value
      : stuck(path, text, 'holds no JSON object; correct it and run `pawl init` again');
  } catch (error) {
    const what = error instanceof Error ? error.message.replace(/, ".*$/s, '') : String(error);
    return stuck(path, text, `is not valid JSON (${what}); correct it and run \`pawl init\` again`);
  }
}

const isStep = (found: JsonObject | InitStep): found is InitStep => Object.hasOwn(found, 'action');

/** A plugin of ours that is switched on brings the hooks itself. */
function hasPlugin(document: JsonObject): boolean {
  const plugins = document['enabledPlugins'];
  return isJsonObject(plugins) && Object.entries(plugins).some(([name, on]) => name.startsWith('pawl@') && on === true);
}

const inWords = (kept: readonly string[]): string => `${kept.join(', ')} ${kept.length === 1 ? 'is' : 'are'} your own`;

/**
 * Plans the members of a JSON file.
 * @param path the file
 * @param wanted what is to stand in it
 * @param planning what is known
 * @returns what happens to it
 */
export function planSettings(path: string, wanted: Members, { load, manifest }: Planning): InitStep {
  const before = load(path);
  const parsed = parse(path, before ?? '{}');
  if (isStep(parsed)) return { ...parsed, before, after: before };
  const written = manifest[path];
  const recorded = written?.kind === 'members' ? written.added : {};
  const isByPlugin = hasPlugin(parsed);
  const members = isByPlugin ? { ...wanted, hooks: {} } : wanted;
  try {
    const { document, added, made, kept } = mergeMembers(parsed, members, recorded);
    const whose = isByPlugin ? 'the pawl plugin brings the hooks' : inWords(kept);
    if (sameJson(document, parsed) && before !== null) {
      if (isByPlugin) return keep(path, before, whose);
      return kept.length > 0
        ? differs(path, before, 'foreign', `${whose}, and kept`)
        : keep(path, before, 'is up to date');
    }
    const parts = [
      ...(Object.keys(members.hooks).length > 0 ? ["pawl's hooks"] : []),
      ...Object.keys(members.values).filter((name) => !kept.includes(name)),
    ];
    const why = `gets ${parts.join(' and ')}${kept.length > 0 ? `; ${whose}, and kept` : ''}`;
    const record = joinWritten(written, { kind: 'members', created: before === null, made, added });
    const after = rewriteJson(before ?? '', parsed, document);
    if (before === null) return change(path, 'create', why, { before, after, record });
    const isOurs = written?.kind === 'members' && written.created;
    const question = `Add ${parts.join(' and ')} to ${path}?`;
    return change(path, 'extend', why, { before, after, record, ...(isOurs ? {} : { question }) });
  } catch (error) {
    const what = error instanceof TypeError ? error.message : String(error);
    return stuck(path, before, `cannot be extended: ${what}; correct it and run \`pawl init\` again`);
  }
}

/**
 * Plans to take the members out again.
 * @param path the file
 * @param gone what this is about
 * @param planning what is known
 * @returns what happens to it
 */
export function planSettingsRemoval(path: string, gone: Members, { load, manifest }: Planning): InitStep {
  const before = load(path);
  const written = manifest[path];
  if (before === null) return { ...keep(path, before, 'is not there'), record: null };
  const parsed = parse(path, before);
  if (isStep(parsed)) return parsed;
  // Where nothing is remembered, what is exactly ours goes: nobody else writes it.
  const ours = { hooks: gone.hooks, ...gone.values };
  const lists = ['hooks', ...Object.keys(gone.hooks).map((event) => `hooks.${event}`)];
  const { added, made, created } = written?.kind === 'members' ? written : { added: ours, made: lists, created: false };
  const { document, left, kept } = removeMembers(parsed, gone, added, made);
  const record = Object.keys(left).length > 0 ? ({ kind: 'members', created, made, added: left } as const) : null;
  if (sameJson(document, parsed)) {
    return kept.length > 0
      ? { ...differs(path, before, 'changed', `${inWords(kept)}, and kept`), record }
      : { ...keep(path, before, 'has nothing that init wrote'), record };
  }
  const isGone = created && Object.keys(document).length === 0;
  try {
    const why = kept.length > 0 ? `pawl's entries go; ${inWords(kept)}, and kept` : "pawl's entries go";
    const after = isGone ? null : rewriteJson(before, parsed, document);
    return change(path, isGone ? 'remove' : 'update', why, { before, after, record });
  } catch (error) {
    const what = error instanceof TypeError ? error.message : String(error);
    return stuck(path, before, `cannot be changed: ${what}; correct it and run \`pawl init --uninstall\` again`);
  }
}
