import type { DiscoveryReply } from '@belfry/schema/http/discovery';
import { expect, test } from 'vitest';
import { discovered, registeredText } from './node-events.ts';

const idle: DiscoveryReply = {
  servers: [],
  errors: ['old'],
  cached: true,
  scanning: false,
  updated: 10,
  age: 5,
  timestamp: 10,
};
const server = { ip: '10.0.0.9', port: 8006, type: 'pve' as const, version: '8.2' };

test('a scan is followed from its start to its end, with each host it finds', () => {
  const started = discovered(idle, { type: 'discovery_started', data: { subnet: 'auto', timestamp: 20 } });
  expect(started).toMatchObject({ scanning: true, updated: 10 });
  const found = discovered(started, {
    type: 'discovery_update',
    data: { servers: [server], errors: [], timestamp: 21 },
  });
  expect(found).toMatchObject({ scanning: true, servers: [server], errors: [] });
  expect(discovered(found, { type: 'discovery_complete', data: { timestamp: 30 } })).toMatchObject({
    scanning: false,
    updated: 30,
    servers: [server],
  });
});

test('a found host is added at once, by address and port; the end of a scan replaces the list', () => {
  const known = { ...idle, servers: [server, { ...server, ip: '10.0.0.10' }] };
  const update = (servers: (typeof server)[], immediate?: true) =>
    discovered(known, {
      type: 'discovery_update',
      data: { servers, errors: [], timestamp: 21, ...(immediate && { immediate }) },
    }).servers;
  const newer = { ...server, version: '9.0' };
  expect(update([newer], true).map(({ ip, version }) => `${ip} ${version}`)).toEqual(['10.0.0.10 8.2', '10.0.0.9 9.0']);
  expect(update([newer])).toEqual([newer]);
});

test('other messages leave the list the same object', () => {
  expect(discovered(idle, { type: 'nodes_changed', data: {}, timestamp: '' })).toBe(idle);
});

test('a host that registered itself is announced with its kind', () => {
  expect(registeredText({ type: 'pbs', name: 'vault' })).toBe(
    'Proxmox Backup Server node "vault" was successfully auto-registered and is now being monitored!',
  );
});
