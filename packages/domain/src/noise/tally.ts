// Counts the occurrences of each alert, and finds those that speak most and are heeded least.
import type { NoiseOrder } from '@belfry/schema/http/noise';
import type { Zone } from '../calendar-event/runs.ts';

/** Epoch ms. `reason`: why it ended. */
export interface Spoken {
  id: string;
  type: string;
  name: string;
  place?: string | undefined;
  resourceType: string;
  message: string;
  start: number;
  end: number | undefined;
  reason: string | undefined;
  isAcknowledged: boolean;
}

export interface Counted extends Pick<Spoken, 'id' | 'type' | 'name' | 'place' | 'resourceType' | 'message'> {
  alerts: number;
  /** When those were active that somebody acknowledged. */
  acknowledged: { start: number; end: number | undefined }[];
  /** How long those lasted that ended by themselves, ms. */
  alone: number[];
  hours: number[];
}

const HOUR_MS = 3_600_000;
const MOST = 10;
/** Of fewer, no part and no median says much. */
const ENOUGH = 3;
const BY_ITSELF: readonly (string | undefined)[] = ['recovered', 'stopped'];

const shareOf = ({ acknowledged, alerts }: Counted): number => acknowledged.length / alerts;

export const medianOf = (lengths: readonly number[]): number | undefined =>
  lengths.toSorted((a, b) => a - b)[Math.floor((lengths.length - 1) / 2)];

export function createNoiseTally(zone: Zone) {
  const byAlert = new Map<string, Counted>();
  let total = 0;
  const byMost = (a: Counted, b: Counted) => b.alerts - a.alerts || (a.name < b.name ? -1 : 1);
  const orders: Record<NoiseOrder, (all: Counted[]) => Counted[]> = {
    most: (all) => all.filter(({ alerts }) => alerts > 1).sort(byMost),
    unheeded: (all) =>
      all.filter(({ alerts }) => alerts >= ENOUGH).sort((a, b) => shareOf(a) - shareOf(b) || byMost(a, b)),
    alone: (all) =>
      all
        .filter(({ alone }) => alone.length >= ENOUGH)
        .sort((a, b) => (medianOf(a.alone) ?? 0) - (medianOf(b.alone) ?? 0) || byMost(a, b)),
  };
  return {
    /** The newest first: the name and the message of an alert are those of its last occurrence. */
    add({ id, type, name, place, resourceType, message, start, end, reason, isAcknowledged }: Spoken): void {
      total++;
      const known = byAlert.get(id);
      const own = known ?? {
        ...{ id, type, name, ...(place && { place }), resourceType, message, alerts: 0, acknowledged: [], alone: [] },
        hours: Array.from({ length: 24 }, () => 0),
      };
      if (!known) byAlert.set(id, own);
      own.alerts++;
      if (isAcknowledged) own.acknowledged.push({ start, end });
      else if (end !== undefined && BY_ITSELF.includes(reason)) own.alone.push(end - start);
      const hour = Math.floor((start + zone(start)) / HOUR_MS) % 24;
      own.hours[hour] = (own.hours[hour] ?? 0) + 1;
    },
    most: (order: NoiseOrder): Counted[] => orders[order]([...byAlert.values()]).slice(0, MOST),
    counts: () => ({ total, kinds: byAlert.size }),
  };
}
