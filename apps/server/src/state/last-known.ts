// What was last known of guests and nodes before their node was lost. A cluster answers for a lost node with zeros, and Proxmox VE itself
// forgets what ran there.
import type { Guest, LastKnownGuest } from '@belfry/schema/entities/guest';
import type { LastKnownNode, Node } from '@belfry/schema/entities/node';

/** The list of the answer before, and when it came (ISO). `at` is undefined before the first answer since the start. */
interface Before<E> {
  list: readonly E[];
  at: string | undefined;
}

/** `kept`: what was known before the start, by id. */
export function guestsWithLastKnown(
  guests: readonly Guest[],
  { list, at }: Before<Guest>,
  kept: (id: string) => LastKnownGuest | undefined,
): readonly Guest[] {
  if (!guests.some(isLost)) return guests;
  const known = new Map(list.map((guest) => [guest.id, guest]));
  return guests.map((guest) => {
    if (!isLost(guest)) return guest;
    const last = known.get(guest.id);
    const lastKnown =
      !last || at === undefined ? kept(guest.id) : isLost(last) ? last.lastKnown : lastOfGuest(last, at);
    return lastKnown ? { ...guest, lastKnown } : guest;
  });
}

export function nodesWithLastKnown(
  nodes: readonly Node[],
  { list, at }: Before<Node>,
  kept: (id: string) => LastKnownNode | undefined,
): readonly Node[] {
  return nodes.map((node) => {
    if (!isOff(node)) return node;
    const last = list.find(({ id }) => id === node.id);
    const lastKnown = !last || at === undefined ? kept(node.id) : isOff(last) ? last.lastKnown : lastOfNode(last, at);
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
