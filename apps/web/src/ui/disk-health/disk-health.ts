// The words for the health of a disk: the same wherever the disk is shown. Pure.

import { type DiskHealth, diskHealth } from '@belfry/domain/disk-health';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { messages } from './messages.ts';

export interface Health {
  label: string;
  state: 'ok' | 'warn' | 'crit' | 'off';
}

/** The health of the disk is unknown: SMART is off, or cannot be read through its controller. */
export const isUnread = (disk: Pick<PhysicalDisk, 'health' | 'wearout'>): boolean => diskHealth(disk) === 'unknown';

const shown: Readonly<Record<DiskHealth, (word: string) => Health>> = {
  failed: () => ({ label: messages.failed, state: 'crit' }),
  worn: () => ({ label: messages.worn, state: 'warn' }),
  passed: (word) => ({ label: word.toUpperCase() === 'PASSED' ? messages.healthy : word, state: 'ok' }),
  unknown: () => ({ label: messages.unknown, state: 'off' }),
};

export const healthOf = (disk: Pick<PhysicalDisk, 'health' | 'wearout'>): Health =>
  shown[diskHealth(disk)](disk.health.trim());
