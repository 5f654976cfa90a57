// From a report to a host: what is not known is not zero, and the host's clock is not ours.
import { DockerHost } from '@belfry/schema/entities/docker';
import { expect, test } from 'vitest';
import { normalize } from './normalize.ts';
import { containerBody, report, type Said } from './testing/reports.ts';

const NOW = Date.UTC(2026, 0, 2, 2);
const DAY = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();
const hostOf = (said: Said = {}) => normalize(report(said), { id: 'h', at: NOW, agentVersion: '1.2.0' });
const containerOf = (fields: Parameters<typeof containerBody>[1], said: Said = {}) =>
  hostOf({ ...said, containers: [containerBody('a', fields)] }).containers[0];

test('a report becomes a host of the state, as the schema says', () => {
  const host = hostOf({ host: { name: 'Dock One', os: 'Debian' }, timestamp: iso(NOW) });
  expect(DockerHost.parse(host)).toEqual(host);
  expect(host).toMatchObject({ id: 'h', displayName: 'Dock One', os: 'Debian', status: 'online', lastSeen: NOW });
  expect(host.containers[0]).toMatchObject({ memoryPercent: 50, startedAt: Date.UTC(2026, 0, 2) });
});

test('what was not measured is null, not zero', () => {
  const { id, name, image, state, status } = containerBody('a');
  const [container] = hostOf({ containers: [{ id, name, image, state, status }] }).containers;
  expect(container).toEqual({
    ...{ id, name, image, state, status },
    cpuPercent: null,
    memoryUsageBytes: null,
    memoryLimitBytes: null,
    memoryPercent: null,
    restartCount: null,
    exitCode: null,
    uptimeSeconds: 0,
    ports: [],
    labels: {},
    networks: [],
  });
});

test('without a limit of its own a container is measured against the memory of the host', () => {
  expect(containerOf({ memoryLimitBytes: 2 ** 63 })).toMatchObject({ memoryLimitBytes: 4096, memoryPercent: 12.5 });
  expect(containerOf({ memoryLimitBytes: 0 })).toMatchObject({ memoryLimitBytes: 4096, memoryPercent: 12.5 });
});

test('uptime is what the agent says, else the time since the start of a container that runs', () => {
  expect(containerOf({ uptimeSeconds: 5 })?.uptimeSeconds).toBe(5);
  expect(containerOf({ uptimeSeconds: null })?.uptimeSeconds).toBe(7200);
  expect(containerOf({ uptimeSeconds: null, state: 'exited' })?.uptimeSeconds).toBe(0);
});

test.for([-DAY, DAY])('a clock %d ms off is told, and the times of the containers are put right', (off) => {
  const said = { timestamp: iso(NOW + off) };
  const container = containerOf({ startedAt: iso(NOW + off - 60_000), uptimeSeconds: null }, said);
  expect(container).toMatchObject({ startedAt: NOW - 60_000, uptimeSeconds: 60 });
  expect(hostOf(said)).toMatchObject({ clockAheadSeconds: off / 1000, lastSeen: NOW });
});

test('a report that was delivered minutes late does not mean a wrong clock', () => {
  const host = hostOf({ timestamp: iso(NOW - 360_000) });
  expect(host).not.toHaveProperty('clockAheadSeconds');
  expect(host.containers[0]?.startedAt).toBe(Date.UTC(2026, 0, 2));
});

test('an agent older than ours, and one that reports too seldom, are told', () => {
  expect(hostOf({ agent: { version: '1.1.9', intervalSeconds: 900 } })).toMatchObject({
    agentOutdated: true,
    intervalTooLong: true,
  });
  for (const version of ['1.2.0', '2.0.0', 'dev'])
    expect(hostOf({ agent: { version } })).not.toHaveProperty('agentOutdated');
});

test('names that look like markup or code are kept as they are', () => {
  const name = `<img src=x onerror=alert(1)>'; DROP TABLE docker_hosts; --`;
  const host = hostOf({
    host: { hostname: name },
    containers: [containerBody('a', { name, labels: { [name]: name } })],
  });
  expect([host.displayName, host.containers[0]?.name, host.containers[0]?.labels[name]]).toEqual([name, name, name]);
});
