import type { Alert } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import { worstFirst } from './order.ts';

const alert = (id: string, fields: Partial<Alert> = {}, metadata: object = {}): Alert => ({
  ...{ id, type: 'cpu', level: 'critical', resourceId: id, resourceName: id, node: 'pve1', instance: 'dc' },
  ...{ message: '', value: 1, threshold: 1, startTime: '2026-01-01T00:00:00.000Z', acknowledged: false },
  ...fields,
  metadata: { resourceType: 'guest', unit: 'none', occurrence: id, instanceId: 'dc', list: 'vms', ...metadata },
});
const order = (...alerts: Alert[]) => alerts.toSorted(worstFirst).map(({ id }) => id);

test('level is before who has it, that before what depends on it, and that before age', () => {
  const later = '2026-01-01T00:05:00.000Z';
  const depends = (guests: number, others = 0) => ({ depends: { guests, others } });
  expect(
    order(
      alert('warning', { level: 'warning' }, depends(500)),
      alert('acknowledged', { acknowledged: true }, depends(40)),
      alert('silenced', {}, { silenced: { until: '' }, ...depends(30) }),
      alert('old'),
      alert('new', { startTime: later }),
      alert('storages', {}, depends(0, 3)),
      alert('two guests', {}, depends(2)),
      alert('node', {}, depends(40)),
    ),
  ).toEqual(['node', 'two guests', 'storages', 'new', 'old', 'acknowledged', 'silenced', 'warning']);
});

test('a dead node with eight guests comes before a busy one with forty, because nothing of that is lost', () => {
  const of = (guests: number) => ({ resourceType: 'node', depends: { guests, others: 0 } });
  const [dead, unknown] = [alert('dead', { type: 'connectivity' }, of(8)), { guests: 0, unknown: 9, others: 0 }];
  const unseen = alert('unseen', { type: 'connectivity' }, { resourceType: 'node', depends: unknown });
  const busy = alert('busy', { type: 'memory' }, of(40));
  expect(order(busy, dead, unseen, alert('guest'))).toEqual(['unseen', 'dead', 'busy', 'guest']);
});

test('a node without guests comes before an agent with containers', () => {
  const [node, agent] = [
    alert('node', {}, { resourceType: 'node', depends: { guests: 0, others: 0 } }),
    alert('agent', {}, { resourceType: 'dockerHost', depends: { guests: 0, others: 14 } }),
  ];
  expect(order(agent, node)).toEqual(['node', 'agent']);
});

test('an alert that an older version stored has a place too', () => {
  const { metadata: _, ...old } = alert('old', { level: 'warning' });
  expect(order(old, alert('new', { level: 'warning' }, { depends: { guests: 1, others: 0 } }))).toEqual(['new', 'old']);
});
