// The lists of each node's guests: two calls per node give the memory of all its guests from inside.
import { fail, ok } from '@belfry/domain/result';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import type { Poll, SourceError } from '../source.ts';
import { withGuestDetails } from './facts.ts';
import { parseSwap, parseVmMemory } from './guest-details.ts';
import { compose, onlineNodes, type PveInstance } from './instance.ts';

export function createDetailsPoll(instance: PveInstance): Poll {
  return {
    name: 'guest-details',
    everyMs: 30_000,
    timeoutMs: 25_000,
    essential: false,
    async run(signal) {
      const reader = instance.session.read(signal);
      const options = { blameless: true, timeoutMs: TIMEOUT_MS.slow };
      const errors: SourceError[] = [];
      const nodes = onlineNodes(instance);
      const get = async (path: string): Promise<unknown> => {
        const answer = await reader.get(path, options);
        if (!answer.ok) errors.push(answer.error);
        return answer.ok ? answer.value : undefined;
      };
      const answers = await Promise.all(
        nodes.map(async (name) => {
          const at = `/nodes/${encodeURIComponent(name)}`;
          // full=1 makes the host ask each VM: one node at a time would be kinder, but each node has its own VMs
          const [vms, containers] = await Promise.all([
            instance.config.monitorVMs ? get(`${at}/qemu?full=1`) : undefined,
            instance.config.monitorContainers ? get(`${at}/lxc`) : undefined,
          ]);
          return { memory: parseVmMemory(vms), swap: parseSwap(containers) };
        }),
      );
      const first = errors[0];
      if (nodes.length > 0 && errors.length > 0 && answers.every((a) => a.memory.size + a.swap.size === 0) && first)
        return fail(first);
      instance.facts = withGuestDetails(instance.facts, answers);
      if (instance.facts.guests.length === 0) return ok({ slices: {}, dropped: 0 });
      return ok({ slices: { vms: compose.vms(instance), containers: compose.containers(instance) }, dropped: 0 });
    },
  };
}
