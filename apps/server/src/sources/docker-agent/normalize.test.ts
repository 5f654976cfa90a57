// From a report to a host: an unknown value is not zero, and the host's clock may differ from ours.
import { DockerHost } from '@belfry/schema/entities/docker';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalize } from './normalize.ts';
import { containerBody, report, type Said } from './testing/reports.ts';

const NOW = Date.UTC(2026, 0, 2, 2);
const DAY = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();
const hostOf = (said: Said = {}) => normalize(report(said), { id: 'h', at: NOW, agentVersion: '1.2.0' });
const containerOf = (fields: Parameters<typeof containerBody>[1], said: Said = {}) =>
  hostOf({ ...said, containers: [containerBody('a', fields)] }).containers[0];

test('a report becomes a host of the state that is valid by the schema', () => {
  const host = hostOf({ host: { name: 'Dock One', os: 'Debian' }, timestamp: iso(NOW) });
  expect(DockerHost.parse(host)).toEqual(host);
  expect(host).toMatchObject({ id: 'h', displayName: 'Dock One', os: 'Debian', status: 'online', lastSeen: NOW });
  expect(host.containers[0]).toMatchObject({ memoryPercent: 50, startedAt: Date.UTC(2026, 0, 2) });
});

test('a figure that was not measured is null, not zero', () => {
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

test('the memory limit of a container without one is the memory of the host', () => {
  expect(containerOf({ memoryLimitBytes: 2 ** 63 })).toMatchObject({ memoryLimitBytes: 4096, memoryPercent: 12.5 });
  expect(containerOf({ memoryLimitBytes: 0 })).toMatchObject({ memoryLimitBytes: 4096, memoryPercent: 12.5 });
});

test('uptime comes from the agent, or is the time since the start of a running container', () => {
  expect(containerOf({ uptimeSeconds: 5 })?.uptimeSeconds).toBe(5);
  expect(containerOf({ uptimeSeconds: null })?.uptimeSeconds).toBe(7200);
  expect(containerOf({ uptimeSeconds: null, state: 'exited' })?.uptimeSeconds).toBe(0);
});

test.for([-DAY, DAY])('a clock error of %d ms is reported, and the times of the containers are corrected', (off) => {
  const said = { timestamp: iso(NOW + off) };
  const container = containerOf({ startedAt: iso(NOW + off - 60_000), uptimeSeconds: null }, said);
  expect(container).toMatchObject({ startedAt: NOW - 60_000, uptimeSeconds: 60 });
  expect(hostOf(said)).toMatchObject({ clockAheadSeconds: off / 1000, lastSeen: NOW });
});

test('a report that is delivered minutes late is not reported as a clock error', () => {
  const host = hostOf({ timestamp: iso(NOW - 360_000) });
  expect(host).not.toHaveProperty('clockAheadSeconds');
  expect(host.containers[0]?.startedAt).toBe(Date.UTC(2026, 0, 2));
});

test('an agent that is older than ours, or reports too seldom, is marked', () => {
  expect(hostOf({ agent: { version: '1.1.9', intervalSeconds: 900 } })).toMatchObject({
    agentOutdated: true,
    intervalTooLong: true,
  });
  for (const version of ['1.2.0', '2.0.0', 'dev'])
    expect(hostOf({ agent: { version } })).not.toHaveProperty('agentOutdated');
});

test('names that look like markup or code are not changed', () => {
  const name = `<img src=x onerror=alert(1)>'; DROP TABLE docker_hosts; --`;
  const host = hostOf({
    host: { hostname: name },
    containers: [containerBody('a', { name, labels: { [name]: name } })],
  });
  expect([host.displayName, host.containers[0]?.name, host.containers[0]?.labels[name]]).toEqual([name, name, name]);
});

test('a name is without the slash of the engine, and a container without a name has the beginning of its id', () => {
  expect(containerOf({ name: '/web' })?.name).toBe('web');
  const [container] = hostOf({ containers: [containerBody('f'.repeat(64), { name: '' })] }).containers;
  expect(container?.name).toBe('f'.repeat(12));
});

test('any times that a report may contain make a valid host, and each is one that a date can be made of', () => {
  const time = fc.oneof(
    fc.constantFrom(
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-23:59',
      '0001-01-01T00:00:00Z',
      '0001-01-02T00:00:00Z',
    ),
    fc
      .date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(time, time, time, time, (timestamp, createdAt, startedAt, finishedAt) => {
      const host = hostOf({
        timestamp,
        containers: [containerBody('a', { createdAt, startedAt, finishedAt, uptimeSeconds: null })],
      });
      expect(DockerHost.parse(host)).toEqual(host);
      for (const { createdAt: made, startedAt: began, finishedAt: ended } of host.containers)
        for (const at of [made, began, ended]) if (at !== undefined) iso(at);
    }),
  );
});
