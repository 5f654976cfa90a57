// The order of physical disks. Pure.
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { healthOf } from './health.ts';

export const sortKeys = [
  'node',
  'device',
  'model',
  'type',
  'used',
  'health',
  'wearout',
  'temperature',
  'size',
] as const;
export type SortKey = (typeof sortKeys)[number];

export interface DiskSort {
  key: SortKey;
  descending: boolean;
}

/** What asks for attention comes first: hot disks and large ones; of health the worst, of life the least. */
export const descendsFirst = (key: SortKey): boolean => key === 'temperature' || key === 'size';

/** Missing values last in either direction; ties by node, then by device. */
export function sortDisks(disks: readonly PhysicalDisk[], { key, descending }: DiskSort): PhysicalDisk[] {
  const sign = descending ? -1 : 1;
  return [...disks].sort((a, b) => {
    const [x, y] = [figureOf(a, key), figureOf(b, key)];
    if (x !== y) {
      if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
      const order = typeof x === 'string' ? natural(x, String(y)) : x - Number(y);
      if (order !== 0) return sign * order;
    }
    return natural(a.node, b.node) || natural(a.devPath, b.devPath) || (a.id < b.id ? -1 : 1);
  });
}

const WORST_FIRST = { crit: 0, warn: 1, off: 2, ok: 3 } as const;

function figureOf(disk: PhysicalDisk, key: SortKey): string | number | undefined {
  switch (key) {
    case 'device':
      return disk.devPath;
    case 'health':
      return WORST_FIRST[healthOf(disk).state];
    case 'wearout':
      return disk.wearout < 0 ? undefined : disk.wearout;
    case 'temperature':
    case 'size':
      return disk[key] > 0 ? disk[key] : undefined;
    default:
      return disk[key] || undefined;
  }
}

const natural = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
