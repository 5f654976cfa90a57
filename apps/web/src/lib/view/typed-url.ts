// What the user types is written into the URL after a pause, because browsers refuse a page that changes its URL at every key.
// Who leaves the page earlier finds it there too, on the way back.
import type { RouterHistory } from '@tanstack/react-router';

const PAUSE_MS = 250;

/** Keeps one write, which replaces the entry of the page. */
export function createTypedUrl(history: RouterHistory) {
  let waiting: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopWatching = () => {};
  const drop = () => {
    clearTimeout(timer);
    stopWatching();
    waiting = undefined;
  };
  const writeNow = () => {
    const write = waiting;
    drop();
    write?.();
    // otherwise the history makes one entry of this change and of the one that follows
    history.flush();
  };
  return {
    /** Replaces the write that waits. */
    writeLater(write: () => void): void {
      drop();
      waiting = write;
      timer = setTimeout(writeNow, PAUSE_MS);
      stopWatching = history.block({
        blockerFn({ action }) {
          // after Back or Forward the browser is at another entry, which is not to be replaced
          if (action === 'PUSH' || action === 'REPLACE') writeNow();
          else drop();
          return false;
        },
        // another site follows: nothing is asked
        enableBeforeUnload() {
          writeNow();
          return false;
        },
      });
    },
    /** What waits is written before a change that makes an entry of its own. */
    writeNow,
    drop,
  };
}
