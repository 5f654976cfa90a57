// The metrics export: which samples are used, and that invalid ones are not.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMetrics } from './metrics.ts';

const sample = (id: string, metric: string, value: unknown, timestamp = 1000) => ({
  id,
  metric,
  value,
  timestamp,
  type: 'derive',
});

test('counters come with the time of their sample, nodes with their load averages and their time of waiting for disks', () => {
  const metrics = parseMetrics({
    data: [
      sample('qemu/100', 'net_in', 1),
      sample('qemu/100', 'disk_write', 2.6),
      sample('lxc/101', 'net_out', 3),
      sample('node/pve1', 'net_in', 4),
      sample('node/pve1', 'cpu_avg1', 0.5),
      sample('node/pve1', 'cpu_avg15', 0.25),
      sample('node/pve1', 'cpu_iowait', 0.01234),
      sample('node/pve2', 'cpu_iowait', 7),
    ],
  });
  expect(Object.fromEntries(metrics?.counters ?? [])).toEqual({
    'qemu/100': { sampledAt: 1_000_000, networkIn: 1, diskWrite: 3 },
    'lxc/101': { sampledAt: 1_000_000, networkOut: 3 },
    'node/pve1': { sampledAt: 1_000_000, networkIn: 4 },
  });
  expect(Object.fromEntries(metrics?.ioWait ?? [])).toEqual({ pve1: 0.012 });
  expect(Object.fromEntries(metrics?.load ?? [])).toEqual({ pve1: [0.5, 0, 0.25] });
});

test('of several samples the newest counts, and counters of different times are never mixed', () => {
  const samples = [
    sample('qemu/100', 'net_in', 1, 1000),
    sample('qemu/100', 'net_out', 1, 1000),
    sample('qemu/100', 'net_in', 2, 1010),
    sample('qemu/100', 'net_out', 9, 990),
  ];
  expect(parseMetrics({ data: samples })?.counters.get('qemu/100')).toEqual({ sampledAt: 1_010_000, networkIn: 2 });
});

test('names that every object answers to are no metrics', () => {
  const samples = ['constructor', '__proto__', 'toString'].flatMap((name) => [
    sample('qemu/100', name, 1),
    sample('node/pve1', name, 1),
  ]);
  expect(parseMetrics({ data: samples })).toEqual({ counters: new Map(), load: new Map(), ioWait: new Map() });
});

test('an answer without a list of samples is none; a broken sample costs only itself', () => {
  for (const data of [null, [], 'x', {}, { data: {} }]) expect(parseMetrics(data)).toBeUndefined();
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (broken, value) => {
      const metrics = parseMetrics({
        data: [broken, sample('qemu/1', 'net_in', value), sample('qemu/100', 'net_in', 5)],
      });
      expect(metrics?.counters.get('qemu/100')?.networkIn).toBe(5);
    }),
  );
});
