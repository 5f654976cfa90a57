// Addresses of running containers, in rotation: each is asked about every five minutes. Hosts before 8 answer less.
import { ok } from '@belfry/domain/result';
import { createLimit } from '../../lib/limit.ts';
import type { Poll } from '../source.ts';
import { containerInterfaces } from './agent-info.ts';
import { isOnline } from './facts.ts';
import { compose, type PveInstance } from './instance.ts';
import { createRotation } from './rotation.ts';

const AT_ONCE = 4;
const EVERY_MS = 30_000;

export function createAddressesPoll(instance: PveInstance): Poll {
  const nextTurn = createRotation({ everyMs: EVERY_MS, roundMs: 300_000, most: 100 });
  return {
    name: 'container-addresses',
    everyMs: EVERY_MS,
    timeoutMs: 60_000,
    essential: false,
    async run(signal) {
      const running = instance.config.monitorContainers
        ? instance.facts.guests.filter(
            (g) => g.type === 'lxc' && g.status === 'running' && isOnline(instance.facts, g.node),
          )
        : [];
      const turn = nextTurn(running);
      const reader = instance.session.read(signal);
      const limit = createLimit(AT_ONCE);
      const exist = new Set(running.map((g) => g.vmid));
      const known = new Map([...instance.facts.addresses].filter(([vmid]) => exist.has(vmid)));
      await Promise.all(
        turn.map(({ vmid, node }) =>
          limit(async () => {
            if (signal.aborted) return;
            const answer = await reader.get(`/nodes/${encodeURIComponent(node)}/lxc/${vmid}/interfaces`, {
              blameless: true,
            });
            if (answer.ok && Array.isArray(answer.value)) known.set(vmid, containerInterfaces(answer.value));
          }),
        ),
      );
      instance.facts = { ...instance.facts, addresses: known };
      return ok({ slices: turn.length > 0 ? { containers: compose.containers(instance) } : {}, dropped: 0 });
    },
  };
}
