import type { PveCluster } from '@belfry/schema/entities/pve-cluster';
import { expect, test } from 'vitest';
import { clusterTrouble } from './cluster-trouble.ts';

const cluster = (fields: Partial<PveCluster> = {}): PveCluster => ({
  id: 'dc',
  instance: 'dc',
  name: 'dc',
  quorate: true,
  nodes: 3,
  nodesOnline: 3,
  ...fields,
});

test('a healthy cluster shows nothing, nor does one that is not reached', () => {
  expect(clusterTrouble(cluster({ haStatus: 'OK' }))).toBeUndefined();
  expect(clusterTrouble(cluster({ quorate: false, staleSince: '2026-11-21T00:00:00Z' }))).toBeUndefined();
});

test('a lost quorum comes before problems with high availability', () => {
  const lost = clusterTrouble(cluster({ quorate: false, nodesOnline: 1, haStatus: 'No quorum on node' }));
  expect(lost).toEqual({ what: 'No quorum', short: 'No quorum', meaning: expect.stringContaining('1 of 3 nodes') });
  expect(clusterTrouble(cluster({ haStatus: 'master: lost' }))).toMatchObject({
    short: 'HA problem',
    meaning: 'master: lost',
  });
});
