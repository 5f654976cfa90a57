// Tells that something has happened to those who asked for it.
import { forAll } from './for-all.ts';

export interface Signal<T = void> {
  listen(listener: (what: T) => void): void;
  /** Every listener is called, also when one of them throws. */
  notify(what: T): void;
}

export function createSignal<T = void>(): Signal<T> {
  const listeners: ((what: T) => void)[] = [];
  return {
    listen: (listener) => void listeners.push(listener),
    notify: (what) => forAll(listeners, (listener) => listener(what)),
  };
}
