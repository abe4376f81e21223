// Builds dist/: the library (ES modules and CommonJS with types), the program, the hook, the drop-ins and the JSON Schemas.
import { cpSync, rmSync } from 'node:fs';
import { buildSchemas, buildTypes } from './build/declarations.mjs';
import { buildDropins } from './build/dropins.mjs';
import { buildHook, fillPlugin } from './build/hook.mjs';
import { markParts } from './build/mark.mjs';
import { ownExports } from './build/own-exports.mjs';
import { putInPlace, sweep } from './build/place.mjs';
import { buildProgram } from './build/program.mjs';
import { out } from './build/settings.mjs';
import { buildShared, nameExports } from './build/shared.mjs';

/** Documents that `pawl init` writes as they are. */
function copyTemplates() {
  cpSync('templates', `${out}/templates`, { recursive: true });
}

sweep();
try {
  const parts = [buildShared(), buildProgram(), buildHook(), buildDropins(), buildSchemas()];
  const failed = (await Promise.allSettled(parts)).find((part) => part.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  ownExports();
  markParts();
  copyTemplates();
  await nameExports();
  buildTypes();
  putInPlace(out, 'dist');
  fillPlugin();
} catch (error) {
  process.exitCode = 1;
  console.error(`The build failed: ${error.message}`);
} finally {
  rmSync(out, { recursive: true, force: true });
}
