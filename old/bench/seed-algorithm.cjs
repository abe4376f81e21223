// The algorithm that the seeds describe, step by step as written: whole file, in place, `git rev-parse` as a child. Only
// for comparison; it loses updates and tears files.
const { execSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

function headOf(root) {
  try {
    return execSync('git rev-parse HEAD', { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return null;
  }
}

function fileOf(root, command, feature) {
  return path.join(root, '.claude', 'state', feature ? `${command}-${feature}.json` : `${command}-checkpoint.json`);
}

function load(root, command, feature) {
  const file = fileOf(root, command, feature);
  if (!fs.existsSync(file)) return null;
  const checkpoint = JSON.parse(fs.readFileSync(file, 'utf8'));
  headOf(root); // compared with head_commit for the stale warning
  return checkpoint;
}

function save(root, command, checkpoint, feature) {
  checkpoint.head_commit = headOf(root);
  const file = fileOf(root, command, feature);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  checkpoint.updated_at = new Date().toISOString();
  fs.writeFileSync(file, JSON.stringify(checkpoint, null, 2));
  return true;
}

function updatePhase(root, command, phase, data, feature) {
  const checkpoint = load(root, command, feature) ?? {
    command,
    feature,
    version: 1,
    started_at: new Date().toISOString(),
    state: { current_phase: null, completed_phases: [], pending_phases: [] },
    phases: {},
  };
  checkpoint.phases[phase] = { ...checkpoint.phases[phase], ...data, updated_at: new Date().toISOString() };
  if (data.status === 'in_progress') checkpoint.state.current_phase = phase;
  return save(root, command, checkpoint, feature);
}

module.exports = { load, save, updatePhase };
