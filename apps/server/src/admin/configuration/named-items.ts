// Webhooks and maintenance windows: a file may name them without their ids.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { MaintenanceWindow } from '@belfry/schema/alerts/silences';
import type { FileWindow } from '@belfry/schema/config/file';

/** Follows from the name, so that a file has the same effect everywhere. */
export const freshId = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 16);

export const CONFIG_FILE = 'configuration file';

/** A window that does not change stays as it is, also who changed it last. */
export function windowsOf(
  given: readonly FileWindow[],
  stored: readonly MaintenanceWindow[],
  now: string,
): MaintenanceWindow[] {
  return given.map((window) => {
    const known = stored.find(({ id, name }) => (window.id === undefined ? name === window.name : id === window.id));
    const next = { ...window, id: window.id ?? known?.id ?? freshId(window.name) };
    const { by, changedAt, ...before } = known ?? { by: '', changedAt: '' };
    return isDeepStrictEqual(before, next) ? { ...next, by, changedAt } : { ...next, by: CONFIG_FILE, changedAt: now };
  });
}
