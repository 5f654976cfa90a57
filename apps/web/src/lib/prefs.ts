// The only use of browser storage: named preferences, each with its own check. A value that fails the check is ignored.
import { useCallback, useSyncExternalStore } from 'react';

export interface Pref<T> {
  key: string;
  fallback: T;
  /** Undefined when the stored text is not valid. */
  parse(text: string): T | undefined;
  format(value: T): string;
  /** How long it is kept: until the tab is closed, or for good. */
  keep: 'session' | 'forever';
}

/** A choice from a list of words. */
export const choice = <const T extends string>(key: string, values: readonly T[], fallback: T): Pref<T> => ({
  key,
  fallback,
  parse: (text) => values.find((value) => value === text),
  format: (value) => value,
  keep: 'forever',
});

export const flag = (key: string, fallback: boolean): Pref<boolean> => ({
  key,
  fallback,
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  format: String,
  keep: 'forever',
});

/** JSON that passes `valid`. */
export const json = <T>(
  key: string,
  valid: (value: unknown) => value is T,
  fallback: T,
  keep: Pref<T>['keep'] = 'forever',
): Pref<T> => ({
  key,
  fallback,
  parse(text) {
    try {
      const value: unknown = JSON.parse(text);
      return valid(value) ? value : undefined;
    } catch {
      return undefined;
    }
  },
  format: (value) => JSON.stringify(value),
  keep,
});

export const isStringList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

export const isFlagMap = (value: unknown): value is Record<string, boolean> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((item) => typeof item === 'boolean');

// text → value of the last read, so that the same text gives the same object; also the values when storage is forbidden
const memory = new Map<string, { text: string | null; value: unknown }>();
/** The keys of values that the storage did not take. */
const unsaved = new Set<string>();
const listeners = new Set<() => void>();

/** Undefined where the browser forbids storage. */
function storageOf(keep: Pref<unknown>['keep']): Storage | undefined {
  try {
    return keep === 'session' ? sessionStorage : localStorage;
  } catch {
    return undefined;
  }
}

export function loadPref<T>(pref: Pref<T>): T {
  const known = memory.get(pref.key);
  const storage = storageOf(pref.keep);
  const text = storage && !unsaved.has(pref.key) ? storage.getItem(pref.key) : (known?.text ?? null);
  if (known && known.text === text) return known.value as T;
  const value = (text === null ? undefined : pref.parse(text)) ?? pref.fallback;
  memory.set(pref.key, { text, value });
  return value;
}

export function savePref<T>(pref: Pref<T>, value: T): void {
  const text = pref.format(value);
  memory.set(pref.key, { text, value });
  try {
    storageOf(pref.keep)?.setItem(pref.key, text);
    unsaved.delete(pref.key);
  } catch {
    // storage is full: the value is kept until the page is left
    unsaved.add(pref.key);
  }
  for (const listener of listeners) listener();
}

/** Removes everything the browser stores for this site, except `kept`. */
export function clearPrefs(kept: readonly Pick<Pref<unknown>, 'key' | 'keep'>[]): void {
  for (const keep of ['session', 'forever'] as const) {
    const storage = storageOf(keep);
    const own = kept.filter((pref) => pref.keep === keep).map(({ key }) => [key, storage?.getItem(key)] as const);
    storage?.clear();
    for (const [key, text] of own) if (typeof text === 'string') storage?.setItem(key, text);
  }
  memory.clear();
  unsaved.clear();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // another tab of the same browser
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

export function usePref<T>(pref: Pref<T>): [T, (value: T) => void] {
  const value = useSyncExternalStore(subscribe, () => loadPref(pref));
  const save = useCallback((next: T) => savePref(pref, next), [pref]);
  return [value, save];
}
