// Notifies listeners that a credential may have ended. A listener with an open connection checks its credential again.
import { forAll } from '../lib/for-all.ts';
import type { SessionOwner } from './sessions-store.ts';

export interface Revocations {
  /**
   * The listener is called after the commit of a transaction that removed a session, a token or a password. `ended`: whose sessions
   * somebody has ended. Sessions that were signed out, or were too old, do not count.
   */
  listen(listener: (ended: readonly SessionOwner[]) => void): void;
  notify(ended: readonly SessionOwner[]): void;
}

export function createRevocations(): Revocations {
  const listeners: ((ended: readonly SessionOwner[]) => void)[] = [];
  return {
    listen: (listener) => void listeners.push(listener),
    notify(ended) {
      forAll(listeners, (listener) => listener(ended));
    },
  };
}
