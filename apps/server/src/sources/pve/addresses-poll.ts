// The addresses of running containers, in rotation: each container is asked about every five minutes. Releases before 8
// return fewer fields.
import { ok } from '@belfry/domain/result';
import type { NetworkInterface } from '@belfry/schema/entities/guest';
import type { Poll } from '../source.ts';
import { containerInterfaces } from './agent-info.ts';
import { isOnline } from './facts.ts';
import { createGuestRounds, ROUNDS_EVERY_MS } from './guest-rounds.ts';
import { compose, type PveInstance } from './instance.ts';
import type { GuestRow } from './payloads.ts';

export function createAddressesPoll(instance: PveInstance): Poll {
  const isRunning = ({ type, status, node }: GuestRow) =>
    type === 'lxc' && status === 'running' && isOnline(instance.facts, node);
  const ask = createGuestRounds<readonly NetworkInterface[]>(instance, {
    part: 'container addresses',
    roundMs: 300_000,
    path: ({ node, vmid }) => `/nodes/${encodeURIComponent(node)}/lxc/${vmid}/interfaces`,
    read: (data) => (Array.isArray(data) ? containerInterfaces(data) : undefined),
  });
  return {
    name: 'container-addresses',
    everyMs: ROUNDS_EVERY_MS,
    timeoutMs: 60_000,
    essential: false,
    async run(signal) {
      const { guests, addresses } = instance.facts;
      const running = instance.config.monitorContainers ? guests.filter(isRunning) : [];
      const { known, asked, gaps } = await ask(running, addresses, signal);
      instance.facts = { ...instance.facts, addresses: known };
      return ok({ slices: asked ? { containers: compose.containers(instance) } : {}, gaps });
    },
  };
}
