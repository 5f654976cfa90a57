// The lists of each node's guests: two calls per node give the memory of all its guests from inside.
import { fail, ok } from '@belfry/domain/result';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts } from '../proxmox-api/parts.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { withGuestDetails } from './facts.ts';
import { parseSwap, parseVmMemory } from './guest-details.ts';
import { compose, onlineNodes, type PveInstance } from './instance.ts';

const PART = 'guest memory';

export function createDetailsPoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock);
  return {
    name: 'guest-details',
    everyMs: 30_000,
    timeoutMs: 25_000,
    essential: false,
    async run(signal) {
      const parts = begin(instance.session.read(signal));
      let answered = false;
      const list = async (path: string): Promise<unknown> => {
        const answer = await parts.get(PART, path, { timeoutMs: TIMEOUT_MS.slow, needs: 'VM.Audit on /vms' });
        if (answer.ok && !Array.isArray(answer.value))
          parts.miss(PART, badPayload(`GET ${path}`, 'expected a list of guests.'));
        else if (answer.ok) answered = true;
        return answer.ok ? answer.value : undefined;
      };
      const answers = await Promise.all(
        onlineNodes(instance).map(async (name) => {
          const at = `/nodes/${encodeURIComponent(name)}`;
          // full=1 makes the host ask each VM: one node at a time would be kinder, but each node has its own VMs
          const [vms, containers] = await Promise.all([
            instance.config.monitorVMs ? list(`${at}/qemu?full=1`) : undefined,
            instance.config.monitorContainers ? list(`${at}/lxc`) : undefined,
          ]);
          return { memory: parseVmMemory(vms), swap: parseSwap(containers) };
        }),
      );
      const trouble = parts.trouble();
      if (trouble && !answered) return fail(trouble);
      const gaps = parts.gaps();
      instance.facts = withGuestDetails(instance.facts, answers);
      if (instance.facts.guests.length === 0) return ok({ slices: {}, dropped: 0, gaps });
      return ok({ slices: { vms: compose.vms(instance), containers: compose.containers(instance) }, dropped: 0, gaps });
    },
  };
}
