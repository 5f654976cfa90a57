import { expect, test } from 'vitest';
import { ofSites } from './of-sites.ts';

const state = {
  instances: [{ id: 'a', site: 's' }, { id: 'b', site: 't' }, { id: 'c' }],
  sites: [
    { id: 's', name: 'Köln Nord' },
    { id: 't', name: 'Bonn' },
  ],
} as Parameters<typeof ofSites>[1];

test('site: finds what the sites poll in whose names each of its words is, and alerts about such a site itself', () => {
  const found = (q: string) => ofSites({ q }, state);
  expect(found('disk SITE:köln  full')).toEqual({ q: 'disk full', within: { instances: ['a'], resources: ['s'] } });
  expect(found('site:köln site:nord')).toEqual({ q: '', within: { instances: ['a'], resources: ['s'] } });
  expect(found('site:köln site:bonn').within).toEqual({ instances: [], resources: [] });
  expect(found('Disk  full')).toEqual({ q: 'Disk  full' });
});
