// Notifies listeners that a credential may have ended. A listener with an open connection checks its credential again.
import { forAll } from '../lib/for-all.ts';

export interface Revocations {
  /** The listener is called after the commit of a transaction that removed a session, a token or a password. */
  listen(listener: () => void): void;
  notify(): void;
}

export function createRevocations(): Revocations {
  const listeners: (() => void)[] = [];
  return {
    listen: (listener) => void listeners.push(listener),
    notify() {
      forAll(listeners, (listener) => listener());
    },
  };
}
