// Snapshots in rotation: a few guests each run, so that every guest is seen about every ten minutes.
import { ok } from '@belfry/domain/result';
import { createLimit } from '../../lib/limit.ts';
import type { Poll } from '../source.ts';
import { guestSnapshots } from './backups.ts';
import { isOnline } from './facts.ts';
import { compose, type PveInstance } from './instance.ts';
import { createRotation } from './rotation.ts';

const AT_ONCE = 4;
const EVERY_MS = 30_000;

export function createSnapshotsPoll(instance: PveInstance): Poll {
  const nextTurn = createRotation({ everyMs: EVERY_MS, roundMs: 600_000, most: 100 });
  return {
    name: 'snapshots',
    everyMs: EVERY_MS,
    timeoutMs: 120_000,
    essential: false,
    async run(signal) {
      if (!instance.config.monitorBackups) return ok({ slices: { guestSnapshots: [] }, dropped: 0 });
      const { guests } = instance.facts;
      const turn = nextTurn(guests).filter((guest) => isOnline(instance.facts, guest.node));
      const reader = instance.session.read(signal);
      const limit = createLimit(AT_ONCE);
      const exist = new Set(guests.map((g) => g.vmid));
      const known = new Map([...instance.facts.snapshots].filter(([vmid]) => exist.has(vmid)));
      await Promise.all(
        turn.map(({ vmid, node, type }) =>
          limit(async () => {
            if (signal.aborted) return;
            const path = `/nodes/${encodeURIComponent(node)}/${type}/${vmid}/snapshot`;
            const answer = await reader.get(path, { blameless: true });
            if (!answer.ok || !Array.isArray(answer.value)) return;
            const of = { instance: instance.place.instance, node, vmid, type };
            known.set(vmid, guestSnapshots(answer.value, of, instance.clock.now()));
          }),
        ),
      );
      instance.facts = { ...instance.facts, snapshots: known };
      return ok({ slices: turn.length > 0 ? { guestSnapshots: compose.guestSnapshots(instance) } : {}, dropped: 0 });
    },
  };
}
