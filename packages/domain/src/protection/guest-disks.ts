// What the configuration of a guest says about its backups.
import type { GuestConfig } from '@belfry/schema/entities/guest-config';
import { foundIn } from '../delta/sorted.ts';

/**
 * `disksLeftOut`: disks that no backup contains (`backup=0`), `isWhole`: there are no others. `createdAt` epoch ms: older backups with its
 * number belong to another guest.
 */
export interface GuestDisks {
  disksLeftOut: readonly string[];
  isWhole: boolean;
  createdAt?: number;
}

export type DiskConfig = Pick<GuestConfig, 'id' | 'createdAt' | 'disks'>;

/** Of a guest by its id. Undefined: its configuration is not known. */
export function disksOf(configs: readonly DiskConfig[], guest: string): GuestDisks | undefined {
  const config = foundIn(configs, guest);
  if (!config) return undefined;
  const { createdAt, disks } = config;
  const disksLeftOut = disks.filter(({ isBackedUp }) => !isBackedUp).map(({ key }) => key);
  return {
    disksLeftOut,
    isWhole: disks.length > 0 && disksLeftOut.length === disks.length,
    ...(createdAt !== undefined && { createdAt: Date.parse(createdAt) }),
  };
}
