// High availability and the quorum device, two calls per minute: what its managers report about the cluster, the nodes and the guests.
import { fail, ok } from '@belfry/domain/result';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts } from '../proxmox-api/parts.ts';
import type { Poll } from '../source.ts';
import { parseAvailability } from './availability.ts';
import { compose, isCluster, type PveInstance } from './instance.ts';
import { createQuorumDeviceFetch } from './quorum-device.ts';

const STATUS = '/cluster/ha/status/current';
const PART = 'high availability';

export function createAvailabilityPoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);
  const fetchQuorumDevice = createQuorumDeviceFetch(instance.clock);
  return {
    name: 'availability',
    everyMs: 60_000,
    timeoutMs: 20_000,
    essential: false,
    pushedBy: ['fencing'],
    async run(signal) {
      if (!isCluster(instance)) return ok({ slices: { pveClusters: [] } });
      const parts = begin(instance.session.read(signal, 'availability'));
      const [answer, quorumDevice] = await Promise.all([
        parts.get(PART, STATUS, { needs: 'Sys.Audit on /' }),
        fetchQuorumDevice(parts),
      ]);
      const availability = answer.ok ? parseAvailability(answer.value) : undefined;
      if (answer.ok && !availability) parts.miss(PART, badPayload(`GET ${STATUS}`, 'expected a list.'));
      instance.facts = { ...instance.facts, quorumDevice };
      const trouble = parts.trouble();
      if (trouble && !availability) return fail(trouble);
      // Nodes and guests include it after the next answer of the fast poll.
      instance.facts = { ...instance.facts, availability };
      return ok({ slices: { pveClusters: compose.pveClusters(instance) }, gaps: parts.gaps() });
    },
  };
}
