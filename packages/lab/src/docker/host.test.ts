// The properties of the simulated Docker hosts.
import { AgentReport } from '@belfry/schema/agent/report';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHost, isSilent, reportAt } from './host.ts';

const agent = { version: '1.0.0', intervalSeconds: 30 };
const seed = fc.nat();
const time = fc.integer({ min: 1_600_000_000, max: 2_000_000_000 });

test('the server accepts every report, and the same seed and time give the same report', () => {
  fc.assert(
    fc.property(seed, fc.nat(500), time, fc.nat(600), (s, nth, t, containers) => {
      const report = reportAt(createHost(s, nth, containers), t, agent);
      expect(AgentReport.safeParse(report).error?.issues).toBeUndefined();
      expect(reportAt(createHost(s, nth, containers), t, agent)).toEqual(report);
    }),
    { numRuns: 30 },
  );
});

test('the restarts of a container never fall, and it never starts before it was created', () => {
  fc.assert(
    fc.property(seed, time, fc.nat(50_000), (s, t, later) => {
      const host = createHost(s, 0, 20);
      const before = new Map(reportAt(host, t, agent).containers?.map((c) => [c.id, c]));
      for (const now of reportAt(host, t + later, agent).containers ?? []) {
        expect(Date.parse(now.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(now.createdAt ?? ''));
        expect(now.restartCount).toBeGreaterThanOrEqual(before.get(now.id)?.restartCount ?? 0);
      }
    }),
    { numRuns: 50 },
  );
});

test('a fleet has containers of every sort: busy, tight, looping, ended, paused, unhealthy, hostile', () => {
  const containers = Array.from({ length: 40 }, (_, i) => reportAt(createHost(1, i, 40), 1_760_000_000, agent)).flatMap(
    (report) => report.containers ?? [],
  );
  const states = new Set(containers.map((c) => c.state));
  expect(states).toEqual(new Set(['running', 'exited', 'restarting', 'paused']));
  expect(containers.some((c) => (c.cpuPercent ?? 0) > 150)).toBe(true);
  expect(containers.some((c) => (c.memoryPercent ?? 0) > 90)).toBe(true);
  expect(containers.some((c) => c.oomKilled && c.exitCode === 137)).toBe(true);
  expect(containers.some((c) => c.health === 'unhealthy')).toBe(true);
  expect(containers.some((c) => c.name.includes('<'))).toBe(true);
});

test('the first host of every fleet has one container with each problem', () => {
  fc.assert(
    fc.property(seed, time, (s, t) => {
      const containers = reportAt(createHost(s, 0, 12), t, agent).containers ?? [];
      expect(containers.some((c) => c.health === 'unhealthy')).toBe(true);
      expect(containers.some((c) => c.oomKilled)).toBe(true);
      expect(containers.some((c) => c.restartCount && (c.state === 'restarting' || Number(c.uptimeSeconds) < 20))).toBe(
        true,
      );
      expect(containers.some((c) => c.name.startsWith('<img'))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('in some hours hosts are silent for ten minutes, but none in the first hour of its fleet', () => {
  const hosts = Array.from({ length: 40 }, (_, i) => createHost(7, i, 1));
  const startedAt = 1_760_000_000;
  const silent = Array.from({ length: 24 * 60 }, (_, minute) => startedAt + minute * 60).flatMap((t) =>
    hosts.filter((host) => isSilent(host, t, startedAt)).map(() => t),
  );
  expect(silent.length).toBeGreaterThan(0);
  expect(Math.min(...silent)).toBeGreaterThan(startedAt + 3600);
});
