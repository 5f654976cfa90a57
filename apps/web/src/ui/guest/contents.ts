// Which panels about a guest have a content.
import type { GuestFacts } from '@belfry/domain/guest-figures';

export const hasOverview = (guest: GuestFacts): boolean =>
  Boolean(guest.osName || guest.osVersion || guest.ipAddresses?.length);
export const hasMemoryDetail = ({ memory }: GuestFacts): boolean =>
  memory.balloon !== undefined || memory.hostUsed !== undefined || (memory.swapTotal ?? 0) > 0;
export const hasFilesystems = (guest: GuestFacts): boolean => (guest.disks?.length ?? 0) > 1;
export const hasNetworks = (guest: GuestFacts): boolean => (guest.networkInterfaces?.length ?? 0) > 0;
export const hasProtection = ({ haState, inBackupJob, lastBackup, replication }: GuestFacts): boolean =>
  (haState ?? inBackupJob ?? lastBackup ?? replication) !== undefined;

/** Whether a row has anything to expand. */
export const hasDetail = (guest: GuestFacts): boolean =>
  hasOverview(guest) || hasMemoryDetail(guest) || hasFilesystems(guest) || hasNetworks(guest) || hasProtection(guest);
