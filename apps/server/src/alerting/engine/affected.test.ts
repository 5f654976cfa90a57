import { expect, test } from 'vitest';
import { createAffected } from './affected.ts';
import type { Reading } from './reading.ts';

test('a cause names up to a thousand resources that it explains, and a request gets all of them', () => {
  const affected = createAffected({ get: () => undefined, all: () => [] });
  for (let i = 0; i < 1200; i++) {
    const resource = { kind: 'dockerContainer' as const, id: `c${i}`, name: `web-${i}`, instance: '', node: 'host' };
    const reading: Reading = {
      ...{ id: `c${i}`, resource: { ...resource, instanceId: 'host' }, causes: ['silent'], type: 'usage' },
      ...{ verdict: { is: 'unknown' }, confirm: { polls: 1 }, message: () => '' },
    };
    affected.join('silent', { list: 'dockerHosts', entityId: `c${i}`, readings: [reading] });
  }
  const shown = affected.changes().get('silent');
  expect([shown?.count, shown?.resources.length, affected.all('silent').length]).toEqual([1200, 1000, 1200]);
});

test('resources with the same name are named with their place: several clusters may call their storage "pbs-main"', () => {
  const alerts = { get: () => undefined, all: () => [] };
  const affected = createAffected(alerts);
  const join = (id: string, name: string, instance: string, node: string) => {
    const resource = { kind: 'storage' as const, id, name, instance, node, instanceId: instance };
    const reading: Reading = {
      ...{ id, resource, causes: ['full'], type: 'usage', verdict: { is: 'unknown' } },
      ...{ confirm: { polls: 1 }, message: () => '' },
    };
    affected.join('full', { list: 'storage', entityId: id, readings: [reading] });
  };
  join('1', 'pbs-main', 'berlin', 'cluster');
  join('2', 'pbs-main', 'bonn', 'cluster');
  join('3', 'dump', 'bonn', 'n1');
  join('4', 'dump', 'bonn', 'n2');
  join('5', 'other', 'bonn', 'n1');
  expect(
    affected
      .changes()
      .get('full')
      ?.resources.map(({ name }) => name),
  ).toEqual(['pbs-main (berlin)', 'pbs-main (bonn)', 'dump (n1)', 'dump (n2)', 'other']);
});
