// Putting a build in its place, and taking away what killed ones left.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';

/** What builds left behind that were killed. */
export function sweep() {
  for (const folder of ['.', 'plugin']) {
    for (const name of readdirSync(folder)) {
      const pid = /^dist\.(?:old\.)?(\d+)$/.exec(name)?.[1];
      if (pid !== undefined && !isAlive(Number(pid))) rmSync(`${folder}/${name}`, { recursive: true, force: true });
    }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Two renames: a reader finds the old build, the new one, or nothing for less than a millisecond. */
export function putInPlace(fresh, target) {
  const old = `${target}.old.${process.pid}`;
  for (let attempt = 0; ; attempt++) {
    try {
      if (existsSync(target)) renameSync(target, old);
      renameSync(fresh, target);
      break;
    } catch (error) {
      if (attempt >= 20) throw error; // another build was faster: once more
      rmSync(old, { recursive: true, force: true });
    }
  }
  rmSync(old, { recursive: true, force: true });
}
