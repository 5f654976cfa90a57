// The members of a cluster, and the certificate that is trusted for each.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Trust } from '../../lib/http-client.ts';
import { clusterOf, membersOf, parseCluster, parseFingerprints } from './cluster.ts';
import { clusterStatus } from './testing/answers.ts';

const fingerprint = Array(32).fill('AB').join(':');
const cluster = parseCluster([
  { type: 'cluster', name: 'attic' },
  { type: 'node', name: 'pve1', ip: '10.0.0.1', local: 1, online: 1 },
  { type: 'node', name: 'pve2', ip: '10.0.0.2', local: 0, online: 1 },
  { type: 'node', name: 'pve3', local: 0, online: 0 },
]);
const main = (mode: 'verify' | 'off' | 'pinned') => ({
  origin: 'https://pve.lan:8006',
  trust: (mode === 'pinned' ? { mode, fingerprint: 'main' } : { mode }) satisfies Trust,
});
const reason = { id: 'member.noCertificate' } as const;
const at = { host: 'https://pve.lan:8006', main: 'pve1', at: 'then' };
const membersWith = (mode: 'verify' | 'off' | 'pinned', known: [string, string][] = []) => {
  const found = cluster && clusterOf(cluster, new Map(known), at);
  return found ? membersOf(found, main(mode), reason) : [];
};

test('a cluster has its name, its members and their addresses', () => {
  expect(parseCluster(clusterStatus)).toMatchObject({
    name: 'own',
    members: [
      { node: 'beta', ip: '192.0.2.1', local: false, online: true },
      { node: 'alpha', ip: '192.0.2.2', local: true, online: true },
      { node: 'gamma', ip: '192.0.2.3', local: false, online: false },
    ],
  });
});

test('a host without a cluster row is standalone; a cluster without a name is shown as Unknown Cluster', () => {
  expect(parseCluster([{ type: 'node', name: 'pve' }])?.name).toBeUndefined();
  expect(parseCluster([{ type: 'cluster' }])?.name).toBe('Unknown Cluster');
});

test('the other nodes with an address are members; the main host is not added again', () => {
  expect(membersWith('verify').map((m) => m.origin)).toEqual(['https://10.0.0.2:8006']);
});

test.each(['off', 'pinned', 'verify'] as const)(
  'a member is pinned to the certificate that the cluster lists for it, when the certificate check of the main host is: %s',
  (mode) => {
    expect(membersWith(mode, [['pve2', fingerprint]])).toEqual([
      { origin: 'https://10.0.0.2:8006', trust: { mode: 'pinned', fingerprint, by: 'cluster' } },
    ]);
  },
);

test('a member without a listed certificate is called only where certificates are verified by an authority', () => {
  expect(membersWith('verify')).toEqual([{ origin: 'https://10.0.0.2:8006', trust: { mode: 'verify' } }]);
  for (const mode of ['off', 'pinned'] as const)
    expect(membersWith(mode)).toEqual([{ origin: 'https://10.0.0.2:8006', reason }]);
});

test('only complete SHA-256 fingerprints are accepted', () => {
  const nodelist = [{ name: 'a', pve_fp: fingerprint }, { name: 'b', pve_fp: 'AB:CD' }, { pve_fp: fingerprint }, 7];
  expect([...parseFingerprints({ nodelist })]).toEqual([['a', fingerprint]]);
});

test('no answer makes the readers throw', () =>
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (any, row) => {
      const found = parseCluster([row, { type: 'node', name: any, ip: any }]);
      const members = found && clusterOf(found, parseFingerprints(any), at);
      if (members) membersOf(members, main('verify'), reason);
      parseFingerprints({ nodelist: [row] });
    }),
  ));
