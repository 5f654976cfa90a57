// Empty lists of Docker hosts.
import { aDockerHost } from '@belfry/domain/testing/docker';
import { expect, test } from 'vitest';
import { hearHosts, type KnownHosts, noHosts } from './docker-hosts.ts';

const hosts = [aDockerHost()];
const after = (...said: unknown[]): KnownHosts => said.reduce<KnownHosts>(hearHosts, noHosts);

test('an empty list is accepted at once before any other list', () => {
  expect(after([], [])).toEqual(noHosts);
});

test('an empty list after hosts is accepted the third time, and not if hosts come between', () => {
  expect(after(hosts, [], []).hosts).toBe(hosts);
  expect(after(hosts, [], [], []).hosts).toEqual([]);
  expect(after(hosts, [], [], hosts, [], []).hosts).toBe(hosts);
});

test('a value that is not a list is ignored and not counted', () => {
  expect(after(hosts, null, undefined, {}, 'none')).toEqual({ hosts, empty: 0 });
  expect(after(hosts, [], null, []).hosts).toBe(hosts);
});

test('the same list is the same object', () => {
  const known = after(hosts);
  expect(hearHosts(known, hosts)).toBe(known);
});
