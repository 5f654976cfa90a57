// Answers recorded from real engines: each becomes a valid entry of a report.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { changesBetween } from '@belfry/domain/journal/changes';
import { containerSettings, portLines } from '@belfry/domain/journal/container-settings';
import { ReportedContainer } from '@belfry/schema/agent/report';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Info, Inspect, Row, Stats, Version } from '../engine/payloads.ts';
import { containerOf } from './container.ts';
import { cpuPercent, cpuSample } from './cpu.ts';
import { memoryOf } from './memory.ts';

const folder = path.resolve('../shared/fixtures/docker');
const absent = existsSync(folder) ? undefined : 'recorded answers are not on this machine (../shared/fixtures/docker)';
const recorded = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'));
const contract = (name: string, run: () => void) =>
  test(name, (ctx) => {
    if (absent) ctx.skip(absent);
    run();
  });
const host = { cores: undefined, podman: false };
const now = Date.parse('2026-01-01T00:00:00Z');

contract('every recorded row of a list is a container with its name, and published ports stay published', () => {
  const rows = (recorded('telegraf-containers-list') as unknown[]).map((row) => Row.parse(row));
  const containers = rows.map((row) => ReportedContainer.parse(containerOf(row, undefined, {}, now)));
  expect(containers.map(({ name }) => name)).toEqual(['etcd', 'etcd2', 'acme', 'acme-test', 'foo']);
  expect(containers[0]?.ports).toContainEqual({ privatePort: 2379, publicPort: 2379, protocol: 'tcp', ip: '0.0.0.0' });
  expect(containers[0]?.createdAt).toBe(1455941930000);
  expect(containers[2]?.createdAt).toBeUndefined();
});

contract('a container that exited tells how and when, and is not up', () => {
  const [row] = recorded('telegraf-containers-list-exited') as unknown[];
  const entry = containerOf(Row.parse(row), Inspect.parse(recorded('telegraf-inspect-exited')), {}, now);
  expect(entry.uptimeSeconds).toBeUndefined();
  expect(ReportedContainer.parse(entry)).toMatchObject({
    state: 'exited',
    exitCode: 137,
    oomKilled: false,
    finishedAt: Date.parse('2024-01-01T01:00:00Z'),
  });
});

contract('a failing health check is said in lower case; the zero date is no end', () => {
  const [row] = recorded('telegraf-containers-list') as unknown[];
  for (const name of ['telegraf-inspect-health', 'telegraf-inspect-running']) {
    const entry = containerOf(Row.parse(row), Inspect.parse(recorded(name)), {}, now);
    expect(ReportedContainer.parse(entry)).toMatchObject({ health: 'unhealthy', exitCode: 0 });
    expect(entry.finishedAt).toBeUndefined();
    expect(entry.uptimeSeconds).toBe(Math.floor((now - Date.parse('2018-06-14T05:48:53.266Z')) / 1000));
  }
});

contract('an inspect without the fields we ask for is an inspect', () => {
  const [row] = recorded('telegraf-containers-list') as unknown[];
  const inspect = Inspect.parse(recorded('dockerpy-inspect-sample'));
  expect(ReportedContainer.parse(containerOf(Row.parse(row), inspect, {}, now)).startedAt).toBe(
    Date.parse('2013-09-25T12:01:18.869Z'),
  );
});

contract('recorded statistics give memory and CPU where they hold them, and nothing where they do not', () => {
  const memory = Stats.parse(recorded('telegraf-stats-memory'));
  expect(memoryOf(memory, undefined)).toMatchObject({ memoryUsageBytes: 1111, memoryLimitBytes: 2000 });
  expect(cpuSample(memory, 'r', host)).toMatchObject({ totalNs: 500, systemNs: 100, cores: 2 });

  const bare = Stats.parse(recorded('telegraf-stats-cgroup1'));
  expect(memoryOf(bare, undefined)).toBeUndefined();
  const sample = cpuSample(bare, 'r', host);
  expect(sample?.cores).toBe(8);
  if (sample) expect(cpuPercent(sample, sample)).toBeUndefined();

  const windows = Stats.parse(recorded('telegraf-stats-windows'));
  expect(memoryOf(windows, 200_000_000)).toMatchObject({ memoryUsageBytes: 59961344, memoryLimitBytes: 200_000_000 });
  expect(cpuSample(windows, 'r', host)).toMatchObject({ totalNs: 53671875000, cores: 64 });

  const stopped = Stats.parse(recorded('telegraf-stats-empty-of-stopped'));
  expect([memoryOf(stopped, 1), cpuSample(stopped, 'r', host)]).toEqual([undefined, undefined]);
});

contract('host facts and versions of engines from 2016 to 2024 are read', () => {
  expect(Info.parse(recorded('telegraf-info'))).toMatchObject({ Name: 'absol', NCPU: 4, MemTotal: 3840757760 });
  expect(Version.parse(recorded('dockerpy-version-18.01')).ApiVersion).toBe('1.35');
  expect(Version.parse(recorded('version-25.0.3')).ApiVersion).toBe('1.44');
});

contract('with any field removed or replaced, a row and its details still give a valid entry', () => {
  const [row] = recorded('telegraf-containers-list') as object[];
  const whole = recorded('telegraf-inspect-health') as object;
  const damaged = (source: object) =>
    fc
      .tuple(fc.constantFrom(...Object.keys(source)), fc.jsonValue())
      .map(([key, value]) => (key === 'Id' ? source : { ...source, [key]: value }));
  fc.assert(
    fc.property(damaged(row ?? {}), damaged(whole), (someRow, someInspect) => {
      const entry = containerOf(Row.parse(someRow), Inspect.parse(someInspect), {}, now);
      ReportedContainer.parse(JSON.parse(JSON.stringify(entry)));
    }),
  );
});

/** The same answer, as another run of the engine gives it: lists and fields in another order. */
const otherwise = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.toReversed().map(otherwise);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, each]) => [name, otherwise(each)]),
  );
};

contract('what a real engine answered is no change in the journal when it comes in another order and later', () => {
  const rows = recorded('telegraf-containers-list') as unknown[];
  const names = ['telegraf-inspect-health', 'telegraf-inspect-running', 'dockerpy-inspect-sample'];
  const settingsOf = (row: unknown, inspect: unknown, at: number) => {
    const read = inspect === undefined ? undefined : Inspect.parse(inspect);
    const container = ReportedContainer.parse(containerOf(Row.parse(row), read, {}, at));
    return containerSettings(container, portLines(container.ports));
  };
  let read = 0;
  for (const row of rows)
    for (const inspect of [undefined, ...names.map(recorded)]) {
      const before = settingsOf(row, inspect, now);
      read += Object.keys(before).length;
      expect(changesBetween(before, settingsOf(otherwise(row), otherwise(inspect), now + 86_400_000))).toEqual([]);
    }
  expect(read).toBeGreaterThan(rows.length * 4);
});
