// What the health that a host reports for a disk means. Pure.
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';

/** `unknown`: SMART is off, or cannot be read through its controller. */
export type DiskHealth = 'failed' | 'worn' | 'passed' | 'unknown';

/** Percent of its life that a disk has left when it is worn out soon. */
const WORN_BELOW = 10;

/** A disk that passes its SMART check can still be worn out soon. */
export function diskHealth({ health, wearout }: Pick<PhysicalDisk, 'health' | 'wearout'>): DiskHealth {
  const word = health.trim().toUpperCase();
  if (word.startsWith('FAIL')) return 'failed';
  if (wearout > 0 && wearout < WORN_BELOW) return 'worn';
  return word === 'PASSED' || word === 'OK' || word === 'GOOD' ? 'passed' : 'unknown';
}
