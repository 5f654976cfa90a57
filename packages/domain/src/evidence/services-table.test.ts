import { expect, test } from 'vitest';
import type { EvidenceService } from './input.ts';
import { servicesTable } from './services-table.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const STEP = 10 * MINUTE;
const START = Date.UTC(2026, 9, 1);
const until = START + DAY;
const steps = (of: (hour: number) => number) => Uint16Array.from({ length: 144 }, (_, n) => of((n * STEP) / HOUR));

/** Up and seen in all hours but these. */
function service(
  kind: EvidenceService['kind'],
  isDown: (hour: number) => boolean,
  isUnseen = (hour: number) => hour < 0,
) {
  return {
    ...{ id: kind, kind, name: kind, on: '', createdAt: undefined, maintenance: [] },
    readings: {
      ...{ from: START, stepMs: STEP, readingMs: 10_000, seen: steps((hour) => (isUnseen(hour) ? 0 : 60)) },
      up: steps((hour) => (isUnseen(hour) || isDown(hour) ? 0 : 60)),
    },
  } satisfies EvidenceService;
}
const rowOf = (of: EvidenceService) =>
  servicesTable({ services: [of], period: { key: '2026-11', zone: 'UTC', from: START, until } }, until).rows[0];
const from = (hour: number, hours: number) => (at: number) => at >= hour && at < hour + hours;

test('a time in which nothing was seen is neither up nor down, and agreed maintenance is taken out', () => {
  const server = { ...service('pbs', from(3, 2), from(8, 1)), maintenance: [{ from: START, until: START + 4 * HOUR }] };
  expect(rowOf(server)).toEqual(['kindPbs', 'pbs', '', 94.73, 3600, 3600, 4 * 3600, []]);
});

test('a service without any reading is not known', () => {
  expect(rowOf({ ...service('docker', () => false), readings: undefined })?.slice(3)).toEqual([
    ...[null, null, null, null, []],
  ]);
});

test('a container that never ran has no percentage, because nobody says that it should have', () => {
  expect(rowOf(service('container', () => true))?.slice(3)).toEqual([null, DAY / 1000, 0, 0, [{ id: 'idle' }]]);
});

test('a container that is younger than the period counts from its first reading on', () => {
  const young = { ...service('container', from(0, 6)), createdAt: START + 6 * HOUR };
  expect(rowOf(young)?.slice(3)).toEqual([100, 0, 0, 0, [{ id: 'seenSince', values: { at: START + 6 * HOUR } }]]);
  // It was made again: one with its name ran before.
  const again = { ...service('container', from(12, 3)), createdAt: START + 15 * HOUR };
  expect(rowOf(again)?.slice(3)).toEqual([87.5, 3 * 3600, 0, 0, []]);
});
