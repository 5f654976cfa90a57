// Parts of a page whose code is not in the first file. A request can fail when the server restarts or the network changes. Until
// it succeeds, the page works without the part.
import { type ComponentType, lazy, useEffect, useSyncExternalStore } from 'react';
import { notFetched } from '../lib/code-loading.ts';
import { pause } from '../lib/pause.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Repeats the request until the code is loaded. Rejects when the code itself fails: it would fail each time. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch (error) {
      if (!notFetched(error)) throw error;
      await pause(waitMs);
    }
  }
}

/** Requests code before it is needed. */
export const preload = (load: () => Promise<unknown>): void => void fetchCode(load).catch(() => undefined);

const now = async () => undefined;
const parts: (() => Promise<unknown>)[] = [];

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

export interface LateCode<Code> {
  load(): Promise<void>;
  get(): Code | undefined;
  subscribe(listener: () => void): () => void;
}

/**
 * Code that a component does without until it is there. Code that fails is left out, and the console says why. Without `isPreloaded`
 * it is not loaded before a user switches it on.
 */
export function lateCode<Code>(fetch: () => Promise<Code>, isPreloaded = true): LateCode<Code> {
  let code: Code | undefined;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const load = () => {
    loading ??= fetchCode(fetch).then((loaded) => {
      code = loaded;
      for (const listener of listeners) listener();
    }, reportError);
    return loading;
  };
  if (isPreloaded) parts.push(load);
  return {
    load,
    get: () => code,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Undefined until the code is loaded. The first component that needs it loads it. */
export function useLateCode<Code>({ load, get, subscribe }: LateCode<Code>, isNeeded: boolean): Code | undefined {
  useEffect(() => {
    if (isNeeded) void load();
  }, [isNeeded, load]);
  return useSyncExternalStore(subscribe, get);
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
