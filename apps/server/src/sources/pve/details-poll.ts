// The lists of the guests of each node: two calls per node return the inside view of the memory of all its guests, their pressure, and how
// long the operations of their drives take.
import { fail, ok } from '@belfry/domain/result';
import { momentOf } from '../../lib/clock.ts';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts } from '../proxmox-api/parts.ts';
import type { Poll } from '../source.ts';
import { readDrives } from './drive-latency.ts';
import { withGuestDetails, withoutStoppedGuests } from './facts.ts';
import { parsePressure, parseSwap, parseTagLists, parseVmMemory } from './guest-details.ts';
import { compose, type PveInstance } from './instance.ts';
import { createNodeTurns } from './node-turns.ts';

const PART = 'guest memory';
/** With `full=1` the host queries each VM, which takes a while. A node that hangs must leave time for the others. */
const timeoutMs = 20_000;

export function createDetailsPoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);
  const askNodes = createNodeTurns(instance);
  return {
    name: 'guest-details',
    everyMs: 30_000,
    timeoutMs: 25_000,
    essential: false,
    async run(signal) {
      const parts = begin(instance.session.read(signal, 'guest-details'));
      let answered = false;
      const list = async (path: string): Promise<unknown> => {
        const answer = await parts.get(PART, path, { timeoutMs, needs: 'VM.Audit on /vms' });
        if (answer.ok && !Array.isArray(answer.value))
          parts.miss(PART, badPayload(`GET ${path}`, 'expected a list of guests.'));
        else if (answer.ok) answered = true;
        return answer.ok ? answer.value : undefined;
      };
      await askNodes(async (name) => {
        const at = `/nodes/${encodeURIComponent(name)}`;
        const [vms, containers] = await Promise.all([
          instance.config.monitorVMs ? list(`${at}/qemu?full=1`) : [],
          instance.config.monitorContainers ? list(`${at}/lxc`) : [],
        ]);
        const pressure = parsePressure(vms, containers);
        const drives = readDrives(instance.facts.drives, vms, pressure, name, momentOf(instance.clock));
        instance.facts = withGuestDetails(
          { ...instance.facts, drives },
          {
            memory: parseVmMemory(vms),
            swap: parseSwap(containers),
            pressure,
            tags: instance.facts.listsTags ? new Map() : parseTagLists(vms, containers),
          },
        );
        return vms !== undefined && containers !== undefined;
      });
      instance.facts = withoutStoppedGuests(instance.facts);
      const trouble = parts.trouble();
      if (trouble && !answered) return fail(trouble);
      const gaps = parts.gaps();
      if (instance.facts.guests.length === 0) return ok({ slices: {}, gaps });
      return ok({ slices: { vms: compose.vms(instance), containers: compose.containers(instance) }, gaps });
    },
  };
}
