// A small process beside a build that outlives it by a moment: when the build is gone, however that came, it ends the
// children that the build had. It is told about them through a pipe, whose end is the build's end. Only where there is a
// POSIX shell; elsewhere such children are ended when the run is taken up again.

import type { ChildProcess } from 'node:child_process';

/**
 * `+ID` and `-ID` tell of groups that begin and end; `.` that all is well. Then the groups are ended, and (on Linux) what
 * carries the mark and left them; twice, as a process may have been found between two of its children; in between that is noted, at once, as what changes later is others' doing. The mark is an
 * argument, not a variable: the watchdog does not carry it.
 */
const script = `
groups=' '
while read -r line; do
  id=\${line#?}
  case $line in
    +*) groups="$groups$id ";;
    -*) groups="\${groups%% $id *} \${groups#* $id }";;
    .) exit 0;;
  esac
done
end() { for id in $groups; do kill -9 -- "-$id" 2>/dev/null; done; }
end
umask 077
printf %s "$3" >"$2"
for round in 1 2; do
  end
  for file in $(grep -ls -- "$1" /proc/[0-9]*/environ 2>/dev/null); do
    id=\${file#/proc/}
    kill -9 "\${id%/environ}" 2>/dev/null
  done
done
`;

/** The watchdog of a run. */
export interface Watchdog {
  /** Groups are gone, and others began. */
  tell(gone: Iterable<number>, begun: Iterable<number>): void;
  /** All is well: it ends, and ends nothing. */
  dismiss(): void;
}

const none: Watchdog = { tell: () => undefined, dismiss: () => undefined };

/**
 * Starts a watchdog.
 * @param mark what the run's children carry in their environment
 * @param note what it leaves when it had to act, and where
 * @param note.file an absolute path
 * @param note.text its content
 * @returns the watchdog; one that does nothing where there is no shell
 */
export function startWatchdog(mark: string, note: { readonly file: string; readonly text: string }): Watchdog {
  if (process.platform === 'win32') return none;
  const { spawn } = process.getBuiltinModule('node:child_process');
  let child: ChildProcess;
  try {
    const options = { detached: true, stdio: ['pipe', 'ignore', 'ignore'] as ['pipe', 'ignore', 'ignore'] };
    child = spawn('/bin/sh', ['-c', script, 'pawl-watchdog', mark, note.file, note.text], { ...options, cwd: '/' });
  } catch {
    return none;
  }
  const { stdin } = child;
  if (stdin === null) return none;
  child.on('error', () => undefined); // no shell: as without a watchdog
  stdin.on('error', () => undefined); // someone ended it
  child.unref();
  // A pipe of Node's own is a handle that would keep the process alive.
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return {
    tell: (gone, begun) => {
      const lines = [...[...gone].map((group) => `-${group}\n`), ...[...begun].map((group) => `+${group}\n`)];
      if (lines.length > 0) stdin.write(lines.join(''));
    },
    dismiss: () => void stdin.end('.\n'),
  };
}
