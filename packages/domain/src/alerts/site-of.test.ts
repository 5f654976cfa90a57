import { everything } from '@belfry/schema/notifications/everything';
import { expect, test } from 'vitest';
import { filteredBy } from '../notifications/routing.ts';
import { siteOfAlert } from './site-of.ts';

const state = { instances: [{ id: 'branch', site: 'cologne' }, { id: 'here' }], sites: [{ id: 'cologne' }] };
const alert = (resourceId: string, instanceId: string) => ({
  ...{ type: 'cpu', level: 'critical' as const, resourceId, node: '' },
  metadata: { resourceType: 'guest', unit: 'percent' as const, occurrence: 'o', list: 'vms', instanceId },
});

test('an alert has the site of its instance, and the alert about a site is one of that site', () => {
  expect(siteOfAlert(state, alert('branch-100', 'branch'))).toBe('cologne');
  expect(siteOfAlert(state, alert('here-100', 'here'))).toBeUndefined();
  expect(siteOfAlert(state, alert('cologne', ''))).toBe('cologne');
});

test('a destination that names sites gets what is of them, and nothing that the server itself watches', () => {
  const of = (sites: string[] | undefined, one: ReturnType<typeof alert>) =>
    filteredBy({ ...everything, ...(sites && { sites }) }, one, {
      tags: () => [],
      site: () => siteOfAlert(state, one),
    });
  expect(of(['cologne'], alert('branch-100', 'branch'))).toBeUndefined();
  expect(of(['cologne'], alert('here-100', 'here'))).toBe('sites');
  expect(of(['bonn'], alert('branch-100', 'branch'))).toBe('sites');
  expect(of([], alert('here-100', 'here'))).toBeUndefined();
  expect(of(undefined, alert('here-100', 'here'))).toBeUndefined();
});
