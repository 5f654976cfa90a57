// Whether a guest waits for its disks so much that Belfry measures how long their operations take.
import type { Pressure } from '@belfry/schema/entities/guest';

/** Percent of the time (PSI, 10 s). */
export const DISK_WAIT_PERCENT = 1;

export const waitsForDisks = (pressure: Pick<Pressure, 'io'> | undefined): boolean =>
  pressure !== undefined && pressure.io >= DISK_WAIT_PERCENT;
