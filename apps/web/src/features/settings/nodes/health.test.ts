import type { Instance } from '@belfry/schema/entities/instance';
import type { ConnectionStatus, NodeView } from '@belfry/schema/http/nodes';
import { expect, test } from 'vitest';
import { healthOf, healthOfMember, isDistrusted } from './health.ts';

const node = (status: ConnectionStatus, more: Partial<NodeView> = {}): NodeView => ({
  ...{
    id: '1',
    instance: '1',
    type: 'pve',
    name: 'dc',
    host: 'https://dc',
    hasPassword: false,
    hasToken: true,
    verifySSL: true,
  },
  status,
  ...more,
});
const live = (health: Instance['health']): Instance => ({
  ...{ id: 'dc', kind: 'pve', name: 'dc', host: 'https://dc', dropped: 0, endpoints: [] },
  health,
});

test.each([
  ['connected', undefined, 'ok'],
  ['error', undefined, 'crit'],
  ['disconnected', undefined, 'wait'],
  ['pending', undefined, 'wait'],
  ['pending', 'healthy', 'wait'],
  ['disconnected', 'healthy', 'ok'],
  ['connected', 'degraded', 'warn'],
  ['connected', 'unhealthy', 'crit'],
  ['connected', 'error', 'crit'],
] as const)('configured %s, live %s: %s', (status, health, state) => {
  expect(healthOf(node(status), health && live(health)).state).toBe(state);
});

test('a host is a warning after one failed poll, and has the text of the headline when it is down', () => {
  const lastSeen = '2026-01-01T00:00:00.000Z';
  const missed = { ...live('error'), lastSeen };
  expect(healthOf(node('connected'), missed)).toEqual({ state: 'warn', label: 'Answers, but not to everything' });
  expect(healthOf(node('disconnected'), { ...missed, downSince: lastSeen }).label).toBe('Does not answer');
});

test('nobody knows about the members of a cluster that is not reached', () => {
  const member = { NodeID: '1', NodeName: 'a', Host: '', IP: '', LastSeen: '', Online: true };
  expect(healthOfMember(member, live('healthy'))).toEqual({ state: 'ok', label: 'online' });
  expect(healthOfMember({ ...member, Online: false }, undefined)).toEqual({ state: 'crit', label: 'offline' });
  expect(healthOfMember(member, live('error'))).toEqual({ state: 'lost', label: 'not reached' });
});

test('a cluster with a member that is offline is a warning, and says so', () => {
  const member = { NodeID: '1', NodeName: 'a', Host: '', IP: '', LastSeen: '' };
  const clusterEndpoints = [
    { ...member, Online: true },
    { ...member, Online: false },
  ];
  expect(healthOf(node('connected', { clusterEndpoints }), live('healthy'))).toEqual({
    state: 'warn',
    label: 'Connected, some members are offline',
  });
});

test('the certificate is in doubt after a TLS error, and when only the configured address of a cluster fails', () => {
  const error = (kind: 'tls' | 'timeout') => ({ ...live('error'), error: { kind, message: '', since: '' } });
  expect(isDistrusted(node('error'), error('tls'))).toBe(true);
  expect(isDistrusted(node('disconnected'), error('timeout'))).toBe(false);
  const endpoints = (main: boolean, other: boolean) => ({
    ...live('degraded'),
    endpoints: [
      { host: 'https://dc', healthy: main },
      { host: 'https://dc2', healthy: other },
    ],
  });
  expect(isDistrusted(node('connected'), endpoints(false, true))).toBe(true);
  expect(isDistrusted(node('connected'), endpoints(true, false))).toBe(false);
  expect(isDistrusted(node('pending'), undefined)).toBe(false);
});
