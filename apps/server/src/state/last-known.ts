// What was last known of guests and nodes before their node was lost. A cluster answers for a lost node with zeros, and Proxmox VE itself
// forgets what ran there.
import { guestRan } from '@belfry/domain/status';
import type { Guest, LastKnownGuest } from '@belfry/schema/entities/guest';
import type { LastKnownNode, Node } from '@belfry/schema/entities/node';
import type { LostGuest, NodeLoss } from '@belfry/schema/entities/node-loss';

/** The list of the answer before, and when it came (ISO). `at` is undefined before the first answer since the start. */
interface Before<E> {
  list: readonly E[];
  at: string | undefined;
}

/**
 * A guest that was started on another node keeps it too, for as long as the node that it was lost with is offline: what ran there stays
 * the same list. `kept`: what was known before the start, by id.
 */
export function guestsWithLastKnown(
  guests: readonly Guest[],
  { list, at }: Before<Guest>,
  kept: (id: string) => LastKnownGuest | undefined,
  nodes: readonly Node[],
): readonly Guest[] {
  const off = new Map(nodes.filter(isOff).map((node) => [node.name, node]));
  if (off.size === 0 && !guests.some(isLost)) return guests;
  const known = new Map(list.map((guest) => [guest.id, guest]));
  const lastOf = (guest: Guest): LastKnownGuest | undefined => {
    const last = known.get(guest.id);
    if (!last || at === undefined) return kept(guest.id);
    if (isLost(last)) return last.lastKnown;
    const isElsewhere = last.lastKnown?.node !== undefined && last.lastKnown.node !== last.node;
    if (!isLost(guest) && isElsewhere) return last.lastKnown;
    // the cluster shows the last figures of a lost node for some minutes
    return isLost(guest) || last.node !== guest.node
      ? lastOfGuest(last, off.get(last.node)?.lastKnown?.at ?? at)
      : undefined;
  };
  return guests.map((guest) => {
    const lastKnown = lastOf(guest);
    const isShown = lastKnown && (isLost(guest) || (lastKnown.node !== guest.node && off.has(lastKnown.node ?? '')));
    return isShown ? { ...guest, lastKnown } : guest;
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

/**
 * A source that was started after the loss, such as that of a collector, does not know what ran there. Its estimate is left as it is apart
 * from that: where the others would go was calculated with all of them.
 */
export function lossesWithLastKnown(losses: readonly NodeLoss[], guests: readonly Guest[]): readonly NodeLoss[] {
  if (!losses.some((loss) => loss.guests.some(({ isAssumed }) => isAssumed))) return losses;
  const ran = new Map(guests.map((guest) => [guest.vmid, guestRan(guest)]));
  const known = (guest: LostGuest): LostGuest[] => {
    const { isAssumed, ...seen } = guest;
    const did = isAssumed ? ran.get(guest.vmid) : undefined;
    return did === undefined ? [guest] : did ? [seen] : [];
  };
  return losses.map((loss) => ({ ...loss, guests: loss.guests.flatMap(known) }));
}

const isLost = ({ status }: Guest): boolean => status === 'unknown';
const isOff = ({ status }: Node): boolean => status !== 'online';

const lastOfGuest = ({ node, status, uptime, cpu, memory, disk, ipAddresses }: Guest, at: string): LastKnownGuest => ({
  ...{ at, node, status, uptime, cpu },
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
