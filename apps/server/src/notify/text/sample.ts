// Alerts that nobody has, for tests of a destination and of templates.
import { inEnglish, otherWords } from '@belfry/domain/sentences/english';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Notice, NoticeAlert } from '../notice.ts';

const MINUTE = 60_000;

function sampleAlert(now: number, change: Partial<Alert> = {}): NoticeAlert {
  const alert: Alert = {
    id: 'example-100-cpu',
    type: 'cpu',
    level: 'warning',
    resourceId: 'example-100',
    resourceName: 'example-vm',
    node: 'example-node',
    instance: 'example',
    ...inEnglish({
      id: 'guest.share',
      values: {
        guest: { id: 'name.vm', values: { name: 'example-vm', vmid: 100 } },
        figure: { id: 'figure.cpu' },
        value: 92,
      },
    }),
    value: 92,
    threshold: 80,
    startTime: new Date(now - 5 * MINUTE).toISOString(),
    acknowledged: false,
    metadata: { resourceType: 'guest', unit: 'percent', occurrence: 'example', instanceId: 'example', list: 'guests' },
    ...change,
  };
  return { alert, occurrence: 'example', duration: 5 * MINUTE };
}

export const sampleNotice = (now: number): Notice => ({ kind: 'test', alerts: [sampleAlert(now)], at: now });

/** One of each sort: a test, an alert with quotation marks and line breaks in its texts, a group, an end. */
export function samples(now: number): Notice[] {
  const awkward = sampleAlert(now, {
    level: 'critical',
    type: 'offline',
    resourceName: 'a "quoted" name\\',
    ...inEnglish(otherWords('Two\nlines & <markup>, 100 %')),
    value: 0,
    threshold: 0,
    acknowledged: true,
    ackTime: new Date(now).toISOString(),
    ackUser: 'example',
  });
  const usual = sampleAlert(now);
  return [
    sampleNotice(now),
    { kind: 'raised', alerts: [awkward], at: now },
    { kind: 'raised', alerts: [awkward, usual, usual], at: now },
    { kind: 'resolved', alerts: [{ ...usual, resolvedAt: now, reason: 'recovered' }], at: now },
  ];
}
