// A clock for the texts that show an age. It is that of this browser, and that of the server where this browser has a wrong one: the times
// of all data are of the server.
import { useSyncExternalStore } from 'react';

/** A smaller difference is the way of a message, or a clock that is right enough. */
const WRONG_MS = 60_000;

/** How far the clock of this browser is ahead of the server's, in milliseconds; 0 where it is right enough. */
let aheadMs = 0;

/** Epoch milliseconds by the clock of the server. */
export const timeNow = (): number => Date.now() - aheadMs;

/** Takes the time that the server has just named, in epoch milliseconds. */
export function noteServerTime(time: number): void {
  const ahead = Date.now() - time;
  const wrong = Math.abs(ahead) > WRONG_MS ? ahead : 0;
  // only a correction: the way of a message differs from one to the next
  if (wrong !== 0 && Math.abs(wrong - aheadMs) < WRONG_MS) return;
  if (wrong === aheadMs) return;
  aheadMs = wrong;
  tick();
}

let now = timeNow();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;

function tick(): void {
  now = timeNow();
  for (const each of listeners) each();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = timeNow();
  timer ??= setInterval(tick, SECOND_MS);
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

/** How far the clock of this browser is ahead, in milliseconds; 0 where it is right enough. */
export const useClockError = (): number => useSyncExternalStore(subscribe, () => aheadMs);
