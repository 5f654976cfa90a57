// The loss of a node in numbers, for screens and alerts.
import type { Node } from '@belfry/schema/entities/node';
import type { LostGuest, NodeLoss, Obstacle } from '@belfry/schema/entities/node-loss';
import { percent } from '../usage.ts';

/** `byHa`: HA starts them elsewhere. `byHand`: somebody can. `stays`: nobody can. `unknown`: nothing is known of them. */
export interface LossSummary {
  total: number;
  byHa: number;
  byHand: number;
  stays: LostGuest[];
  unknown: LostGuest[];
}

export const obstacleKinds = ({ obstacles = [] }: LostGuest): Obstacle['kind'][] => obstacles.map(({ kind }) => kind);

/** Whether the estimate says nothing about the guest, because a part of its data is not known. */
export const isUnknown = (guest: LostGuest): boolean =>
  obstacleKinds(guest).some((kind) => kind === 'not-read' || kind === 'unknown-storage');

export function lossSummary({ guests }: Pick<NodeLoss, 'guests'>): LossSummary {
  const placed = guests.filter(({ to }) => to !== undefined);
  const byHa = placed.filter(({ isManaged }) => isManaged).length;
  const left = guests.filter(({ to }) => to === undefined);
  return {
    total: guests.length,
    byHa,
    byHand: placed.length - byHa,
    stays: left.filter((guest) => !isUnknown(guest)),
    unknown: left.filter(isUnknown),
  };
}

/** By node: the guests that would come. */
export const arrivals = ({ guests }: Pick<NodeLoss, 'guests'>): ReadonlyMap<string, readonly LostGuest[]> =>
  Map.groupBy(
    guests.filter(({ to }) => to !== undefined),
    ({ to }) => to ?? '',
  );

/** `now` and `after`: percent of the memory of the node. `after`: with the guests that would come. */
export interface NodeRoom {
  node: Node;
  guests: number;
  now: number;
  after: number;
}

/**
 * The memory of the nodes that stay. What would come is added to what was in use when the estimate was made: since then a guest may have
 * been started there already, and would be counted twice. `losses` are all estimates of the cluster, `memoryOf` gives bytes.
 */
export function roomsOf(
  loss: Pick<NodeLoss, 'guests'>,
  staying: readonly Node[],
  losses: readonly Pick<NodeLoss, 'node' | 'freeBytes'>[],
  memoryOf: (vmid: number) => number,
): NodeRoom[] {
  const coming = arrivals(loss);
  const free = new Map(losses.map(({ node, freeBytes }) => [node, freeBytes]));
  return staying.map((node) => {
    const { used, total, free: freeNow } = node.memory;
    const own = coming.get(node.name) ?? [];
    const bytes = own.reduce((sum, { vmid }) => sum + memoryOf(vmid), 0);
    const now = percent(used, total);
    const planned = percent(total - (free.get(node.name) ?? freeNow) + bytes, total);
    return { node, guests: own.length, now, after: own.length > 0 ? Math.max(now, planned) : now };
  });
}
