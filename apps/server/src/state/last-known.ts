// What was last known of guests and nodes before their node was lost. A cluster answers for a lost node with zeros, and Proxmox VE itself
// forgets what ran there.
import type { Guest, LastKnownGuest } from '@belfry/schema/entities/guest';
import type { LastKnownNode, Node } from '@belfry/schema/entities/node';

/** `before` is the list of the answer before, which came at `at` (ISO). */
export function guestsWithLastKnown(guests: readonly Guest[], before: readonly Guest[], at: string): readonly Guest[] {
  if (!guests.some(isLost)) return guests;
  const known = new Map(before.map((guest) => [guest.id, guest]));
  return guests.map((guest) => {
    const last = isLost(guest) && known.get(guest.id);
    const lastKnown = last && (isLost(last) ? last.lastKnown : lastOfGuest(last, at));
    return lastKnown ? { ...guest, lastKnown } : guest;
  });
}

export function nodesWithLastKnown(nodes: readonly Node[], before: readonly Node[], at: string): readonly Node[] {
  return nodes.map((node) => {
    const last = isOff(node) && before.find(({ id }) => id === node.id);
    const lastKnown = last && (isOff(last) ? last.lastKnown : lastOfNode(last, at));
    return lastKnown ? { ...node, lastKnown } : node;
  });
}

const isLost = ({ status }: Guest): boolean => status === 'unknown';
const isOff = ({ status }: Node): boolean => status !== 'online';

const lastOfGuest = ({ status, uptime, cpu, memory, disk, ipAddresses }: Guest, at: string): LastKnownGuest => ({
  ...{ at, status, uptime, cpu },
  memory: { total: memory.total, used: memory.used, usage: memory.usage },
  ...(disk.usage >= 0 && { disk: { total: disk.total, used: disk.used, usage: disk.usage } }),
  ...(ipAddresses && { ipAddresses }),
});

/** Undefined for a node whose figures the account may not see. */
const lastOfNode = ({ uptime, cpu, memory, disk }: Node, at: string): LastKnownNode | undefined =>
  uptime > 0
    ? {
        ...{ at, uptime, cpu },
        memory: { total: memory.total, used: memory.used, usage: memory.usage },
        disk: { total: disk.total, used: disk.used, usage: disk.usage },
      }
    : undefined;
