import { ReportedContainer } from '@belfry/schema/agent/report';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Inspect, Row } from '../engine/payloads.ts';
import { containerOf } from './container.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const json = fc.oneof(
  fc.jsonValue(),
  fc.double(),
  fc.date({ noInvalidDate: false }).map((d) => JSON.parse(JSON.stringify(d))),
);

/** Objects with any of these keys and any values. */
const anything = (...keys: string[]) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, json])), { requiredKeys: [] });

test('the server accepts the entry of a container for any answer of the engine', () => {
  const row = anything('Names', 'Image', 'ImageID', 'Created', 'Ports', 'Labels', 'State', 'Status', 'NetworkSettings');
  const state = anything('Status', 'OOMKilled', 'ExitCode', 'StartedAt', 'FinishedAt', 'Health');
  const limits = anything('Memory', 'NanoCpus', 'CpuQuota', 'CpuPeriod');
  fc.assert(
    fc.property(row, state, limits, json, (someRow, State, HostConfig, RestartCount) => {
      const inspect = Inspect.parse({ State, HostConfig, RestartCount });
      const entry = containerOf(Row.parse({ ...someRow, Id: 'a1' }), inspect, {}, now);
      expect(ReportedContainer.safeParse(JSON.parse(JSON.stringify(entry))).error).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

test('texts that are too long are cut and end with an ellipsis, and keys that are too long are left out', () => {
  const row = Row.parse({
    Id: 'a1',
    Names: [`/${'n'.repeat(300)}`],
    Labels: { ['k'.repeat(300)]: 'v', 'com.docker.compose.project': 'shop', long: 'v'.repeat(5000) },
  });
  const entry = ReportedContainer.parse(containerOf(row, undefined, {}, now));
  expect(entry.name).toBe(`${'n'.repeat(254)}…`);
  expect(Object.keys(entry.labels ?? {})).toEqual(['com.docker.compose.project', 'long']);
  expect(entry.composeProject).toBe('shop');
});

test('a CPU limit is reported in cores, in whichever form it was configured', () => {
  const cores = (HostConfig: object) =>
    containerOf(Row.parse({ Id: 'a1' }), Inspect.parse({ HostConfig }), {}, now).cpuLimitCores;
  expect(cores({ NanoCpus: 1.5e9 })).toBe(1.5);
  expect(cores({ CpuQuota: 50_000, CpuPeriod: 25_000 })).toBe(2);
  expect(cores({ CpuQuota: 50_000, CpuPeriod: 0 })).toBe(0.5);
  expect(cores({ NanoCpus: 0, CpuQuota: -1 })).toBeUndefined();
});

test('the name of a container has one slash: an alias that a link gave to it is none', () => {
  const name = (...Names: unknown[]) => containerOf(Row.parse({ Id: 'a'.repeat(64), Names }), undefined, {}, now).name;
  expect(name('/web/db', '/db', '/shop/db')).toBe('db');
  expect(name('/db')).toBe('db');
  expect(name('db')).toBe('db');
  for (const none of [[], ['/web/db'], ['/'], [7]]) expect(name(...none)).toBe('a'.repeat(12));
});

test('of an environment only the names leave the host, and of mounts what they connect', () => {
  const entry = containerOf(
    Row.parse({ Id: 'a1' }),
    Inspect.parse({
      Config: { Env: ['DB_PASSWORD=CANARY', 'EMPTY=', 'BARE', 'A==CANARY', 'not a name CANARY', 7] },
      Mounts: [
        { Type: 'volume', Name: 'data', Source: '/var/lib/docker/volumes/data', Destination: '/data', RW: true },
        { Type: 'volume', Name: 'f'.repeat(64), Source: '/x', Destination: '/cache', RW: true },
        { Type: 'bind', Source: '/etc/x.conf', Destination: '/x.conf', RW: false },
        { Type: 'bind' },
      ],
    }),
    {},
    now,
  );
  expect(entry.environment).toEqual(['DB_PASSWORD', 'EMPTY', 'BARE', 'A']);
  expect(JSON.stringify(entry)).not.toContain('CANARY');
  expect(entry.mounts).toEqual([
    { type: 'volume', from: 'data', to: '/data' },
    { type: 'volume', to: '/cache' },
    { type: 'bind', from: '/etc/x.conf', to: '/x.conf', isReadOnly: true },
  ]);
});
