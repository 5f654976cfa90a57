// What fills when an alert says that something is full or worn.
import type { Alert } from '@belfry/schema/entities/alert';
import type { Resource } from '@belfry/schema/history/metrics';
import { pastOf } from '../history/past-of.ts';

const FILLS: ReadonlySet<string> = new Set(['usage', 'disk', 'disk-wearout', 'thin-metadata']);

/** As the history calls it. Undefined: the alert is about something else. */
export function fillingOf(alert: Alert): Resource | undefined {
  const type = alert.type === 'datastore-full-soon' ? 'usage' : alert.type;
  const past = FILLS.has(type) ? pastOf({ ...alert, type }) : undefined;
  return past && { kind: past.kind, id: past.id };
}
