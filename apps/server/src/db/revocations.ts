// Tells listeners that a credential may have ended. A listener with an open connection checks its credential again.

export interface Revocations {
  /** The listener is called after each session, token or password that was removed. It may be within a transaction. */
  listen(listener: () => void): void;
  tell(): void;
  /** Says that rows were removed, and how many. */
  gone(changes: number | bigint): number;
}

export function createRevocations(): Revocations {
  const listeners: (() => void)[] = [];
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    listen: (listener) => void listeners.push(listener),
    tell,
    gone(changes) {
      if (changes > 0) tell();
      return Number(changes);
    },
  };
}
