// Every alert about Docker hosts and containers: from what agents report to what a client of the server sees.
import type { ReportBodyContainer } from '@belfry/schema/agent/report';
import { PlainState } from '@belfry/schema/plain-state';
import { expect, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { iso } from '../lib/clock.ts';
import { type FakeClock, fakeClock } from '../lib/fake-clock.ts';
import { containerBody, reportBody, type Said } from '../sources/docker-agent/testing/reports.ts';
import { wholeApp } from './testing/whole-app.ts';

const GB = 1024 ** 3;
const START = Date.parse('2026-06-01T12:00:00Z');

async function watched(clock: FakeClock = fakeClock(START), dataDir: string = tempDir()) {
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, clock, dataDir });
  const active = async () => {
    const { activeAlerts } = PlainState.parse((await app.call('GET', '/api/state')).json);
    return Object.fromEntries(activeAlerts.map(({ id, level }) => [id.replace(/docker:.*\/name:name-/, ''), level]));
  };
  return {
    clock,
    dataDir,
    app,
    active,
    /** Sends this many reports, one every half minute. Returns the active alerts after the last one. */
    async reports(count: number, containers: (nth: number) => ReportBodyContainer[], said: Said = {}) {
      for (let nth = 1; nth <= count; nth++) {
        await clock.advance(30_000);
        const host = { hostname: 'dock1', totalMemoryBytes: 16 * GB };
        const body = reportBody({ timestamp: iso(clock.now()), host, containers: containers(nth), ...said });
        expect((await app.call('POST', '/api/agents/docker/report', { body })).status).toBe(200);
      }
      return active();
    },
  };
}

const memory = (percent: number) => ({
  memoryUsageBytes: (2 * GB * percent) / 100,
  memoryLimitBytes: 2 * GB,
  memoryConfiguredBytes: 2 * GB,
  memoryPercent: percent,
});
const ofHost = (percent: number) => ({
  memoryUsageBytes: (16 * GB * percent) / 100,
  memoryLimitBytes: 16 * GB,
  memoryPercent: percent,
});
const names = ['stopped', 'ill', 'busy', 'large', 'tight', 'loop', 'killed', 'done'];
const well = () => names.map((id) => containerBody(id, { cpuPercent: 5, ...ofHost(5) }));
/** `worse`: critical where there are two levels. `restarts`: of the container that restarts again and again. */
const bad = (worse: boolean, restarts: number) => [
  containerBody('stopped', { state: 'exited', exitCode: 1 }),
  containerBody('ill', { health: worse ? 'unhealthy' : 'degraded' }),
  containerBody('busy', { cpuPercent: worse ? 180 : 85 }),
  containerBody('large', ofHost(worse ? 97 : 88)),
  containerBody('tight', memory(worse ? 97 : 92)),
  containerBody('loop', { restartCount: restarts }),
  containerBody('killed', { state: 'exited', exitCode: 137, oomKilled: true }),
  containerBody('done', { state: 'exited', exitCode: 0, restartPolicy: 'no' }),
];
const expected = (worse: boolean) => ({
  'docker-container-state-stopped': 'warning',
  'docker-container-health-ill': worse ? 'critical' : 'warning',
  'docker:engine-1/busy-cpu': worse ? 'critical' : 'warning',
  'docker:engine-1/large-memory': worse ? 'critical' : 'warning',
  'docker-container-memory-limit-tight': worse ? 'critical' : 'warning',
  'docker-container-restart-loop-loop': 'critical',
  'docker-container-oom-killed': 'critical',
});
const shortened = (of: Record<string, string>) =>
  Object.fromEntries(Object.entries(of).map(([id, level]) => [id.replace('docker:engine-1/', ''), level]));

test('every alert about containers starts, becomes critical, stays while the agent is silent and over a restart, and ends', async () => {
  const { clock, dataDir, app, reports, active } = await watched();
  expect(await reports(4, well)).toEqual({});
  expect(await reports(20, (nth) => bad(false, nth))).toEqual(shortened(expected(false)));
  expect(await reports(4, (nth) => bad(true, 20 + nth))).toEqual(shortened(expected(true)));
  const silent = { ...shortened(expected(true)), 'docker-host-offline-engine-1': 'critical' };
  await clock.advance(300_000);
  expect(await active()).toEqual(silent);
  await app.stop();

  const again = await watched(clock, dataDir);
  expect(await again.active()).toEqual(silent);
  // Restarts while the agent was silent are unknown.
  const { 'docker-container-restart-loop-loop': _, ...rest } = shortened(expected(true));
  expect(await again.reports(2, () => bad(true, 30))).toEqual(rest);
  expect(await again.reports(24, well)).toEqual({});
});

test('the containers of a host that is silent raise nothing else, and a host gets time to report after a restart', async () => {
  const { clock, dataDir, app, reports } = await watched();
  await reports(4, well);
  await app.stop();
  await clock.advance(3_600_000);
  const again = await watched(clock, dataDir);
  await clock.advance(60_000);
  expect(await again.active()).toEqual({});
  await clock.advance(120_000);
  expect(await again.active()).toEqual({ 'docker-host-offline-engine-1': 'critical' });
  expect(await again.reports(1, well)).toEqual({});
});

test('a Docker host with a wrong clock is a warning after ten minutes', async () => {
  const { clock, reports } = await watched();
  expect(await reports(10, well, { timestamp: iso(clock.now() - 86_400_000) })).toEqual({});
  expect(await reports(12, well, { timestamp: iso(clock.now() - 86_400_000) })).toEqual({
    'clock-offset-docker-engine-1': 'warning',
  });
  expect(await reports(1, well)).toEqual({});
});
