// Settings as JSON by key. The caller names the schema that parses a value it reads.
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { Scope } from './scope.ts';

export interface SettingsStore {
  /** Undefined if nothing is stored, or if the stored value does not fit the schema. */
  get<S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined;
  put(key: string, value: unknown): Promise<void>;
  /**
   * Stores a value, or removes it when undefined: in memory at once, on the disk as soon as the disk accepts it. For
   * values that no user saves.
   */
  keep(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

export function createSettingsStore({ memory, write, settings: holding }: Scope, clock: Clock): SettingsStore {
  const row = (key: string, value: unknown) => ({ key, value: JSON.stringify(value), changedAt: clock.now() });
  return {
    get: (key, schema) => {
      const text = memory.settings.get(key)?.value;
      return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
    },
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
  keep: (value: unknown): void => void settings.keep(key, value),
});
