// One updater at a time. The lock names its process, so the lock of a process that was killed does not count.
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** When the process started, in ticks since the machine did: another process with the same number has another time. */
function startOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}

function isHeld(file: string): boolean {
  try {
    const [pid = '', start] = readFileSync(file, 'utf8').split(' ');
    return /^\d+$/.test(pid) && start !== undefined && startOf(pid) === start;
  } catch {
    return false;
  }
}

/** Undefined: another updater runs. Otherwise how to release the lock. */
export function lock(file: string): (() => void) | undefined {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, `${process.pid} ${startOf('self')}`);
  try {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        // with its content at once, unlike a file that is made and then written
        linkSync(own, file);
        return () => rmSync(file, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        if (isHeld(file)) return undefined;
        rmSync(file, { force: true });
      }
    }
    return undefined;
  } finally {
    rmSync(own, { force: true });
  }
}
