import { expect, test } from 'vitest';
import type { EvidenceGuest, EvidenceInput, EvidenceNode } from './input.ts';
import { daysOf } from './period.ts';
import { makeReport } from './report.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const STEP = 10 * MINUTE;
const START = Date.UTC(2026, 9, 1);
const until = START + 3 * DAY;
const zone = () => 0;
const filled = (of: (at: number) => number) => Uint16Array.from({ length: 3 * 144 }, (_, n) => of(START + n * STEP));
const isIn = (at: number, day: number, hour: number, hours: number) =>
  at >= START + day * DAY + hour * HOUR && at < START + day * DAY + (hour + hours) * HOUR;
/** Down for two hours of the second day; nothing was seen in one hour of the third. */
const readings = {
  ...{ from: START, stepMs: STEP, readingMs: 10_000, seen: filled((at) => (isIn(at, 2, 6, 1) ? 0 : 60)) },
  up: filled((at) => (isIn(at, 1, 3, 2) || isIn(at, 2, 6, 1) ? 0 : 60)),
};
const node: EvidenceNode = { id: 'n', name: 'n', instance: 'c', maintenance: [], readings };
const runs = [0, 1, 2].map((day) => ({
  ...{ job: 'j', at: START + day * DAY + HOUR, result: (['ok', 'failed', 'missed'] as const)[day] ?? 'ok' },
}));
const guest: EvidenceGuest = {
  ...{ ...node, id: 'c-1', vmid: 1, node: 'n', isThere: true, createdAt: undefined, protection: undefined },
  ...{ exclusion: undefined, runs, before: undefined, retentions: undefined },
  maintenance: [{ from: START, until: START + HOUR }],
};
const input: EvidenceInput = {
  ...{ scope: { kind: 'all', id: '', name: '' }, period: { key: 'p', from: START, until, zone: 'UTC' }, now: until },
  ...{ knownSince: START, nodes: [node], guests: [guest], restoreTests: [], restoreReminderDays: null, alerts: [] },
  ...{ stores: [], services: [], changes: [], seen: [], limits: [], days: daysOf({ from: START, until }, zone) },
};

test('each day has what was up, down, not seen and in maintenance in it, and its planned backups', () => {
  const rows = makeReport(input).tables.find(({ id }) => id === 'days')?.rows;
  const [day, two, hour] = [86_400, 7200, 3600];
  expect(rows).toEqual([
    ['2026-10-01', 100, day, 0, 0, 100, day - hour, 0, 0, hour, 1, 1, 0, 0],
    ['2026-10-02', 91.66, day, two, 0, 91.66, day, two, 0, 0, 1, 0, 1, 0],
    ['2026-10-03', 100, day - hour, 0, hour, 100, day - hour, 0, hour, 0, 1, 0, 0, 1],
  ]);
});

test('a day that was not over is cut, and one that has not begun is not there', () => {
  const rows = makeReport({ ...input, now: START + DAY + HOUR }).tables.find(({ id }) => id === 'days')?.rows;
  expect(rows?.map(([key, , seen]) => [key, seen])).toEqual([
    ['2026-10-01', 86_400],
    ['2026-10-02', 3600],
  ]);
});
