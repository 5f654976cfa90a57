import type { Alert } from '@belfry/schema/entities/alert';
import { describe, expect, test } from 'vitest';
import {
  alertMarks,
  dockerHostStatus,
  gatewayStatus,
  guestStatus,
  hottest,
  nodeMeasured,
  nodeOnline,
  nodeStatus,
  pbsStatus,
  type ShownStatus,
  shownStatus,
} from './status.ts';
import { tagHue } from './tags.ts';
import { levelOf, rateLevel, USAGE_BANDS } from './thresholds.ts';

test('the worst unacknowledged alert marks a row, grey only when all are acknowledged', () => {
  const alert = (resourceId: string, level: 'warning' | 'critical', acknowledged: boolean) =>
    ({ resourceId, level, acknowledged }) as Alert;
  const marks = alertMarks([
    alert('a', 'critical', true),
    alert('a', 'warning', false),
    alert('b', 'critical', true),
    alert('c', 'warning', false),
    alert('c', 'critical', false),
  ]);
  expect(Object.fromEntries(marks)).toEqual({ a: 'warning', b: 'acknowledged', c: 'critical' });
});

test('a node is as hot as its hottest reading, rounded', () => {
  const cores = [{ core: 0, temp: 61.6 }];
  expect(hottest({ temperature: { available: true, cpuPackage: 55, cores } })).toBe(62);
  expect(hottest({ temperature: { available: true } })).toBeUndefined();
  expect(hottest({ temperature: { available: false, cpuPackage: 55 } })).toBeUndefined();
});

test('a band begins at its own value', () => {
  expect([74.9, 75, 84.9, 85].map((v) => levelOf(v, USAGE_BANDS.memory))).toEqual(['ok', 'warn', 'warn', 'crit']);
  expect([0.9, 1, 10, 50].map((mb) => rateLevel(mb * 1024 ** 2))).toEqual(['faint', 'ok', 'warn', 'crit']);
});

test('the case of a tag does not change its colour', () => {
  expect(tagHue('Production')).toBe(tagHue('production'));
  expect(tagHue('constructor')).toBeGreaterThanOrEqual(0);
});

const SINCE = '2026-01-01T00:00:00.000Z';
const stale = { staleSince: SINCE };
/** word, tone, problem, figures, last status */
type Row = [string, ShownStatus['tone'], boolean, ShownStatus['figures'], string?];
const row = ({ word, tone, isProblem, figures, last }: ShownStatus): Row =>
  last === undefined ? [word, tone, isProblem, figures] : [word, tone, isProblem, figures, last];

describe('the status that a screen shows', () => {
  const node = { uptime: 1, connectionHealth: 'healthy' } as const;
  test.each<[Parameters<typeof nodeStatus>[0], Row]>([
    [{ ...node, status: 'online' }, ['online', 'ok', false, 'now']],
    [{ ...node, status: 'online', uptime: 0 }, ['online', 'ok', false, 'none']],
    [{ ...node, status: 'online', connectionHealth: 'degraded' }, ['online', 'ok', false, 'now']],
    [{ ...node, status: 'online', connectionHealth: 'error' }, ['degraded', 'warn', false, 'now']],
    [{ ...node, status: 'offline', uptime: 0 }, ['offline', 'crit', true, 'none']],
    [{ ...node, status: 'offline', connectionHealth: 'error' }, ['offline', 'crit', true, 'none']],
    [{ ...node, status: 'unknown', uptime: 0 }, ['unknown', 'warn', false, 'none']],
    [{ ...node, ...stale, status: 'online' }, ['unreachable', 'lost', false, 'old', 'online']],
    [
      { ...node, ...stale, status: 'online', connectionHealth: 'error' },
      ['unreachable', 'lost', false, 'old', 'online'],
    ],
    [{ ...node, ...stale, status: 'offline', uptime: 0 }, ['unreachable', 'lost', false, 'none', 'offline']],
    [{ ...node, ...stale, status: 'unknown', uptime: 0 }, ['unreachable', 'lost', false, 'none', 'unknown']],
  ])('of a node: %o', (heard, expected) => {
    expect(row(nodeStatus(heard))).toEqual(expected);
  });

  test('a node whose figures the account may not see is online, so its guests have their figures', () => {
    const blind = { ...node, status: 'online', uptime: 0 } as const;
    expect([nodeOnline(blind), nodeMeasured(blind)]).toEqual([true, false]);
    expect(nodeOnline({ ...blind, ...stale })).toBe(false);
    expect(nodeMeasured({ ...node, status: 'online' })).toBe(true);
  });

  const online = new Set(['dc-pve1']);
  const anywhere = { instance: 'dc', node: 'pve1' };
  const elsewhere = { instance: 'dc', node: 'pve2' };
  test.each<[Parameters<typeof guestStatus>[0], Row]>([
    [{ ...anywhere, status: 'running' }, ['running', 'ok', false, 'now']],
    [{ ...anywhere, status: 'paused' }, ['paused', 'warn', false, 'now']],
    [{ ...anywhere, status: 'constructor' }, ['constructor', 'warn', false, 'now']],
    [{ ...anywhere, status: 'stopped' }, ['stopped', 'off', false, 'none']],
    [{ ...anywhere, status: 'unknown' }, ['unknown', 'last', false, 'none']],
    [{ ...elsewhere, status: 'running' }, ['unknown', 'last', false, 'none']],
    [{ ...elsewhere, status: 'paused' }, ['unknown', 'last', false, 'none']],
    [{ ...elsewhere, status: 'stopped' }, ['stopped', 'off', false, 'none']],
    [{ ...anywhere, ...stale, status: 'running' }, ['unreachable', 'old', false, 'old', 'running']],
    [{ ...elsewhere, ...stale, status: 'running' }, ['unreachable', 'old', false, 'old', 'running']],
    [{ ...anywhere, ...stale, status: 'paused' }, ['unreachable', 'old', false, 'old', 'paused']],
    [{ ...anywhere, ...stale, status: 'stopped' }, ['unreachable', 'old', false, 'none', 'stopped']],
    [{ ...anywhere, ...stale, status: 'unknown' }, ['unreachable', 'old', false, 'none', 'unknown']],
  ])('of a guest while only dc-pve1 is online: %o', (heard, expected) => {
    expect(row(guestStatus(heard, online))).toEqual(expected);
  });

  test.each<[Parameters<typeof shownStatus>[0], Row]>([
    [{ status: 'available' }, ['available', 'ok', false, 'now']],
    [{ status: 'inactive' }, ['inactive', 'warn', false, 'none']],
    [{ status: 'disabled' }, ['disabled', 'off', false, 'none']],
    [{ status: 'unknown' }, ['unknown', 'warn', false, 'none']],
    [{ ...stale, status: 'available' }, ['unreachable', 'old', false, 'old', 'available']],
    [{ ...stale, status: 'inactive' }, ['unreachable', 'old', false, 'none', 'inactive']],
    [{ ...stale, status: 'disabled' }, ['unreachable', 'old', false, 'none', 'disabled']],
  ])('of a storage: %o', (heard, expected) => {
    expect(row(shownStatus(heard))).toEqual(expected);
  });

  const healths = ['healthy', 'degraded', 'unhealthy', 'error'] as const;
  test('of a backup server, for any state of its connection', () => {
    const of = (status: 'online' | 'offline') =>
      healths.map((connectionHealth) => pbsStatus({ status, connectionHealth }).word);
    expect(of('online')).toEqual(['online', 'online', 'online', 'degraded']);
    expect(of('offline')).toEqual(healths.map(() => 'offline'));
    for (const connectionHealth of healths)
      expect(pbsStatus({ status: 'online', connectionHealth, ...stale })).toMatchObject({ tone: 'lost' });
  });

  test('of a mail gateway, for any state of its connection', () => {
    const of = (status: 'online' | 'offline') =>
      healths.map((connectionHealth) => gatewayStatus({ status, connectionHealth }).word);
    expect(of('online')).toEqual(['online', 'degraded', 'offline', 'offline']);
    expect(of('offline')).toEqual(healths.map(() => 'offline'));
    for (const connectionHealth of healths)
      expect(gatewayStatus({ status: 'online', connectionHealth, ...stale })).toMatchObject({ tone: 'lost' });
  });

  test('of a Docker host', () => {
    expect(row(dockerHostStatus({ status: 'online' }))).toEqual(['online', 'ok', false, 'now']);
    const silent = dockerHostStatus({ status: 'online', ...stale });
    expect(row(silent)).toEqual(['unreachable', 'lost', false, 'old', 'online']);
  });
});

test('a search for offline finds offline and unreachable things; a search for unreachable finds only the latter', () => {
  expect(shownStatus({ status: 'offline' }).terms).toEqual(['offline']);
  expect(shownStatus({ status: 'running', ...stale }).terms).toEqual(['unreachable', 'not reached', 'offline']);
});

test('the same status is the same object, so that a row that did not change is not rendered again', () => {
  for (const heard of [{ status: 'running' }, { status: 'running', ...stale }])
    expect(shownStatus({ ...heard })).toBe(shownStatus(heard));
});
