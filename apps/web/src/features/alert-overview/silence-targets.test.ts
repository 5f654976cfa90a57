import type { Alert } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import { silenceTargets } from './silence-targets.ts';

const metadata = { resourceType: 'node', unit: '%', occurrence: 'o', instanceId: 'home', list: 'nodes' };
const cpu: Alert = {
  ...{ id: 'home-pve1-cpu', type: 'cpu', level: 'warning', resourceId: 'home-pve1', resourceName: 'pve1' },
  ...{ node: 'pve1', instance: 'home', message: '', value: 93, threshold: 80, acknowledged: false },
  startTime: '2026-01-02T03:04:05Z',
  metadata,
};
const sites = [{ id: 's1', name: 'Bern' }];

test('an alert of a site can be silenced with everything in the site, as the widest choice', () => {
  expect(silenceTargets(cpu, { instances: [{ id: 'home', site: 's1' }], sites })).toEqual([
    [{ kind: 'alert', value: 'home-pve1-cpu' }, 'This alert'],
    [{ kind: 'resource', value: 'home-pve1' }, 'Everything about pve1'],
    [{ kind: 'node', value: 'home-pve1' }, 'Everything on pve1'],
    [{ kind: 'site', value: 's1' }, 'Everything in the site Bern'],
  ]);
});

test('the alert about a silent site can be silenced with everything in it', () => {
  const silent: Alert = {
    ...{ ...cpu, id: 'site-silent-s1', resourceId: 's1', resourceName: 'Bern', node: '' },
    metadata: { ...metadata, instanceId: '' },
  };
  const kinds = silenceTargets(silent, { instances: [], sites });
  expect(kinds.at(-1)).toEqual([{ kind: 'site', value: 's1' }, 'Everything in the site Bern']);
});

test('no site is offered for what this server polls itself', () => {
  const targets = silenceTargets(cpu, { instances: [{ id: 'home' }], sites });
  expect(targets.map(([{ kind }]) => kind)).toEqual(['alert', 'resource', 'node']);
});
