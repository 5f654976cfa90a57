// High availability, one call per minute: what its managers report about the cluster, the nodes and the guests.
import { fail, ok } from '@belfry/domain/result';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts } from '../proxmox-api/parts.ts';
import type { Poll } from '../source.ts';
import { parseAvailability } from './availability.ts';
import { compose, isCluster, type PveInstance } from './instance.ts';

const STATUS = '/cluster/ha/status/current';
const PART = 'high availability';

export function createAvailabilityPoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);
  return {
    name: 'availability',
    everyMs: 60_000,
    timeoutMs: 20_000,
    essential: false,
    pushedBy: ['fencing'],
    async run(signal) {
      if (!isCluster(instance)) return ok({ slices: { pveClusters: [] } });
      const parts = begin(instance.session.read(signal, 'availability'));
      const answer = await parts.get(PART, STATUS, { needs: 'Sys.Audit on /' });
      const availability = answer.ok ? parseAvailability(answer.value) : undefined;
      if (answer.ok && !availability) parts.miss(PART, badPayload(`GET ${STATUS}`, 'expected a list.'));
      const trouble = parts.trouble();
      if (trouble) return fail(trouble);
      // Nodes and guests include it after the next answer of the fast poll.
      instance.facts = { ...instance.facts, availability };
      return ok({ slices: { pveClusters: compose.pveClusters(instance) }, gaps: parts.gaps() });
    },
  };
}
