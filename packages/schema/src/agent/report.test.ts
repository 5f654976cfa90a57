// What the server accepts as a report: the payloads of both agents. Anything else is refused with the name of the field.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportLimits } from './limits.ts';
import { AgentReport } from './report.ts';

/** As the reference agent writes it: Go's nulls, zero dates, nanoseconds and blanks. */
const reference = () => ({
  agent: { id: 'ABCD:EFGH', version: 'dev', intervalSeconds: 0 },
  host: {
    hostname: 'dock1',
    name: 'dock1',
    machineId: '',
    os: 'Debian GNU/Linux 12',
    kernelVersion: '6.1.0',
    architecture: 'x86_64',
    dockerVersion: '24.0.7',
    totalCpu: 4,
    totalMemoryBytes: 8_000_000_000,
    uptimeSeconds: 12,
  },
  containers: [container('a'), { ...container('b'), ports: null, labels: null, networks: null, health: '' }],
  timestamp: '2025-11-02T10:00:00.123456789Z',
});
const container = (id: string) => ({
  id,
  name: 'web',
  image: 'nginx:1',
  createdAt: '2025-11-01T10:00:00+01:00',
  state: 'running',
  status: 'Up 2 hours',
  health: 'healthy',
  cpuPercent: 12.5,
  memoryUsageBytes: 1024,
  memoryLimitBytes: 2 ** 64,
  memoryPercent: 1,
  uptimeSeconds: 7200,
  restartCount: 0,
  exitCode: 0,
  startedAt: '2025-11-01T10:00:01Z',
  finishedAt: '0001-01-01T00:00:00Z',
  ports: [{ privatePort: 80, publicPort: 8080, protocol: 'tcp', ip: '0.0.0.0' }],
  labels: { 'com.docker.compose.project': 'shop' },
  networks: [{ name: 'bridge', ipv4: '172.17.0.2' }],
});
const complaints = (body: unknown) =>
  AgentReport.safeParse(body).error?.issues.map((issue) => issue.path.join('.')) ?? [];

test('the reference agent is understood: nulls, blanks and zero dates become "not known"', () => {
  const report = AgentReport.parse(reference());
  expect(report.agent).toEqual({ id: 'ABCD:EFGH', version: 'dev', intervalSeconds: 30 });
  expect(report.host.machineId).toBeUndefined();
  expect(report.timestamp).toBe(Date.parse('2025-11-02T10:00:00.123Z'));
  expect(report.containers[0]?.finishedAt).toBeUndefined();
  expect(report.containers[0]?.createdAt).toBe(Date.parse('2025-11-01T09:00:00Z'));
  expect(report.containers[1]).toMatchObject({ ports: [], networks: [], health: undefined });
});

test('a host without containers may send null for the list', () => {
  expect(AgentReport.parse({ ...reference(), containers: null }).containers).toEqual([]);
});

test('a bad field is named', () => {
  const named = (change: (body: ReturnType<typeof reference>) => object) => complaints(change(reference()));
  expect(named((r) => ({ ...r, host: { ...r.host, hostname: '  ' } }))).toEqual(['host.hostname']);
  expect(named((r) => ({ ...r, timestamp: 'yesterday' }))).toEqual(['timestamp']);
  expect(named((r) => ({ ...r, containers: [container('a'), { ...container('b'), restartCount: -1 }] }))).toEqual([
    'containers.1.restartCount',
  ]);
  expect(named((r) => ({ ...r, containers: [container('a'), container('a')] }))).toEqual(['containers.1.id']);
  expect(named(({ host: _, ...rest }) => rest)).toEqual(['host']);
});

test('a value one above its limit is refused, the limit itself is accepted', () => {
  const many = (count: number) => ({
    ...reference(),
    containers: Array.from({ length: count }, (_, i) => container(`c${i}`)),
  });
  expect(complaints(many(reportLimits.containers))).toEqual([]);
  expect(complaints(many(reportLimits.containers + 1))).toEqual(['containers']);
  const labelled = (count: number, length: number) => ({
    ...reference(),
    containers: [
      {
        ...container('a'),
        labels: Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 'x'.repeat(length)])),
      },
    ],
  });
  expect(complaints(labelled(reportLimits.labels, reportLimits.labelValue))).toEqual([]);
  expect(complaints(labelled(reportLimits.labels + 1, 1))).toEqual(['containers.0.labels']);
  expect(complaints(labelled(1, reportLimits.labelValue + 1))).toEqual(['containers.0.labels.0']);
});

test('no payload makes the parser throw, and labels cannot reach a prototype', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      AgentReport.safeParse(body);
    }),
  );
  const hostile = JSON.parse('{"__proto__":"x","constructor":"y"}');
  const [parsed] = AgentReport.parse({
    ...reference(),
    containers: [{ ...container('a'), labels: hostile }],
  }).containers;
  expect(Object.getPrototypeOf(parsed?.labels)).toBe(Object.prototype);
});

test('a report cannot turn or break the lines in which its names are shown', () => {
  const { host, containers } = AgentReport.parse({
    ...reference(),
    host: { ...reference().host, hostname: '\u202etsoh-live', name: 'dock\r\n1' },
    containers: [{ ...container('a'), name: 'we\u2066b', image: 'nginx\u0000:1', status: 'Up\u2028 2 hours' }],
  });
  expect([host.hostname, host.name]).toEqual(['tsoh-live', 'dock 1']);
  expect(containers[0]).toMatchObject({ name: 'we b', image: 'nginx :1', status: 'Up  2 hours' });
  const unseen = { ...reference(), host: { ...reference().host, hostname: '\u200b' } };
  expect(AgentReport.safeParse(unseen).success).toBe(false);
});
