// PostToolUse: files that the agent touched are noted for the open phase; an edit of what a finished unit made is told.

import path from 'node:path';
import { deriveState } from '../../../families/command/phases.js';
import { workflowOverview } from '../../../families/workflow/resume.js';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { memberIn, textsOf } from '../../../rules/json/read-member.js';
import { type Key, keyText, parseKey, refOf } from '../../../rules/names.js';
import { harmlessLine } from '../../../rules/text/harmless.js';
import { isFirstEver } from '../../../service/hooks/once.js';
import { noteTouched } from '../../../service/journal/journal.js';
import { loadPublished } from '../../../service/load-published.js';
import { isBeatDue, loadBinding } from '../../../service/session/binding.js';
import { pathFrom } from '../../../service/stored-path.js';
import { type HookAnswer, nothing } from '../answer.js';
import type { Payload } from '../payload.js';
import type { HookScene } from '../scene.js';
import { taskOf } from '../task-of.js';
import { touchedBy } from '../touched-files.js';
import { workedRun } from '../worked-run.js';

/**
 * Answers PostToolUse.
 * @param payload the event
 * @param scene its circumstances
 * @returns a warning when the agent changed what a finished unit made
 */
export function postToolUse(payload: Payload, scene: HookScene): HookAnswer {
  const { root, now, slow } = scene;
  if (taskOf(payload) !== null) return workedRun(payload, scene)?.family === 'command' ? slow('set-task') : nothing;
  const touched = touchedBy(payload);
  const known = touched.length === 0 || payload.session === null ? null : loadBinding(root, payload.session);
  if (known === null || (known.run === null && known.others.length === 0)) return nothing;
  const files = touched.flatMap(({ file, isNew }) => {
    const stored = storedPath(root, payload.cwd ?? root, file);
    return stored === null ? [] : [{ file: stored, isNew }];
  });
  if (files.length === 0) return nothing;
  const key = workedRun(payload, scene, known);
  if (key !== null) for (const { file, isNew } of files) noteTouched(root, key, file, isNew);
  const run = key === null ? null : keyText(key);
  const others = known.others.flatMap((text) => (text === run ? [] : (parseKey(text) ?? [])));
  const warnings = [...(key === null ? [] : [key]), ...others].flatMap((one) => {
    const doc = loadPublished(root, one);
    return doc === null ? [] : files.flatMap(({ file }) => warningsAbout(one, doc, file, one === key));
  });
  const fresh = warnings.filter((text) => isFirstEver(root, `${payload.session}\n${text}`));
  if (fresh.length > 0) return { is: 'context', text: fresh.join('\n') };
  // A turn may take longer than a lease lasts.
  return isBeatDue(root, payload.session, now) ? slow('heartbeat') : nothing;
}

/** Files outside of the project, and pawl's own, are nobody's work. */
function storedPath(root: string, cwd: string, file: string): string | null {
  if (file.includes('\0') || file.length > 4096) return null;
  const from = pathFrom(root, path.resolve(cwd, file));
  return from !== null && !/^(?:\.git|\.claude\/(?:state|checkpoints))(?:\/|$)/.test(from) ? from : null;
}

function warningsAbout(key: Key, doc: JsonObject, file: string, isOwn: boolean): readonly string[] {
  const open = isOwn ? openUnit(key, doc) : null;
  return ownersOf(key, doc, file).map((unit) => {
    const [shown, name] = [harmlessLine(file).slice(0, 300), harmlessLine(unit).slice(0, 150)];
    const made = `pawl: ${shown} was made by ${name} of ${harmlessLine(refOf(key)).slice(0, 200)}, which is complete. `;
    if (!isOwn) {
      return `${made}Do not do that work again. If the change belongs to something else, go on; if it belongs to that, say so to the person.`;
    }
    if (open === null) {
      return `${made}If this change belongs to it, say so to the person and record the unit again; if not, undo it.`;
    }
    const now = harmlessLine(open).slice(0, 150);
    return `${made}The change is recorded with ${now}, which is open: a correction belongs there. If it does anything else than that, say so to the person.`;
  });
}

/** The unit that is worked on; null when none is. */
function openUnit({ family }: Key, doc: JsonObject): string | null {
  if (family === 'pipeline') return textsOf(doc['in_progress_workstreams'])[0] ?? null;
  if (family === 'workflow') return workflowOverview(doc).current;
  return deriveState(doc).current;
}

/** Finished units that made a file, unless an open one works on it too. */
function ownersOf({ family }: Key, doc: JsonObject, file: string): readonly string[] {
  if (family === 'pipeline') {
    return textsOf(doc['completed_workstreams']).filter((id) => textsOf(memberIn(doc['artifacts'], id)).includes(file));
  }
  if (family === 'workflow') {
    const files = memberIn(doc, 'pawl', 'files');
    const done = Array.isArray(doc['completed_phases']) ? doc['completed_phases'] : [];
    return done
      .filter((phase) => textsOf(memberIn(files, String(phase))).includes(file))
      .map((phase) => `phase ${phase}`);
  }
  const phases = isJsonObject(doc['phases']) ? Object.entries(doc['phases']) : [];
  const makers = phases.flatMap(([name, phase]) => {
    if (!isJsonObject(phase)) return [];
    const files = [...textsOf(phase['files_created']), ...textsOf(phase['files_modified'])];
    return files.includes(file) ? [{ name, isDone: phase['status'] === 'complete' }] : [];
  });
  return makers.every(({ isDone }) => isDone) ? makers.map(({ name }) => name) : [];
}
