// Keeps the memory of the rules over a restart.
import * as z from 'zod';
import type { SettingsStore } from '../../db/settings-store.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Parts, unguarded } from '../../lib/parts.ts';
import type { AnyRuleSet } from './rule-set.ts';

const EVERY_MS = 10_000;
const alone: Required<MemoriesDeps>['parts'] = { guarded: unguarded, guardedTask: (_part, run) => run() };

export interface MemoriesDeps {
  rules: readonly AnyRuleSet[];
  settings: Pick<SettingsStore, 'get' | 'keep'>;
  parts?: Pick<Parts, 'guarded' | 'guardedTask'>;
  clock: Pick<Clock, 'every'>;
}

/** Restores the memory of the rules, and saves its changes. The returned function stops this and resolves after the last save. */
export function startMemories({ rules, settings, parts = alone, clock }: MemoriesDeps): () => Promise<void> {
  const { guarded, guardedTask } = parts;
  /** By key: what could not be stored is stored with the next save. */
  const unsaved = new Map<string, unknown>();
  const memories = rules.flatMap((rule) => rule.memories ?? []);
  const nameOf = (key: string) => `alerting/${key}`;
  for (const { key, recall } of memories)
    guarded('what alert rules remember', () => recall(settings.get(nameOf(key), z.unknown())), undefined);

  async function keep(key: string): Promise<void> {
    await settings.keep(nameOf(key), unsaved.get(key));
    unsaved.delete(key);
  }
  async function save(): Promise<void> {
    for (const { key, save } of memories) {
      const changed = guarded('what alert rules remember', save, undefined);
      if (changed !== undefined) unsaved.set(key, changed);
      if (unsaved.has(key)) await guardedTask(`the memory of alert rules, ${key}`, () => keep(key), undefined);
    }
  }
  const cancel = clock.every(EVERY_MS, save);
  return () => {
    cancel();
    return save();
  };
}
