// Snapshots in rotation: a few guests in each run, so that every guest is read about every ten minutes.
import { ok } from '@belfry/domain/result';
import type { GuestSnapshot } from '@belfry/schema/entities/pve-backups';
import type { Poll } from '../source.ts';
import { guestSnapshots } from './backups.ts';
import { isOnline } from './facts.ts';
import { createGuestRounds, ROUNDS_EVERY_MS } from './guest-rounds.ts';
import { compose, type PveInstance } from './instance.ts';

export function createSnapshotsPoll(instance: PveInstance): Poll {
  const ask = createGuestRounds<readonly GuestSnapshot[]>(instance, {
    part: 'snapshots',
    roundMs: 600_000,
    path: ({ node, type, vmid }) => `/nodes/${encodeURIComponent(node)}/${type}/${vmid}/snapshot`,
    read: (data, { node, type, vmid }) =>
      Array.isArray(data)
        ? guestSnapshots(data, { instance: instance.place.instance, node, vmid, type }, instance.clock.now())
        : undefined,
  });
  return {
    name: 'snapshots',
    everyMs: ROUNDS_EVERY_MS,
    timeoutMs: 120_000,
    essential: false,
    async run(signal) {
      if (!instance.config.monitorBackups) return ok({ slices: { guestSnapshots: [] } });
      const { guests, snapshots } = instance.facts;
      const { known, asked, gaps } = await ask(guests, snapshots, signal, ({ node }) => isOnline(instance.facts, node));
      instance.facts = { ...instance.facts, snapshots: known };
      return ok({ slices: asked ? { guestSnapshots: compose.guestSnapshots(instance) } : {}, gaps });
    },
  };
}
