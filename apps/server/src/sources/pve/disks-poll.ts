// Physical disks: every five minutes, only where asked for, since reading SMART data can wake a sleeping disk.
import { ok } from '@belfry/domain/result';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { iso } from '../../lib/clock.ts';
import { type Reader, TIMEOUT_MS } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { compose, onlineNodes, type PveInstance } from './instance.ts';
import { physicalDisks, temperature } from './physical-disks.ts';

const options = { blameless: true, timeoutMs: TIMEOUT_MS.slow };

/** A disk that spins may be asleep: only the others are asked for their temperature. */
const mayAsk = (disk: PhysicalDisk): boolean => disk.type === 'nvme' || disk.type === 'ssd';

export function createDisksPoll(instance: PveInstance): Poll {
  async function fetchNode(reader: Reader, node: string): Promise<PhysicalDisk[] | undefined> {
    const at = `/nodes/${encodeURIComponent(node)}/disks`;
    const answer = await reader.get(`${at}/list`, options);
    if (!answer.ok) return undefined;
    const disks = physicalDisks(answer.value, instance.place.instance, node, iso(instance.clock.now()));
    return Promise.all(
      disks.map(async (disk) => {
        if (!mayAsk(disk)) return disk;
        const smart = await reader.get(`${at}/smart?disk=${encodeURIComponent(disk.devPath)}`, options);
        return smart.ok ? { ...disk, temperature: temperature(smart.value) } : disk;
      }),
    );
  }

  return {
    name: 'physical-disks',
    everyMs: 300_000,
    timeoutMs: 120_000,
    essential: false,
    async run(signal) {
      if (!instance.config.monitorPhysicalDisks) return ok({ slices: { physicalDisks: [] }, dropped: 0 });
      const reader = instance.session.read(signal);
      const disks = new Map(instance.facts.disks);
      for (const node of onlineNodes(instance)) {
        const found = await fetchNode(reader, node);
        if (found) disks.set(node, found);
      }
      instance.facts = { ...instance.facts, disks };
      return ok({ slices: { physicalDisks: compose.physicalDisks(instance) }, dropped: 0 });
    },
  };
}
