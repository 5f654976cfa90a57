// The epoch of each instance: how often another program got it. What the program before still sends is then no longer accepted.
import * as z from 'zod';
import type { SettingsStore } from '../db/settings-store.ts';

const Held = z.object({ holder: z.string(), epoch: z.number().int() });
/** This server itself. An instance that was never polled by anything else has the epoch 0. */
export const HERE = 'server';
const first = { holder: HERE, epoch: 0 };
const keyOf = (instance: string) => `epochs/${instance}`;

export interface Epochs {
  /** `holder` polls the instance from now on. Returns the epoch of its observations. */
  take(instance: string, holder: string): number;
  /** The epoch of the present holder. */
  of(instance: string): number;
}

export function createEpochs(settings: Pick<SettingsStore, 'get' | 'keep'>): Epochs {
  const held = new Map<string, z.infer<typeof Held>>();
  const present = (instance: string) => {
    const known = held.get(instance) ?? settings.get(keyOf(instance), Held) ?? first;
    held.set(instance, known);
    return known;
  };
  return {
    take(instance, holder) {
      const before = present(instance);
      if (before.holder === holder) return before.epoch;
      const next = { holder, epoch: before.epoch + 1 };
      held.set(instance, next);
      // What could not be written is held, and the next write takes it along.
      settings.keep(keyOf(instance), next).catch(() => {});
      return next.epoch;
    },
    of: (instance) => present(instance).epoch,
  };
}
