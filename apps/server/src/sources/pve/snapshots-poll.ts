// Snapshots in rotation: a few guests each run, so that every guest is seen about every ten minutes.
import { ok } from '@belfry/domain/result';
import { createLimit } from '../../lib/limit.ts';
import type { Poll } from '../source.ts';
import { guestSnapshots } from './backups.ts';
import { compose, type PveInstance } from './instance.ts';

const AT_ONCE = 4;
const EVERY_MS = 30_000;
/** A full round takes so long, whatever the number of guests; a run never asks more than MOST. */
const ROUND_MS = 600_000;
const MOST = 100;

export function createSnapshotsPoll(instance: PveInstance): Poll {
  let last = 0;
  return {
    name: 'snapshots',
    everyMs: EVERY_MS,
    timeoutMs: 120_000,
    essential: false,
    async run(signal) {
      if (!instance.config.monitorBackups) return ok({ slices: { guestSnapshots: [] }, dropped: 0 });
      const online = new Set(instance.facts.nodes.filter((n) => n.status === 'online').map((n) => n.name));
      const guests = instance.facts.guests.toSorted((a, b) => a.vmid - b.vmid);
      const share = Math.min(MOST, Math.ceil((guests.length * EVERY_MS) / ROUND_MS));
      const after = guests.filter((g) => g.vmid > last);
      const turn = [...after, ...guests].slice(0, Math.min(share, guests.length));
      last = turn.at(-1)?.vmid ?? 0;
      const reader = instance.session.read(signal);
      const limit = createLimit(AT_ONCE);
      const known = new Map(instance.facts.snapshots);
      await Promise.all(
        turn
          .filter((guest) => online.has(guest.node))
          .map((guest) =>
            limit(async () => {
              if (signal.aborted) return;
              const path = `/nodes/${encodeURIComponent(guest.node)}/${guest.type}/${guest.vmid}/snapshot`;
              const answer = await reader.get(path, { blameless: true });
              if (!answer.ok) return;
              const of = { instance: instance.place.instance, node: guest.node, vmid: guest.vmid, type: guest.type };
              known.set(guest.vmid, guestSnapshots(answer.value, of, instance.clock.now()));
            }),
          ),
      );
      const exist = new Set(guests.map((g) => g.vmid));
      for (const vmid of known.keys()) if (!exist.has(vmid)) known.delete(vmid);
      instance.facts = { ...instance.facts, snapshots: known };
      return ok({ slices: turn.length > 0 ? { guestSnapshots: compose.guestSnapshots(instance) } : {}, dropped: 0 });
    },
  };
}
