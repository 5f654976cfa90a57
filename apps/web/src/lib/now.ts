// A clock for the texts that show an age.
import { useSyncExternalStore } from 'react';

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, SECOND_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time in whole steps, so that what reads it changes once in a step. */
export const readNow = (stepMs: number): number => Math.floor(now / stepMs) * stepMs;

/** A text that depends on the time, such as an age. Renders again only when the text is another one. */
export const useTimeText = (textAt: (now: number) => string): string =>
  useSyncExternalStore(subscribe, () => textAt(readNow(SECOND_MS)));

/** Epoch milliseconds. Renders again once in a step: a second, or a minute where only minutes are shown. */
export const useNow = (stepMs = SECOND_MS): number => useSyncExternalStore(subscribe, () => readNow(stepMs));
