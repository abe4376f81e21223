// Whether an agent calls pawl here: hooks in settings files, the plugin, hooks of Codex.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pawl } from '../base/command-line.js';
import { type JsonObject, isObject } from '../base/json.js';
import type { Examined, Finding } from '../doctor/examine.js';
import { programFor } from '../runs/program.js';
import type { Project } from '../runs/project.js';
import { ownFolder } from '../store/file/publish.js';
import { hookFile, wantedEvents } from './init.js';
import { hookedEvents, launcher, parseSettings } from './settings.js';

/** Examines how agents are set up for a project. */
export function examineHooks({ root, config }: Project, env: NodeJS.ProcessEnv): Examined {
  const findings: Finding[] = [];
  const home = env['CLAUDE_CONFIG_DIR'] || path.join(os.homedir(), '.claude');
  const read = (file: string): JsonObject => {
    try {
      return fs.existsSync(file) ? parseSettings(file, fs.readFileSync(file, 'utf8')) : {};
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      findings.push({ where: file, message, fix: 'Correct it: Claude Code ignores the whole file.' });
      return {};
    }
  };
  const project = ['settings.json', 'settings.local.json'].map((name) => read(path.join(root, '.claude', name)));
  const all = [...project, read(path.join(home, 'settings.json'))];
  const events = project.flatMap(hookedEvents);
  const hasPlugin = all.some(({ enabledPlugins: on }) => {
    return isObject(on) && Object.entries(on).some(([name, isOn]) => name.startsWith('pawl@') && isOn === true);
  });
  const codex = [path.join(root, '.codex'), env['CODEX_HOME'] || path.join(os.homedir(), '.codex')];
  const hasCodex = codex.some((folder) => contains(path.join(folder, 'hooks.json'), launcher));
  const found = [
    ...(events.length > 0 ? [`Claude Code (${hookFile})`] : []),
    ...(hasPlugin ? ['Claude Code (plugin)'] : []),
    ...(hasCodex ? ['Codex, which runs them only after you have reviewed them: type /hooks in Codex'] : []),
  ];
  const where = '.claude/settings.json';
  if (all.some(({ disableAllHooks }) => disableAllHooks === true))
    findings.push({ where, message: 'disableAllHooks is true: nothing is recorded', fix: 'Remove it.' });
  const fix = `Run \`${pawl`init`}\`.`;
  if (found.length === 0 && config.capture)
    findings.push({ where, message: 'no hooks are installed: sessions are not recorded', fix });
  if (events.length > 0) {
    const missing = wantedEvents().filter((event) => !events.includes(event));
    if (missing.length > 0) findings.push({ where, message: `the hook of ${missing.join(', ')} is missing`, fix });
    if (!fs.existsSync(path.join(root, hookFile)))
      findings.push({ where: hookFile, message: 'it is missing, but the hooks call it', fix });
    else if (!hasPlugin && programFor(env, launcher, root).startsWith('node ') && rememberedProgram(root) === null)
      findings.push({
        where: hookFile,
        message: 'it does not find pawl: it is neither in node_modules nor on the PATH',
        fix: `Run \`${pawl`init`}\`: it remembers where pawl is on this machine.`,
      });
  }
  return { facts: { Hooks: found.length === 0 ? 'none' : found.join('; ') }, findings };
}

const programFile = `${ownFolder}/program`;

/** The program that a project's hooks fall back to on this machine; null when it is gone. */
function rememberedProgram(root: string): string | null {
  try {
    const file = fs.readFileSync(path.join(root, programFile), 'utf8').trim();
    return fs.existsSync(file) ? file : null;
  } catch {
    return null;
  }
}

/** Remembers this program for the project's hooks, outside of git; null forgets it. */
export function rememberProgram(project: Project, program: string | null): void {
  const file = path.join(project.root, programFile);
  if (program === null) return fs.rmSync(file, { force: true });
  project.sync?.prepare();
  fs.writeFileSync(file, `${path.resolve(program)}\n`, { mode: 0o600 });
}

function contains(file: string, text: string): boolean {
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8').includes(text);
}
