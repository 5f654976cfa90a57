// How long this process has been running, which is not how long ago it started: a machine sleeps, a process is stopped.

/** Looked at this often, a longer gap means that nothing ran. */
export const BEAT_MS = 1000;
/** A busy event loop may be late; it is not asleep. */
const LONGEST_GAP_MS = 3000;

/** `read` is ms that never step. The result needs a look every `BEAT_MS`, and never steps either, nor leaps. */
export function createRunningTime(read: () => number): () => number {
  let last = read();
  let asleep = 0;
  return () => {
    const now = read();
    if (now - last > LONGEST_GAP_MS) asleep += now - last - BEAT_MS;
    last = now;
    return now - asleep;
  };
}
