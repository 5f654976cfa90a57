// Parts of a page whose code is not in the first file. A request can fail when the server restarts or the network changes. Until
// it succeeds, the page works without the part.
import { type ComponentType, lazy, useSyncExternalStore } from 'react';
import { notFetched } from '../lib/code-loading.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Repeats the request until the code is loaded. Rejects when the code itself fails: it would fail each time. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch (error) {
      if (!notFetched(error)) throw error;
      await new Promise((next) => setTimeout(next, waitMs));
    }
  }
}

/** Requests code before it is needed. */
export const preload = (load: () => Promise<unknown>): void => void fetchCode(load).catch(() => undefined);

const parts: (() => Promise<unknown>)[] = [];

/** Use it inside a Suspense, which shows a placeholder until then. A part whose code fails is left out, and the console says why. */
export function late<Props>(load: () => Promise<ComponentType<Props>>) {
  parts.push(load);
  return lazy(async () => {
    try {
      return { default: await fetchCode(load) };
    } catch (error) {
      reportError(error);
      return { default: () => null };
    }
  });
}

export interface LateCode<Code> {
  load(): Promise<void>;
  /** Undefined until it is loaded. The first component that uses it loads it. */
  use(): Code | undefined;
}

/** Code that a component does without until it is there. Code that fails is left out, and the console says why. */
export function lateCode<Code>(fetch: () => Promise<Code>): LateCode<Code> {
  let code: Code | undefined;
  let loading: Promise<void> | undefined;
  const waiting = new Set<() => void>();
  const load = () => {
    loading ??= fetchCode(fetch).then((loaded) => {
      code = loaded;
      for (const told of waiting) told();
    }, reportError);
    return loading;
  };
  const subscribe = (told: () => void) => {
    waiting.add(told);
    void load();
    return () => void waiting.delete(told);
  };
  parts.push(load);
  return { load, use: () => useSyncExternalStore(subscribe, () => code) };
}

/** Loads the late parts before they are needed, so that they work while the server does not answer. Failures are ignored. */
export const loadParts = (): Promise<unknown> => Promise.allSettled(parts.map((load) => load()));
