// The order of physical disks. Pure.
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { compareText, natural, sortedBy } from '../../../lib/order.ts';
import { healthOf } from '../../../ui/disk-health/disk-health.ts';
import type { DiskSortKey as SortKey } from '../preferences.ts';

export type { SortKey };

export interface DiskSort {
  key: SortKey;
  descending: boolean;
}

/** Missing values come last in either direction. Equal values are sorted by node, then by device. */
export const sortDisks = (disks: readonly PhysicalDisk[], { key, descending }: DiskSort): PhysicalDisk[] =>
  sortedBy(disks, (disk) => figureOf(disk, key), descending, byPlace);

const byPlace = (a: PhysicalDisk, b: PhysicalDisk): number =>
  compareText(natural(a.node), natural(b.node)) ||
  compareText(natural(a.devPath), natural(b.devPath)) ||
  compareText(a.id, b.id);

const WORST_FIRST = { crit: 0, warn: 1, off: 2, ok: 3 } as const;

function figureOf(disk: PhysicalDisk, key: SortKey): string | number | undefined {
  switch (key) {
    case 'device':
      return natural(disk.devPath);
    case 'health':
      return WORST_FIRST[healthOf(disk).state];
    case 'wearout':
      return disk.wearout < 0 ? undefined : disk.wearout;
    case 'temperature':
    case 'size':
      return disk[key] > 0 ? disk[key] : undefined;
    default:
      return natural(disk[key]) || undefined;
  }
}
