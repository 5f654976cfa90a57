// The texts for the health of a disk. Pure.

import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { messages } from '../messages.ts';

export interface Health {
  label: string;
  state: 'ok' | 'warn' | 'crit' | 'off';
}

/** The health of the disk is unknown: SMART is off, or cannot be read through its controller. */
export const isUnread = (disk: Pick<PhysicalDisk, 'health' | 'wearout'>): boolean => healthOf(disk).state === 'off';

/** A disk that passes its SMART check can still be worn out soon. */
export function healthOf({ health, wearout }: Pick<PhysicalDisk, 'health' | 'wearout'>): Health {
  const word = health.trim().toUpperCase();
  if (word.startsWith('FAIL')) return { label: messages.health.failed, state: 'crit' };
  if (wearout > 0 && wearout < 10) return { label: messages.health.worn, state: 'warn' };
  if (word === 'PASSED') return { label: messages.health.healthy, state: 'ok' };
  if (word === 'OK' || word === 'GOOD') return { label: health.trim(), state: 'ok' };
  return { label: messages.health.unknown, state: 'off' };
}
