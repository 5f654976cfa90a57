// The loss of a node in numbers, for screens and alerts.
import type { LostGuest, NodeLoss, Obstacle } from '@belfry/schema/entities/node-loss';

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
