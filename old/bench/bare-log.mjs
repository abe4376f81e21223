// The least that a log without a lock can do: look what came, append, look whether the own line counts, sync. No check, no
// redaction, no commit, no file published. It shows what a budget leaves for everything else.
import fs from 'node:fs';

/**
 * @param {string} file the log
 * @param {string} name whose lines these are
 * @returns {(data: object) => true} stores an event durably
 */
export function bareLog(file, name) {
  const fd = fs.openSync(file, 'a+');
  const buffer = Buffer.alloc(1 << 20);
  let [at, rest, revision, tries] = [0, '', 0, 0];
  /** @param {string | null} wanted */
  const look = (wanted) => {
    let isMine = false;
    const count = fs.readSync(fd, buffer, 0, buffer.length, at);
    at += count;
    const lines = (rest + buffer.latin1Slice(0, count)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') continue;
      const { expected, id } = JSON.parse(line);
      if (expected !== revision) continue;
      revision++;
      if (id === wanted) isMine = true;
    }
    return isMine;
  };
  return (data) => {
    for (;;) {
      look(null);
      const id = `${name}-${++tries}`;
      const line = JSON.stringify({ expected: revision, id, at: new Date().toISOString(), ...data });
      fs.writeSync(fd, `\n${line}\n`);
      if (!look(id)) continue;
      fs.fdatasyncSync(fd);
      return true;
    }
  };
}
