// Parts of a page whose code is not in the first file. A request can fail when the server restarts or the network changes. Until
// it succeeds, the page works without the part.
import { type ComponentType, lazy } from 'react';
import { fetchCode, parts } from '../lib/late-code.ts';
import { pause } from '../lib/pause.ts';

/** Requests code before it is needed. */
export const preload = (load: () => Promise<unknown>): void => void fetchCode(load).catch(() => undefined);

const now = async () => undefined;

/** Long enough for the first screen to be complete. */
const FIRST_SCREEN_MS = 1000;
/** Long enough for a phone to render the part before. */
const TURN_MS = 100;
let next: number | undefined;

/**
 * For parts that the first picture does not need: their code does not compete with that of the screen. Each has its turn, because
 * many parts at once keep a phone from answering.
 */
export function afterFirstScreen(): Promise<void> {
  const now = performance.now();
  next = next === undefined ? now + FIRST_SCREEN_MS : Math.max(now, next + TURN_MS);
  return pause(next - now);
}

/**
 * Use it inside a Suspense, which shows a placeholder until then. A part whose code fails is left out, and the console says why.
 * `ready` is what a part that is rendered at the start waits for.
 */
export function late<Props>(load: () => Promise<ComponentType<Props>>, ready: () => Promise<void> = now) {
  parts.push(load);
  return lazy(async () => {
    try {
      await ready();
      return { default: await fetchCode(load) };
    } catch (error) {
      reportError(error);
      return { default: () => null };
    }
  });
}

/** Loads the late parts before they are needed, so that they work while the server does not answer. Failures are ignored. */
export const loadParts = (): Promise<void> => inTurn(parts);

/** Starts one after the other, and answers the user in between. Failures are ignored. */
export async function inTurn(loads: readonly (() => Promise<unknown> | undefined)[]): Promise<void> {
  for (const load of loads) {
    load()?.catch(() => undefined);
    await pause();
  }
}
