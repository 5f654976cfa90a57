// Keeps the memory of the rules over a restart.
import * as z from 'zod';
import type { SettingsStore } from '../db/settings-store.ts';
import type { Clock } from '../lib/clock.ts';
import { type Guarded, unguarded } from '../lib/parts.ts';
import type { AnyRuleSet } from './rule-set.ts';

const EVERY_MS = 10_000;

export interface MemoriesDeps {
  rules: readonly AnyRuleSet[];
  settings: Pick<SettingsStore, 'get' | 'keep'>;
  guarded?: Guarded;
  clock: Pick<Clock, 'every'>;
}

/** Restores the memory of the rules, and saves its changes. The returned function stops this and resolves after the last save. */
export function startMemories({ rules, settings, guarded = unguarded, clock }: MemoriesDeps): () => Promise<void> {
  const memories = rules.flatMap((rule) => rule.memories ?? []);
  const nameOf = (key: string) => `alerting/${key}`;
  for (const { key, recall } of memories)
    guarded('what alert rules remember', () => recall(settings.get(nameOf(key), z.unknown())), undefined);

  async function save(): Promise<void> {
    for (const { key, save } of memories) {
      const changed = guarded('what alert rules remember', save, undefined);
      if (changed !== undefined) await settings.keep(nameOf(key), changed);
    }
  }
  const cancel = clock.every(EVERY_MS, save);
  return () => {
    cancel();
    return save();
  };
}
