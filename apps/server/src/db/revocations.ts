// Word that a credential may have ended: whoever keeps a door open on the strength of one asks again.

export interface Revocations {
  /** The listener is called after each session, token or password that went. It may be within a transaction. */
  listen(listener: () => void): void;
  tell(): void;
}

export function createRevocations(): Revocations {
  const listeners: (() => void)[] = [];
  return {
    listen: (listener) => void listeners.push(listener),
    tell() {
      for (const listener of listeners) listener();
    },
  };
}
