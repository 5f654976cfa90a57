import { emptyState } from '@belfry/domain/delta/empty-state';
import { keepFacts } from '@belfry/domain/delta/facts';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Guest } from '@belfry/schema/entities/guest';
import type { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { guest } from '../state/testing/observations.ts';
import { createWeighing } from './depends.ts';

const metadata = { resourceType: 'node', instanceId: 'a', unit: 'none', occurrence: 'o', list: 'nodes' };
const ofNode: Alert = {
  ...{ id: 'node-offline-a-n1', type: 'connectivity', level: 'critical', resourceId: 'a-n1', resourceName: 'n1' },
  ...{ node: 'n1', instance: 'a', message: 'offline', value: 0, threshold: 0, startTime: '2026-01-01T00:00:00Z' },
  ...{ acknowledged: false },
  metadata,
};
const stateOf = (vms: readonly Guest[]): State => ({ ...emptyState, vms: [...vms] });
const running = (n: number, fields: Partial<Guest> = {}) => guest('a', n, { node: 'n1', status: 'running', ...fields });

test('an alert is the same object while only readings of guests change, and is counted again when a guest has stopped', () => {
  const weigh = createWeighing();
  const before = stateOf([running(1), running(2)]);
  const alerts = [ofNode];
  const [counted] = weigh(alerts, before);
  expect(counted?.metadata?.depends).toEqual({ guests: 2, others: 0 });

  const busy = stateOf([running(1, { cpu: 0.9 }), running(2)]);
  keepFacts(busy.vms, before.vms);
  expect(weigh(alerts, busy)[0]).toBe(counted);
  // Another alert beside it is counted, and this one is not.
  const other: Alert = { ...ofNode, id: 'another' };
  const both = weigh([ofNode, other], busy);
  expect(both[0]).toBe(counted);
  expect(both[1]?.metadata?.depends).toEqual({ guests: 2, others: 0 });

  const stopped = stateOf([running(1, { status: 'stopped' }), running(2)]);
  expect(weigh(alerts, stopped)[0]?.metadata?.depends).toEqual({ guests: 1, others: 0 });
});

test('an alert that was away while guests stopped is counted again', () => {
  const weigh = createWeighing();
  weigh([ofNode], stateOf([running(1), running(2)]));
  const later = stateOf([running(1), running(2, { status: 'stopped' })]);
  weigh([], later);
  expect(weigh([ofNode], later)[0]?.metadata?.depends).toEqual({ guests: 1, others: 0 });
});

test('an alert of a site is counted again when another host belongs to it', () => {
  const weigh = createWeighing();
  const ofSite: Alert = {
    ...ofNode,
    resourceId: 's1',
    metadata: { ...metadata, resourceType: 'site', instanceId: '' },
  };
  const state = stateOf([running(1)]);
  const instance = (site?: string) => ({ ...state, instances: [{ id: 'a', ...(site && { site }) }] });
  expect(weigh([ofSite], instance())[0]).toBe(ofSite);
  expect(weigh([ofSite], instance('s1'))[0]?.metadata?.depends).toEqual({ guests: 1, others: 1 });
});
