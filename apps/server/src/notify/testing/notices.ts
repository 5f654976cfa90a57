// Notices for tests.
import { alertTypes } from '@belfry/domain/alerts/catalogue';
import type { Alert, AlertMetadata } from '@belfry/schema/entities/alert';
import type { Notice, NoticeAlert } from '../notice.ts';

/** 2026-03-01 12:00 UTC */
export const AT = Date.UTC(2026, 2, 1, 12);
const MINUTE = 60_000;

type AlertChange = Partial<Omit<Alert, 'metadata'>> & { metadata?: Partial<AlertMetadata> };

export function alertWith({ metadata, ...change }: AlertChange = {}): Alert {
  const { type = 'cpu', resourceName = 'web-1' } = change;
  const facts = new Map(Object.entries(alertTypes)).get(type);
  return {
    id: `home-101-${type}`,
    type,
    level: 'warning',
    resourceId: 'home-101',
    resourceName,
    node: 'pve1',
    instance: 'home',
    message: `VM ${resourceName} (101): CPU usage is 93 %.`,
    value: 93,
    threshold: 80,
    startTime: new Date(AT - 5 * MINUTE).toISOString(),
    acknowledged: false,
    ...change,
    metadata: {
      resourceType: 'guest',
      unit: facts?.unit ?? 'none',
      occurrence: 'occurrence-1',
      instanceId: 'home',
      list: 'guests',
      ...metadata,
    },
  };
}

export const entryOf = (alert: Alert, change: Partial<NoticeAlert> = {}): NoticeAlert => ({
  alert,
  occurrence: alert.metadata?.occurrence ?? alert.id,
  duration: 5 * MINUTE,
  ...change,
});

export const noticeOf = (alerts: readonly NoticeAlert[], change: Partial<Notice> = {}): Notice => ({
  kind: 'raised',
  alerts,
  at: AT,
  ...change,
});
