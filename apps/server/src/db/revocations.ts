// Word that a credential may have ended: whoever keeps a door open on the strength of one asks again.

export interface Revocations {
  /** The listener is called after each session, token or password that went. It may be within a transaction. */
  listen(listener: () => void): void;
  tell(): void;
  /** Tells where rows went; how many. */
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
