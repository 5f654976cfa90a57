// The latency of drives from two readings of QEMU's counters, and when there is none.
import { expect, test } from 'vitest';
import { type DriveReadings, readDrives } from './drive-latency.ts';
import { parsePressure } from './guest-details.ts';

const MS = 1e6;
const START = Date.UTC(2026, 0, 1);

interface Reading {
  blockstat: unknown;
  node?: string;
  pid?: number | undefined;
  io?: number | undefined;
  /** Seconds after the start. */
  s: number;
}

/** What is known of VM 100 after these readings. */
function after(...readings: Reading[]) {
  let known: DriveReadings = new Map();
  for (const { blockstat, node = 'pve1', pid = 4711, io = 24, s } of readings) {
    const vms = [{ vmid: 100, status: 'running', pid, pressureiosome: io, blockstat }];
    known = readDrives(known, vms, parsePressure(vms), node, { at: START + s * 1000, monotonic: s * 1000 });
  }
  return known;
}
const latencyAfter = (...readings: Reading[]) => after(...readings).get(100)?.latency;

const counters = (fields: object = {}) => ({
  ...{ rd_operations: 1000, rd_total_time_ns: 2000 * MS, failed_rd_operations: 0 },
  ...{ wr_operations: 500, wr_total_time_ns: 9000 * MS, failed_wr_operations: 0 },
  ...{ flush_operations: 24, flush_total_time_ns: 40 * MS, failed_flush_operations: 0 },
  ...{ account_failed: true, timed_stats: [], idle_time_ns: 3_763_803_006 },
  ...fields,
});
const first: Reading = { s: 0, blockstat: { scsi0: counters() } };
const then = (fields: object, more: Partial<Reading> = {}): Reading => ({
  ...{ s: 30, blockstat: { scsi0: counters(fields) } },
  ...more,
});
const drives = (fields: object, more?: Partial<Reading>) => latencyAfter(first, then(fields, more))?.drives;

test('the latency is the time that was added over the operations that were added, with the time of the reading', () => {
  const more = { rd_operations: 1100, rd_total_time_ns: 4500 * MS, wr_operations: 503, wr_total_time_ns: 9001 * MS };
  expect(latencyAfter(first)).toBeUndefined();
  expect(latencyAfter(first, then(more))).toEqual({
    at: '2026-01-01T00:00:30.000Z',
    drives: [{ name: 'scsi0', read: 25, write: 0.333 }],
  });
});

test('drives are in the order of their numbers, and a drive without an operation has no figure', () => {
  const all = { scsi10: counters(), scsi2: counters(), ide2: counters() };
  expect(latencyAfter({ s: 0, blockstat: all }, { s: 30, blockstat: all })?.drives).toEqual([
    { name: 'ide2' },
    { name: 'scsi2' },
    { name: 'scsi10' },
  ]);
});

test('failed operations are counted, and their time is shared among all when QEMU says that it added it', () => {
  const failing = { rd_operations: 1010, failed_rd_operations: 10, rd_total_time_ns: 2200 * MS };
  expect(drives(failing)).toEqual([{ name: 'scsi0', read: 10, failed: 10 }]);
  const apart = { scsi0: counters({ account_failed: false }) };
  expect(latencyAfter({ s: 0, blockstat: apart }, then({ ...failing, account_failed: false }))?.drives).toEqual([
    { name: 'scsi0', read: 20, failed: 10 },
  ]);
});

test('when all operations failed there is no latency, only their number', () => {
  expect(drives({ failed_wr_operations: 3, failed_flush_operations: 1, wr_total_time_ns: 9500 * MS })).toEqual([
    { name: 'scsi0', failed: 4 },
  ]);
});

const grown = { rd_operations: 1100, rd_total_time_ns: 4500 * MS };

test.each<[string, Partial<Reading>]>([
  ['a migration, also when the counters on the other node are larger', { node: 'pve2' }],
  ['a restart, also when the counters are larger by now', { pid: 4712 }],
  ['a gap that is too long to say something about now', { s: 151 }],
  ['a clock that stood still', { s: 0 }],
])('there is no figure after %s, and there is one after the next reading', (_, more) => {
  expect(latencyAfter(first, then(grown, more))).toBeUndefined();
  const next = then({ rd_operations: 1200, rd_total_time_ns: 4600 * MS }, { ...more, s: (more.s ?? 30) + 30 });
  expect(latencyAfter(first, then(grown, more), next)?.drives).toEqual([{ name: 'scsi0', read: 1 }]);
});

test('counters that went back give no figure, even where the process is not known', () => {
  const unknown = { ...first, pid: undefined };
  for (const back of [{ rd_operations: 5 }, { wr_total_time_ns: 1 }, { ...grown, flush_operations: 0 }])
    expect(latencyAfter(unknown, then(back, { pid: undefined }))).toBeUndefined();
});

test('a drive that was plugged in between has no figure, and the others have theirs', () => {
  const blockstat = { scsi0: counters(grown), scsi1: counters() };
  expect(latencyAfter(first, then({}, { blockstat }))?.drives).toEqual([{ name: 'scsi0', read: 25 }]);
});

test('counters may be text and larger than 2^53; what is missing or no number is not known', () => {
  const huge = { scsi0: counters({ rd_operations: '9007199254740000', rd_total_time_ns: '900719925474099200' }) };
  const later = { scsi0: counters({ rd_operations: '9007199254740100', rd_total_time_ns: '900719928474099200' }) };
  expect(latencyAfter({ s: 0, blockstat: huge }, { s: 30, blockstat: later })?.drives).toEqual([
    { name: 'scsi0', read: 30 },
  ]);
  expect(drives({ ...grown, wr_total_time_ns: undefined, flush_operations: 'many' })).toEqual([
    { name: 'scsi0', read: 25, write: null, flush: null },
  ]);
});

test('a host that gave no counters says so with the time, and what is no drive is left out', () => {
  const none = { at: '2026-01-01T00:00:30.000Z', drives: [] };
  for (const blockstat of [undefined, null, [], 'no', {}, { scsi0: 7 }, { '<b>': counters(), __proto__: counters() }])
    expect(latencyAfter(first, then({}, { blockstat }))).toEqual(none);
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`scsi${n}`, counters()]));
  expect(latencyAfter({ s: 0, blockstat: many }, { s: 30, blockstat: many })?.drives).toHaveLength(64);
});

test('a VM that does not wait for its disks, or whose pressure is not known, has no reading, and a list of others changes nothing', () => {
  for (const io of [0, 0.9]) expect(after(first, then(grown, { io })).size).toBe(0);
  const vms = [{ vmid: 100, status: 'running', pid: 1, blockstat: { scsi0: counters() } }];
  expect(readDrives(after(first), vms, parsePressure(vms), 'pve1', { at: START, monotonic: 9 }).size).toBe(0);
  const known = after(first);
  for (const other of [undefined, [], [{ vmid: 101, status: 'running' }]])
    expect(readDrives(known, other, new Map(), 'pve1', { at: START, monotonic: 9 })).toEqual(known);
});
