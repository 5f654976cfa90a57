// For tests: alerts and their history as they were stored before a restart, and the active ones as a client sees them.
import type { Whole } from '../../contract/testing/whole-app.ts';
import { openAlertsFile } from '../../db/alerts-file.ts';
import type { Occurrence } from '../../db/alerts-store.ts';
import { occurrence } from '../../db/testing/occurrences.ts';
import { tempDir } from '../../db/testing/temp-store.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';

const metadata = { resourceType: 'guest', unit: 'percent', instanceId: 'dc', list: 'vms' };

/** An occurrence that began a minute ago, of the alert with this id. */
export const active = (id: string, more: Partial<Occurrence> = {}, alert: Partial<Occurrence['alert']> = {}) =>
  occurrence(
    `o ${id}`,
    { openedAt: Date.now() - 60_000, ...more },
    { id, metadata: { ...metadata, occurrence: `o ${id}` }, ...alert },
  );

/** An occurrence that lasted for five seconds. */
export const ended = (id: string, openedAt: number, more: Partial<Occurrence> = {}) =>
  active(id, { openedAt, resolvedAt: openedAt + 5000, reason: 'recovered', ...more });

/** A data directory in which these occurrences are stored. */
export async function stored(rows: readonly Occurrence[]): Promise<string> {
  const dataDir = tempDir();
  const file = openAlertsFile({ dataDir, clock: systemClock, log: createLogger('silent') });
  await file.alerts.save(rows);
  await file.close();
  return dataDir;
}

/** The id of an alert about the processor of guest 100. */
export const CPU = 'dc-100-cpu';

/** The ids of the active alerts. */
export const activeIds = (app: Whole) =>
  app.app.http.inject('/api/alerts/active').then((reply) => reply.json<{ id: string }[]>().map(({ id }) => id));
