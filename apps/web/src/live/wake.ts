// Notices that the computer may have slept, or that a network is there again.

const STEP_MS = 5_000;
/** A timer that is this late did not run because the computer, or the browser, was asleep. */
const ASLEEP_MS = 20_000;

/** Calls the listener whenever a timer of the page was `ASLEEP_MS` late. Returns a function that stops it. */
export function onSleep(listener: () => void): () => void {
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > ASLEEP_MS) listener();
    last = now;
  }, STEP_MS);
  return () => clearInterval(timer);
}

export function onBrowserWake(listener: () => void): void {
  onSleep(listener);
  addEventListener('online', listener);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') listener();
  });
}
