// Which instances are one cluster, and which of them are polled.
import { NodeConfig } from '@belfry/schema/config/node';
import { expect, test } from 'vitest';
import type { Cluster } from '../../config/host.ts';
import type { StoredInstance } from '../../db/instances-store.ts';
import { createLogger } from '../../lib/logger.ts';
import { isSameCluster } from './cluster.ts';
import { createDuplicates } from './duplicates.ts';

const log = createLogger('silent');
const cluster = (name: string, ...members: object[]): Cluster => ({
  name,
  members: members.map((member, i) => ({
    ...{ nodeId: `${i + 1}`, node: `pve${i + 1}`, ip: `10.0.0.${i + 1}`, fingerprint: `A${i}` },
    ...{ origin: `https://10.0.0.${i + 1}:8006`, online: true, seenAt: 'then' },
    ...member,
  })),
});
const home = cluster('home', {}, {});

test.each([
  ['asked at another member', cluster('home', {}, {}), true],
  ['seen while a member is off and has no address', cluster('home', { ip: '' }, {}), true],
  ['asked with a token that may not read certificates', cluster('home', { fingerprint: undefined }, {}), true],
  ['after one certificate was renewed', cluster('home', { fingerprint: 'B0' }, {}), true],
  ['after a node joined', cluster('home', {}, {}, {}), true],
  ['of another name', cluster('away', {}, {}), false],
  ['with the same names and addresses elsewhere', cluster('home', { fingerprint: 'C0' }, { fingerprint: 'C1' }), false],
  ['with the same names and one certificate elsewhere', cluster('home', { ip: '10.9.0.1' }, { ip: '10.9.0.2' }), false],
  ['of other nodes', cluster('home', { node: 'x' }, { node: 'y' }), false],
])('a cluster %s', (_, other, expected) => {
  expect([isSameCluster(home, other), isSameCluster(other, home)]).toEqual([expected, expected]);
});

const stored = (id: string, type: 'pve' | 'pbs' = 'pve'): StoredInstance => ({
  id,
  instance: id,
  config: NodeConfig.parse({ type, name: id, host: `https://${id}:8006`, user: 'u@pam', password: 'p' }),
  createdAt: 0,
  changedAt: 0,
});

/** `known`: the result of the first check. Undefined: a host without a cluster. */
function setUp(instances: StoredInstance[], known: Record<string, Cluster | undefined>) {
  const looked = new Map(Object.entries(known));
  const duplicates = createDuplicates(
    { of: (id) => looked.get(id), isLookedAt: (id) => looked.has(id), instances: () => instances },
    log,
  );
  return { looked, instances, duplicates, polled: () => duplicates.polled().map(({ id }) => id) };
}

test('the first with a cluster is polled, later ones are its duplicates; hosts without a cluster are all polled', () => {
  const all = ['a', 'b', 'c', 'd'].map((id) => stored(id));
  const { duplicates, polled } = setUp(all, { a: home, b: undefined, c: home, d: undefined });
  expect(polled()).toEqual(['a', 'b', 'd']);
  expect(all.map(({ id }) => duplicates.of(id)?.id)).toEqual([undefined, undefined, 'a', undefined]);
});

test('a new instance waits until it and the earlier instances are checked; the first one and other products do not wait', () => {
  const { looked, instances, polled } = setUp([stored('a'), stored('pbs', 'pbs'), stored('b'), stored('c')], {});
  expect(polled()).toEqual(['a', 'pbs']);
  looked.set('b', undefined);
  expect(polled()).toEqual(['a', 'pbs']);
  looked.set('a', undefined);
  expect(polled()).toEqual(['a', 'pbs', 'b']);
  looked.delete('a');
  expect(polled()).toEqual(['a', 'pbs', 'b']);
  looked.set('a', home).set('c', home);
  expect(polled()).toEqual(['a', 'pbs', 'b']);
  instances.shift();
  expect(polled()).toEqual(['pbs', 'b', 'c']);
});

test('a configured instance is not its own duplicate: it may be tested, also at the address of another member', () => {
  const { duplicates } = setUp([stored('a'), stored('b')], { a: home, b: undefined });
  const earlierWith = (name: string, host: string) => duplicates.earlierWith(home, { type: 'pve', name, host })?.id;
  expect(earlierWith('new', 'https://10.0.0.2:8006')).toBe('a');
  expect(earlierWith('a', 'https://10.0.0.2:8006')).toBeUndefined();
  expect(earlierWith('new', 'https://a:8006')).toBeUndefined();
  expect(earlierWith('b', 'https://b:8006')).toBe('a');
});

const [bern, genf] = ['b'.repeat(16), 'c'.repeat(16)];
const at = (id: string, site: string): StoredInstance => {
  const { config, ...rest } = stored(id);
  return { ...rest, config: { ...config, site, host: 'https://10.0.0.1:8006' } };
};

test('a host of a site with the names and addresses of one that this server polls is another cluster, unless a certificate known to both says that they are one', () => {
  const unread = cluster('home', { fingerprint: undefined }, { fingerprint: undefined });
  const { duplicates, polled, looked } = setUp([at('a', ''), at('b', genf)], { a: home, b: unread });
  expect(polled()).toEqual(['a', 'b']);
  expect(duplicates.withMember({ host: 'https://10.0.0.2:8006', site: genf }, 'b')).toBeUndefined();
  expect(duplicates.withMember({ host: 'https://10.0.0.2:8006', site: '' }, undefined)?.id).toBe('a');
  looked.set('b', home);
  expect(polled()).toEqual(['a']);
});

test.each([
  ['this server', ''],
  ['another site', genf],
])('a collector that claims a cluster does not end the polls of the same cluster by %s', (_, place) => {
  expect(setUp([at('a', bern), at('b', place)], { a: home, b: home }).polled()).toEqual(['a', 'b']);
});
