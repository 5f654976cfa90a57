import type { Guest } from '@belfry/schema/entities/guest';
import { describe, expect, test } from 'vitest';
import { guest } from '../../state/testing/observations.ts';
import { polled } from '../testing/polled.ts';
import { createGuestRules } from './guest.ts';

const MB = 1024 ** 2;
const used = (usage: number) => ({ total: 100, used: usage, free: 100 - usage, usage });
const at = (fields: Partial<Guest> = {}) => ({ vms: [guest('a', 1, { node: 'n1', name: 'web', ...fields })] });
const watch = (config = {}) => polled(createGuestRules, config);
const fileSystem = (mountpoint: string, usage: number, device = '/dev/sda1') => ({
  mountpoint,
  device,
  type: 'ext4',
  total: 100,
  used: usage,
  free: 100 - usage,
  usage,
});
describe.each([
  ['cpu', (value: number) => ({ cpu: value / 100 }), [80, 90, 76, 75], 'CPU usage is 80 %'],
  ['memory', (value: number) => ({ memory: used(value) }), [85, 95, 81, 80], 'memory usage is 85 %'],
  ['disk', (value: number) => ({ disk: used(value) }), [90, 98, 86, 85], 'disk usage is 90 %'],
] as const)('%s of a guest', (metric, fields, [bad, worse, between, well], text) => {
  test('starts at its threshold, becomes critical, stays in between and ends', async () => {
    const { poll, messages } = watch();
    expect(await poll(at(fields(bad - 1)), 90)).toEqual([]);
    expect(await poll(at(fields(bad)), 90)).toEqual([`a-1-${metric} warning`]);
    expect(messages()).toEqual([`VM web (1): ${text}.`]);
    expect(await poll(at(fields(worse)))).toEqual([`a-1-${metric} critical`]);
    expect(await poll(at(fields(between)))).toEqual([`a-1-${metric} warning`]);
    expect(await poll(at(fields(well)))).toEqual([]);
  });
});

test('a guest whose name nobody knows is called by its number once', async () => {
  const { poll, messages } = watch();
  for (let n = 0; n < 2; n++) await poll(at({ name: 'VM 1', cpu: 0.9 }), 90);
  expect(messages()).toEqual(['VM 1: CPU usage is 90 %.']);
});

test.each([
  ['diskRead', 'disk read rate'],
  ['diskWrite', 'disk write rate'],
  ['networkIn', 'incoming network traffic'],
  ['networkOut', 'outgoing network traffic'],
] as const)('%s of a guest is compared in MB/s, where it has a threshold', async (metric, text) => {
  let bytes = 0;
  const rate = (value: number) => () => {
    bytes += value * MB * 10;
    return { counters: { 'a-1': { [metric]: bytes } } };
  };
  const { poll, messages } = watch({ overrides: { 'tag:x': { [metric]: { trigger: 20, clear: 18 } } } });
  const tagged = at({ tags: ['x'] });
  expect(await poll(tagged, 90, rate(19))).toEqual([]);
  expect(await poll(tagged, 90, rate(21))).toEqual([`a-1-${metric} warning`]);
  expect(messages()).toEqual([`VM web (1): ${text} is 21 MB/s.`]);
  expect(await poll(tagged, 60, rate(31))).toEqual([`a-1-${metric} critical`]);
  expect(await poll(tagged, 60, rate(19))).toEqual([`a-1-${metric} warning`]);
  expect(await poll(tagged, 60, () => ({ counters: {} }))).toEqual([`a-1-${metric} warning`]);
  expect(await poll(tagged, 60, rate(2))).toEqual([]);
  expect(await watch().poll(at(), 90, rate(99))).toEqual([]);
});

describe('a figure that is not known', () => {
  test.each([
    ['the status is unknown', { status: 'unknown', cpu: 0 }],
    ['the memory has no size', { memory: { total: 0, used: 0, free: 0, usage: 0 } }],
    ['the disk is not known', { disk: { total: 100, used: 0, free: 0, usage: -1 } }],
    ['the agent is silent', { disk: used(10), diskStatusReason: 'agent-timeout' as const }],
  ])('starts and ends nothing: %s', async (_, fields) => {
    const { poll } = watch();
    const bad = { cpu: 0.99, memory: used(99), disk: used(99) };
    const raised = await poll(at(bad), 120);
    expect(raised).toHaveLength(3);
    expect(await poll(at({ ...bad, ...fields }), 120)).toEqual(raised);
  });
});

test('memory that only the host sees counts only with a threshold of the guest itself', async () => {
  const seen = at({ memory: { ...used(99), quality: 'estimate' } });
  expect(await watch().poll(seen, 120)).toEqual([]);
  const own = watch({ overrides: { 'a-1': { memory: { trigger: 90, clear: 80 } } } });
  expect(await own.poll(seen, 120)).toEqual(['a-1-memory critical']);
});

const allBad = { cpu: 0.99, memory: used(99), disks: [fileSystem('/', 99)], disk: used(99) };

test('a guest that stops ends all its alerts', async () => {
  const { poll, stage } = watch();
  expect(await poll(at(allBad), 120)).toHaveLength(4);
  stage.announced();
  expect(await poll(at({ status: 'stopped', onboot: false }), 40)).toEqual([]);
  expect(stage.announced().filter((line) => line.endsWith('stopped'))).toHaveLength(3);
});

test('a guest whose alerts are disabled ends them at once', async () => {
  const { poll, stage } = watch();
  await poll(at(allBad), 120);
  stage.configure({ disableAllGuests: true });
  expect(await poll(at(allBad), 10)).toEqual([]);
});

describe('file systems of a guest', () => {
  test('each has an alert of its own, with a key that is the same in every poll', async () => {
    const { poll, messages } = watch();
    const disks = (root: number, logs: number) =>
      at({ disks: [fileSystem('/', root), fileSystem('/var/log', logs, ''), fileSystem('C:\\', 10)] });
    expect(await poll(disks(50, 91), 120)).toEqual(['a-1-disk-var-log-disk warning']);
    expect(messages()).toEqual(['VM web (1): file system /var/log is 91 % full.']);
    expect(await poll(disks(92, 99))).toEqual([
      'a-1-disk-root-dev-sda1-disk warning',
      'a-1-disk-var-log-disk critical',
    ]);
    expect(await poll(disks(84, 84))).toEqual([]);
  });

  test('one that was unmounted ends its alert', async () => {
    const { poll, stage } = watch();
    await poll(at({ disks: [fileSystem('/data', 99, '')] }), 120);
    expect(await poll(at({ disks: [fileSystem('/', 10)] }), 30)).toEqual([]);
    expect(stage.announced()).toEqual(['raised a-1-disk-data-disk', 'resolved a-1-disk-data-disk gone']);
  });

  test('while the agent is silent, or has not been asked after a restart, they keep their alerts', async () => {
    const before = watch();
    const raised = await before.poll(at({ disks: [fileSystem('/data', 99, '')] }), 120);
    expect(raised).toEqual(['a-1-disk-data-disk critical']);
    const silent = at({ diskStatusReason: 'agent-not-running', disk: { total: 100, used: 0, free: 0, usage: -1 } });
    expect(await before.poll(silent, 300)).toEqual(raised);
    const after = before.restart();
    expect(await after.poll(at({ diskStatusReason: 'no-data' }), 300)).toEqual(raised);
    expect(await after.poll(at({ disks: [fileSystem('/data', 20, '')] }), 10)).toEqual([]);
  });
});

test('guests without bad values are not read', async () => {
  const [rules] = createGuestRules();
  let read = 0;
  const counted = {
    ...rules,
    read: (...given: Parameters<typeof rules.read>) => {
      read++;
      return rules.read(...given);
    },
  };
  const { poll } = polled(() => [counted]);
  const vms = Array.from({ length: 1000 }, (_, i) =>
    guest('a', 100 + i, { disks: [fileSystem('/', 20)], inBackupJob: true, lastBackup: '2025-12-31T00:00:00.000Z' }),
  );
  await poll({ vms }, 120);
  expect(read).toBe(0);
  await poll({ vms: [...vms.slice(0, 999), guest('a', 1099, { cpu: 0.9 })] }, 10);
  expect(read).toBe(1);
});
