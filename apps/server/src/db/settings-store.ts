// Settings as JSON by key. The caller names the schema that parses a value it reads.
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import { allProblems } from '../lib/invalid-input.ts';
import { json } from './query.ts';
import type { Scope } from './scope.ts';

export interface SettingsStore {
  /** Undefined if nothing is stored, or if the stored value does not fit the schema: then a copy of it is set aside. */
  get<S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined;
  /** A list of which an item that does not fit costs no other item. */
  list<S extends z.ZodType>(key: string, item: S): z.output<S>[];
  /** Copies the stored value, because its reader takes less than all of it. `reason`: what does not fit. */
  setAside(key: string, reason: string): void;
  put(key: string, value: unknown): Promise<void>;
  /**
   * Stores a value, or removes it when undefined: in memory at once, on the disk as soon as the disk accepts it. For
   * values that no user saves.
   */
  keep(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

export function createSettingsStore(
  { memory, write, settings: holding, setAside }: Scope,
  clock: Clock,
): SettingsStore {
  const row = (key: string, value: unknown) => ({ key, value: JSON.stringify(value), changedAt: clock.now() });
  function unreadable(key: string, reason: string): void {
    const content = memory.settings.get(key);
    if (content) setAside.keep({ file: 'belfry.db', what: `the setting ${key}`, reason, content });
  }
  function get<S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined {
    const text = memory.settings.get(key)?.value;
    if (text === undefined) return undefined;
    const found = json.pipe(schema).safeParse(text);
    if (!found.success) unreadable(key, allProblems(found.error));
    return found.data;
  }
  return {
    get,
    list(key, item) {
      const found = (get(key, z.array(z.unknown())) ?? []).map((one) => item.safeParse(one));
      const wrong = found.flatMap(({ success, error }) => (success ? [] : [allProblems(error)]));
      if (wrong.length > 0) unreadable(key, wrong.join('\n'));
      return found.flatMap(({ success, data }) => (success ? [data] : []));
    },
    setAside: unreadable,
    put: (key, value) => write(({ settings }) => settings.put(row(key, value))),
    keep(key, value) {
      holding.hold(key, value === undefined ? undefined : row(key, value));
      return holding.save(() => {});
    },
    remove: (key) => write(async ({ settings }) => void (await settings.remove(key))),
  };
}

/** The value that one part keeps over a restart, under its own key. */
export const memoryAt = (settings: SettingsStore, key: string) => ({
  recall: (): unknown => settings.get(key, z.unknown()),
  keep(value: unknown): void {
    // A value that could not be written is held, and the next write takes it along.
    settings.keep(key, value).catch(() => {});
  },
});
