// Which files a tool touched, as its input and its answer tell. Pure.

import { isJsonObject } from '../../rules/json/json.js';
import { inputText, type Payload } from './payload.js';

/** A file that was touched. */
export interface TouchedFile {
  readonly file: string;
  readonly isNew: boolean;
}

const editing: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'write_file', 'edit_file']);

/**
 * Lists the files that a tool touched.
 * @param payload the event
 * @returns the paths as the agent wrote them
 */
export function touchedBy(payload: Payload): readonly TouchedFile[] {
  const { tool, toolInput } = payload;
  if (editing.has(tool)) {
    const file = inputText(toolInput, 'file_path', 'notebook_path', 'path', 'filePath');
    return file === '' ? [] : [{ file, isNew: isCreated(payload) }];
  }
  if (tool !== 'apply_patch' && tool !== 'ApplyPatch') return [];
  return patched(inputText(toolInput, 'input', 'patch', 'command'));
}

function isCreated({ tool, toolResponse }: Payload): boolean {
  if (tool !== 'Write' && tool !== 'write_file') return false;
  if (isJsonObject(toolResponse)) return toolResponse['type'] === 'create' || toolResponse['created'] === true;
  return typeof toolResponse === 'string' && /\bcreated\b/i.test(toolResponse.slice(0, 500));
}

/** Codex describes what it changes file by file; one that is moved is changed under its old name and new under the other. */
function patched(patch: string): readonly TouchedFile[] {
  const lines = patch.matchAll(/^\*\*\* (Add File|Update File|Move to): (.+)$/gm);
  return [...lines].map(([, kind, file = '']) => ({ file: file.trim(), isNew: kind !== 'Update File' }));
}
