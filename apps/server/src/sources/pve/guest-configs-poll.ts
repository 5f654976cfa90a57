// The configurations of guests in rotation: a few in each run, so that every guest is read about once an hour. Guests
// that were never read are read besides, and those which a task may have changed.
import { byId, guestId } from '@belfry/domain/ids';
import { ok } from '@belfry/domain/result';
import type { GuestConfig as ShownConfig } from '@belfry/schema/entities/guest-config';
import { isRaw } from '../proxmox-api/read.ts';
import type { Poll } from '../source.ts';
import { configPath, createConfigReadings } from './config-readings.ts';
import { isOnline } from './facts.ts';
import { type GuestConfig, parseGuestConfig } from './guest-config.ts';
import { createGuestRounds, ROUNDS_EVERY_MS } from './guest-rounds.ts';
import type { PveInstance } from './instance.ts';

const GUEST_CONFIGURATIONS = 'guest configurations';

export function createGuestConfigsPoll(instance: PveInstance): Poll {
  const readings = createConfigReadings(instance);
  const ask = createGuestRounds<GuestConfig>(instance, {
    part: GUEST_CONFIGURATIONS,
    roundMs: 3_600_000,
    newcomers: 20,
    path: configPath,
    read(data, guest) {
      if (isRaw(data)) readings.add(guest, data);
      return parseGuestConfig(data, guest.type);
    },
  });
  return {
    name: 'guest-configs',
    everyMs: ROUNDS_EVERY_MS,
    timeoutMs: 120_000,
    essential: false,
    async run(signal) {
      const isAnswering = (node: string) => isOnline(instance.facts, node);
      const urgent = await readings.begin(instance.session.read(signal, GUEST_CONFIGURATIONS), isAnswering);
      const { guests, configs } = instance.facts;
      const { known, asked, gaps } = await ask(guests, configs, signal, ({ node }) => isAnswering(node), urgent);
      instance.facts = { ...instance.facts, configs: known };
      const settings = readings.found();
      return ok({
        slices: asked ? { guestConfigs: shownConfigs(known, instance.place.instance) } : {},
        ...(settings.length > 0 && { settings }),
        gaps,
      });
    },
  };
}

/** What protection needs of them. */
const shownConfigs = (configs: ReadonlyMap<number, GuestConfig>, instance: string): ShownConfig[] =>
  [...configs]
    .map(([vmid, { createdAt, disks }]) => ({
      id: guestId(instance, vmid),
      instance,
      ...(createdAt !== undefined && { createdAt: new Date(createdAt).toISOString() }),
      disks: disks
        .filter(({ isMedia }) => !isMedia)
        .map(({ key, storage, isBackedUp }) => ({ key, ...(storage !== undefined && { storage }), isBackedUp })),
    }))
    .sort(byId);
