// Deliveries, and records of who was notified, for tests.
import { iso } from '../../lib/clock.ts';
import type { NotifiedRow, OpenDelivery } from '../outbox-store.ts';
import { occurrence } from './occurrences.ts';
import { START } from './temp-store.ts';

type Change = Partial<OpenDelivery['delivery']> & { occurrences?: string[]; to?: string };

/** A message about these occurrences of alerts to the webhook `a`, or to another destination. */
export function openDelivery(
  id: string,
  { occurrences = [`o-${id}`], to = 'webhook:a', ...change }: Change = {},
): OpenDelivery {
  const alerts = occurrences.map((name) => ({ occurrence: name, alert: occurrence(name).alert, duration: 0 }));
  return {
    delivery: {
      id,
      destination: { id: to, name: 'Chat', service: 'generic' },
      kind: 'raised',
      alerts: alerts.map(({ alert, occurrence: of }) => ({
        ...{ id: alert.id, occurrence: of, resourceName: alert.resourceName, level: alert.level },
      })),
      ...{ alertCount: alerts.length, state: 'queued', attempts: 0, lost: 0, createdAt: iso(START) },
      ...change,
    },
    notice: { kind: 'raised', alerts, at: START },
    threads: Object.fromEntries(occurrences.map((name) => [name, id])),
  };
}

export const notifiedRow = (
  name: string,
  destination = 'webhook:a',
  change: Partial<NotifiedRow> = {},
): NotifiedRow => ({
  notified: {
    ...{ destination, occurrence: name, alert: occurrence(name).alert, level: 'warning', flapping: false },
    ...{ escalation: 0, times: [START] },
  },
  first: `first of ${name}`,
  reached: false,
  ...change,
});
