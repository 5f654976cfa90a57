// A node's detail: the order of the memory rules, and recorded answers.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersOf } from '../testing/own-answers.ts';
import { parseNodeStatus, readMemory } from './node-status.ts';

test.each([
  [
    { total: 100, available: 60, used: 90, free: 10 },
    { total: 100, used: 40, source: 'available' },
  ],
  [
    { total: 100, avail: 70, used: 90, free: 10 },
    { total: 100, used: 30, source: 'avail' },
  ],
  [
    { total: 100, free: 10, buffers: 5, cached: 25, used: 90 },
    { total: 100, used: 60, source: 'free-buffers-cached' },
  ],
  [
    { total: 100, free: 90, buffers: 5, cached: 25 },
    { total: 100, used: 0, source: 'free-buffers-cached' },
  ],
  [
    { total: 100, free: 10, used: 90 },
    { total: 100, used: 90, source: 'used' },
  ],
  [
    { total: 100, available: 0, used: 90 },
    { total: 100, used: 90, source: 'used' },
  ],
  [
    { total: 100, used: 900 },
    { total: 100, used: 100, source: 'used' },
  ],
  [{ used: 5 }, undefined],
])('memory %j is %j', (memory, expected) => {
  expect(readMemory(memory)).toEqual(expected);
});

test('every recorded status has kernel, version, processor, load and memory', () => {
  const recordings = answersOf('pve', /^\/nodes\/[^/]+\/status$/);
  expect(recordings.length).toBeGreaterThan(0);
  for (const { file, body } of recordings) {
    const status = parseNodeStatus(body.data);
    expect(status?.kernel, file).toMatch(/^Linux \d/);
    expect(status?.version, file).toMatch(/^pve-manager\//);
    expect(status?.cpu.model, file).not.toBe('');
    expect(status?.load, file).toHaveLength(3);
    expect(status?.memory?.used, file).toBeGreaterThan(1e8);
    expect(status?.rootfs?.total, file).toBeGreaterThan(1e9);
  }
});

test('no answer makes it throw', () =>
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (any, inner) => {
      parseNodeStatus(any);
      parseNodeStatus({
        memory: any,
        rootfs: inner,
        cpuinfo: any,
        loadavg: [inner],
        kversion: any,
        'current-kernel': inner,
      });
    }),
  ));
