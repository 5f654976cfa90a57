import { expect, test } from 'vitest';
import { ruledId } from './ruled.ts';

const of = (resourceType: string, resourceId: string) =>
  ruledId({
    resourceId,
    metadata: { resourceType, unit: 'none', occurrence: 'o', instanceId: 'dc', list: 'vms' },
  });

test('the rules look at a resource, of a container at its host, and nobody asks about Belfry itself', () => {
  expect(of('guest', 'dc-101')).toBe('dc-101');
  expect(of('dockerContainer', 'docker:box/name:web/api')).toBe('box');
  expect(of('dockerContainer', 'docker:box/0a1b')).toBe('box');
  expect(of('server', 'belfry')).toBeUndefined();
});
