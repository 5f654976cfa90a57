import { reportLimits } from '@belfry/schema/agent/limits';
import { AgentReport, type ReportBody } from '@belfry/schema/agent/report';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serialize } from './fit.ts';

const report = (containers: number, label: number, ports: number): ReportBody => ({
  agent: { id: 'a', version: '1', intervalSeconds: 30 },
  host: { hostname: 'h' },
  containers: Array.from({ length: containers }, (_, i) => ({
    id: `c${i}`,
    name: 'n',
    image: 'i',
    state: 'running',
    status: 'Up',
    labels: { l: 'x'.repeat(label) },
    ports: Array.from({ length: ports }, (_, p) => ({ privatePort: p, protocol: 'tcp' })),
  })),
});

test('a report within the limit is sent unchanged', () => {
  expect(JSON.parse(serialize(report(3, 5, 2)))).toEqual(report(3, 5, 2));
});

test('a report is never longer than the limit, always valid, and omitted containers are counted', () => {
  const sizes = fc.tuple(
    fc.nat(reportLimits.containers),
    fc.nat(4000),
    fc.nat(50),
    fc.integer({ min: 2000, max: 100_000 }),
  );
  fc.assert(
    fc.property(sizes, ([containers, label, ports, bytes]) => {
      const text = serialize(report(containers, label, ports), bytes);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
      const sent = AgentReport.parse(JSON.parse(text));
      expect(sent.containers.length + (sent.host.omittedContainers ?? 0)).toBe(containers);
    }),
    { numRuns: 30 },
  );
});
