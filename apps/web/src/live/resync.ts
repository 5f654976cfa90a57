// Messages that the page cannot apply. What it shows is then no longer known to be right, until a snapshot has been applied.

/** So many in a row: the page says so, and asks for a snapshot only from time to time. */
const MAX_FAULTS = 3;
const ASK_AGAIN_MS = 30_000;

export interface ResyncDeps {
  /** Requests a snapshot. */
  ask(): void;
  /** Called once, with the last error as a sentence. */
  onFailing(reason: string): void;
}

export function createResync({ ask, onFailing }: ResyncDeps) {
  /** In a row. */
  let faults = 0;
  let askAgain: ReturnType<typeof setTimeout> | undefined;

  function reset(): void {
    faults = 0;
    clearTimeout(askAgain);
    askAgain = undefined;
  }
  return {
    failed(error: unknown) {
      faults++;
      if (faults < MAX_FAULTS) {
        ask();
        return;
      }
      if (faults === MAX_FAULTS) onFailing(error instanceof Error ? error.message : String(error));
      askAgain ??= setTimeout(() => {
        askAgain = undefined;
        ask();
      }, ASK_AGAIN_MS);
    },
    /** A snapshot was applied. True when the page had said that it could not apply what it receives. */
    applied(): boolean {
      const wasShown = faults >= MAX_FAULTS;
      reset();
      return wasShown;
    },
    /** The connection is lost: the next one begins with a snapshot. */
    reset,
  };
}
