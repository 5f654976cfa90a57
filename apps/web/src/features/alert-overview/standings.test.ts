import type { Alert } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import { messages } from './messages.ts';
import { standingsOf, standingTexts } from './standings.ts';

const alert = (id: string, fields: Partial<Alert> = {}, metadata: object = {}): Alert => ({
  ...{ id, type: 'cpu', level: 'warning', resourceId: id, resourceName: id, node: 'pve1', instance: 'dc' },
  ...{ message: '', value: 1, threshold: 1, startTime: '', acknowledged: false },
  ...fields,
  metadata: { resourceType: 'guest', unit: 'none', occurrence: id, instanceId: 'dc', list: 'vms', ...metadata },
});
const alerts = [
  alert('open'),
  alert('quiet', {}, { silenced: { until: '' } }),
  alert('taken', { acknowledged: true }),
  alert('follows', {}, { cause: 'open' }),
  alert('follows too', {}, { cause: 'open' }),
];

test('every alert is counted in one part, so the parts add up to all', () => {
  const standings = standingsOf(alerts);
  expect(standings).toEqual({ firing: 1, silenced: 1, acknowledged: 1, explained: 2 });
  expect(standingTexts(standings, 'acknowledged')).toEqual(['1 open', '1 silenced', '2 part of a larger problem']);
  expect(messages.legend(5, standingTexts(standings))).toBe(
    '5 alerts: 1 open, 1 silenced, 1 acknowledged, 2 part of a larger problem',
  );
  expect(messages.legend(1, standingTexts(standingsOf(alerts.slice(0, 1))))).toBe('1 alert');
});
