// How long this process has been running. This is less than the time since its start if the machine slept or the
// process was stopped.

/** The interval of the checks; a longer gap means that nothing ran. */
export const BEAT_MS = 1000;
/** A busy event loop may be late although the machine did not sleep. */
const LONGEST_GAP_MS = 3000;

/**
 * `read` is ms that never step. `running` must be read every `BEAT_MS`; it never steps or jumps either. `asleep` is by how much it is
 * behind `read`, ms.
 */
export function createRunningTime(read: () => number): { running(): number; asleep(): number } {
  let last = read();
  let asleep = 0;
  const running = () => {
    const now = read();
    if (now - last > LONGEST_GAP_MS) asleep += now - last - BEAT_MS;
    last = now;
    return now - asleep;
  };
  return { running, asleep: () => asleep };
}
