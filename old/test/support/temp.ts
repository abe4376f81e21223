// Temp folders that go away with the test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/** Makes a folder that is removed when the current test or suite ends. */
export function tempFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pawl-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
