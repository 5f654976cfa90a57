// Code that is not in the first file. A request for it can fail when the server restarts or the network changes.
import { useEffect, useSyncExternalStore } from 'react';
import { notFetched } from './code-loading.ts';
import { createListeners } from './listeners.ts';
import { pause } from './pause.ts';

/** What can be loaded before it is needed. */
export const parts: (() => Promise<unknown>)[] = [];

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
  const { announce, subscribe } = createListeners();
  const load = () => {
    loading ??= fetchCode(fetch).then((loaded) => {
      code = loaded;
      announce();
    }, reportError);
    return loading;
  };
  if (isPreloaded) parts.push(load);
  return {
    load,
    get: () => code,
    subscribe,
  };
}

/** Undefined until the code is loaded. The first component that needs it loads it. */
export function useLateCode<Code>({ load, get, subscribe }: LateCode<Code>, isNeeded: boolean): Code | undefined {
  useEffect(() => {
    if (isNeeded) void load();
  }, [isNeeded, load]);
  return useSyncExternalStore(subscribe, get);
}
