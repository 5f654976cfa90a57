import { aNode } from '@belfry/domain/testing/node';
import type { Instance } from '@belfry/schema/entities/instance';
import { expect, test } from 'vitest';
import { iso } from '../../lib/clock.ts';
import { PENDING_MS, statusOf, viewOf } from './view.ts';

const live = (extra: Partial<Instance>): Instance => ({
  id: 'a',
  kind: 'pve',
  name: 'a',
  host: 'https://a:8006',
  health: 'healthy',
  dropped: 0,
  endpoints: [],
  ...extra,
});
const error = (kind: 'auth' | 'unreachable' | 'timeout' | 'tls', at: number) => ({
  health: 'error' as const,
  error: { kind, message: 'why', since: iso(at) },
});

test.each([
  ['never polled', undefined, 'pending'],
  ['answers', live({ lastSeen: iso(2000) }), 'connected'],
  ['limps', live({ lastSeen: iso(2000), health: 'degraded' }), 'connected'],
  ['cannot be reached', live(error('unreachable', 2000)), 'disconnected'],
  ['does not answer in time', live(error('timeout', 2000)), 'disconnected'],
  ['refuses the credentials', live(error('auth', 2000)), 'error'],
  ['shows a foreign certificate', live(error('tls', 2000)), 'error'],
  ['missed one poll since it was heard', live({ ...error('unreachable', 2500), lastSeen: iso(2000) }), 'connected'],
  ['is silent', live({ ...error('timeout', 2500), lastSeen: iso(2000), downSince: iso(2000) }), 'disconnected'],
  ['fails since a change', live({ ...error('timeout', 1500), lastSeen: iso(500) }), 'disconnected'],
  ['heard only before the change', live({ lastSeen: iso(500) }), 'pending'],
] as const)('%s', (_, instance, status) => {
  expect(statusOf(instance, 1000, 3000)).toBe(status);
});

test('an outage that began before a change is no longer hidden by it after half a minute', () => {
  expect(statusOf(live(error('unreachable', 500)), 1000, 1000 + PENDING_MS)).toBe('disconnected');
});

test('the members of a cluster have capitalised field names, their own fingerprint and their current state', () => {
  const config = {
    type: 'pve' as const,
    name: 'a',
    host: 'https://a:8006',
    verifySSL: true,
    tokenName: 'm@pam!t',
    tokenValue: 'v',
    monitorVMs: true,
    monitorContainers: true,
    monitorStorage: true,
    monitorBackups: true,
    monitorPhysicalDisks: false,
  };
  const member = { nodeId: '2', node: 'n2', ip: '10.0.0.2', origin: 'https://10.0.0.2:8006', online: false };
  const cluster = { name: 'dc', members: [{ ...member, seenAt: iso(0), fingerprint: 'AA' }] };
  const view = viewOf(
    { id: 'x', instance: 'a', config, createdAt: 0, changedAt: 0 },
    'a',
    cluster,
    {
      instance: () => live({ lastSeen: iso(9000) }),
      hasTemperature: () => true,
      node: (id) => (id === 'a-n2' ? aNode({ instance: 'a', name: 'n2' }) : undefined),
    },
    10_000,
  );
  expect(view).toMatchObject({
    temperature: { available: true },
    isCluster: true,
    clusterName: 'dc',
    clusterEndpoints: [
      {
        NodeID: '2',
        NodeName: 'n2',
        IP: '10.0.0.2',
        Host: 'https://10.0.0.2:8006',
        Online: true,
        LastSeen: iso(9000),
        Fingerprint: 'AA',
      },
    ],
  });
});
