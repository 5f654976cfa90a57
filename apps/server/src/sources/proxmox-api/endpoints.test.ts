// Which address of a cluster is used, and when a failed one is tried again.
import { fail, ok } from '@belfry/domain/result';
import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import type { Trust } from '../../lib/http-client.ts';
import { createEndpoints, probeDelay } from './endpoints.ts';

const trust: Trust = { mode: 'verify' };
const at = (origin: string) => ({ origin, trust });

function setUp(members: string[] = ['b', 'c']) {
  const clock = fakeClock();
  const working = new Set(['a', 'b', 'c']);
  const probes: [string, number][] = [];
  const endpoints = createEndpoints(
    at('a'),
    async (origin) => {
      probes.push([origin, clock.now()]);
      return working.has(origin) ? ok('9.2') : fail({ kind: 'unreachable', message: `${origin} is out` });
    },
    clock,
  );
  endpoints.setMembers(members.map(at));
  return { clock, working, probes, endpoints };
}

test('failed addresses are tried again after 10, 20, 40 … 300 seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(probeDelay)).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
});

test('the configured host is used while it works, the next member when it fails, and the host again when it heals', async () => {
  const { clock, working, endpoints } = setUp();
  await clock.advance(0);
  expect(endpoints.pick()?.origin).toBe('a');
  working.delete('a');
  endpoints.failed('a');
  expect(endpoints.pick()?.origin).toBe('b');
  await clock.advance(15_000);
  working.add('a');
  expect(endpoints.pick()?.origin).toBe('b');
  await clock.advance(15_000);
  expect(endpoints.pick()?.origin).toBe('a');
});

test('the pauses of a failing address grow, and a success makes them short again', async () => {
  const { clock, working, probes, endpoints } = setUp(['b']);
  working.delete('a');
  endpoints.failed('a');
  await clock.advance(150_000);
  expect(probes.filter(([origin]) => origin === 'a').map(([, time]) => time)).toEqual([
    10_000, 30_000, 70_000, 150_000,
  ]);
  endpoints.worked('a');
  endpoints.failed('a');
  await clock.advance(10_000);
  expect(probes.at(-1)).toEqual(['a', 160_000]);
});

test('without a healthy address none is chosen, and the list of addresses is never empty', async () => {
  const { clock, endpoints } = setUp();
  await clock.advance(0);
  for (const origin of ['a', 'b', 'c']) endpoints.failed(origin);
  expect(endpoints.pick()).toBeUndefined();
  expect(endpoints.main.origin).toBe('a');
  expect(endpoints.statuses().map((s) => s.healthy)).toEqual([false, false, false]);
});

test('a member that never answered is not used, and does not count as a failure of the cluster', async () => {
  const { clock, working, endpoints } = setUp([]);
  working.delete('b');
  endpoints.setMembers([at('b'), at('c')]);
  await clock.advance(100_000);
  expect(endpoints.statuses()).toEqual([
    { host: 'a', healthy: true },
    {
      ...{ host: 'b', healthy: false, unproven: 'No failover to b: b is out' },
      sentence: { id: 'member.unproven', values: { host: 'b', reason: 'b is out' } },
    },
    { host: 'c', healthy: true },
  ]);
  endpoints.failed('a');
  expect(endpoints.pick()?.origin).toBe('c');
  working.add('b');
  await clock.advance(300_000);
  expect(endpoints.statuses()[1]).toEqual({ host: 'b', healthy: true });
});

test('a member whose certificate is not known is never probed, and its status says why', async () => {
  const { clock, probes, endpoints } = setUp([]);
  endpoints.setMembers([{ origin: 'b', reason: { id: 'member.noCertificate' } }]);
  await clock.advance(600_000);
  expect(probes).toEqual([]);
  endpoints.failed('a');
  expect(endpoints.pick()).toBeUndefined();
  expect(endpoints.statuses()).toEqual([
    { host: 'a', healthy: false },
    {
      ...{ host: 'b', healthy: false, unproven: 'No failover to b: the cluster names no certificate for it.' },
      sentence: { id: 'member.unproven', values: { host: 'b', reason: { id: 'member.noCertificate' } } },
    },
  ]);
});

test('a member whose certificate changed must be verified again', async () => {
  const { clock, probes, endpoints } = setUp(['b']);
  await clock.advance(0);
  probes.length = 0;
  endpoints.setMembers([at('b')]);
  await clock.advance(0);
  expect(probes).toEqual([]);
  endpoints.setMembers([{ origin: 'b', trust: { mode: 'pinned', fingerprint: 'aa' } }]);
  expect(endpoints.statuses()).toEqual([{ host: 'a', healthy: true }]);
  await clock.advance(0);
  expect(probes).toHaveLength(1);
  expect(endpoints.statuses()).toHaveLength(2);
});

test('an address that is not a member is trusted only with a certificate of a trusted authority', () => {
  const { endpoints } = setUp([]);
  expect(endpoints.trust('gone')).toEqual({ mode: 'verify' });
});

test('a member that left is not called any more; the others keep their state', async () => {
  const { clock, working, probes, endpoints } = setUp();
  await clock.advance(0);
  working.delete('b');
  working.delete('c');
  endpoints.failed('b');
  endpoints.failed('c');
  endpoints.setMembers([at('b')]);
  probes.length = 0;
  await clock.advance(10_000);
  expect(probes.map(([origin]) => origin)).toEqual(['b']);
  expect(endpoints.statuses()).toEqual([
    { host: 'a', healthy: true },
    { host: 'b', healthy: false },
  ]);
});

test('a standalone host is not probed, because its poll calls it anyway', async () => {
  const { clock, probes, endpoints } = setUp([]);
  endpoints.failed('a');
  await clock.advance(600_000);
  expect(probes).toEqual([]);
});

test('each address has the trust it was given', () => {
  const { endpoints } = setUp();
  const pinned: Trust = { mode: 'pinned', fingerprint: 'aa' };
  endpoints.setMembers([{ origin: 'b', trust: pinned }]);
  expect(endpoints.trust('b')).toBe(pinned);
  expect(endpoints.trust('a')).toBe(trust);
});
