import type { HistoryReply, HistorySeries } from '@belfry/schema/http/history';
import { expect, test } from 'vitest';
import type { Line } from '../detail.ts';
import { roundUp } from './chart-options.ts';
import { columnsOf, gapsOf, isImported, joined, summaryOf } from './series.ts';

const line = (metric: string, live?: number): Line => ({ kind: 'guest', id: 'dc-100', metric, name: '', live });
const series = (metric: string, mean: (number | null)[], fields: Partial<HistorySeries> = {}): HistorySeries => ({
  kind: 'guest',
  id: 'dc-100',
  metric,
  unit: 'percent',
  from: 60_000,
  step: 10_000,
  min: mean.map((value) => value && value - 1),
  mean,
  max: mean.map((value) => value && value + 1),
  parts: [],
  ...fields,
});
const reply = (...all: HistorySeries[]): HistoryReply => ({ from: 60_000, to: 100_000, series: all });

test('the lines of a chart have one axis of time, also where one has a coarser step', () => {
  const { times, lines } = columnsOf(
    { lines: [line('cpu'), line('memory')] },
    reply(series('cpu', [1, 2, 3, 4]), series('memory', [10, 20], { step: 20_000 })),
    undefined,
  );
  expect(times).toEqual([60, 70, 80, 90]);
  expect(lines.map(({ mean }) => mean)).toEqual([
    [1, 2, 3, 4],
    [10, 10, 20, 20],
  ]);
});

test('the figure of this moment is the end of the line, but not of a part of the past', () => {
  const given = reply(series('cpu', [1, 2]));
  expect(columnsOf({ lines: [line('cpu', 9)] }, given, 85_000)).toMatchObject({
    times: [60, 70, 85],
    lines: [{ mean: [1, 2, 9] }],
  });
  expect(columnsOf({ lines: [line('cpu', 9)] }, given, undefined).times).toEqual([60, 70]);
});

test('a figure of this moment alone is no history', () => {
  expect(columnsOf({ lines: [line('cpu', 9)] }, reply(series('cpu', [null, null])), 85_000).isEmpty).toBe(true);
  expect(columnsOf({ lines: [line('cpu', 9)] }, reply(), 85_000).isEmpty).toBe(true);
});

test('a gap lies between the values beside it; before the first value there is none, and at the end none for a step or two', () => {
  const { times, lines } = columnsOf(
    { lines: [line('cpu')] },
    reply(series('cpu', [null, 1, null, null, 2, null])),
    undefined,
  );
  expect(gapsOf({ times, lines })).toEqual([[70, 100]]);
  const lost = columnsOf({ lines: [line('cpu')] }, reply(series('cpu', [1, 2, null, null, null])), undefined);
  expect(gapsOf(lost)).toEqual([[70, 100]]);
});

test('what a chart says: the least minimum, the mean, the largest maximum, the last value', () => {
  const [cpu] = columnsOf({ lines: [line('cpu')] }, reply(series('cpu', [10, null, 20])), undefined).lines;
  expect(cpu && summaryOf(cpu)).toEqual({ min: 9, mean: 15, max: 21, last: 20 });
  expect(summaryOf({ min: [null], mean: [null], max: [null] })).toBeUndefined();
});

test('what a host itself had kept is marked where any line of the chart has it, and never later than now', () => {
  expect(columnsOf({ lines: [line('cpu')] }, reply(series('cpu', [1])), undefined).imported).toEqual([]);
  const parts = [
    { source: 'proxmox' as const, from: 60_000, to: 75_000 },
    { source: 'belfry' as const, from: 75_000, to: 90_000 },
    { source: 'proxmox' as const, from: 90_000, to: 190_000 },
  ];
  const later = [{ source: 'proxmox' as const, from: 70_000, to: 80_000 }];
  const given = reply(series('cpu', [1, 2], { parts }), series('memory', [1, 2], { parts: later }));
  const columns = columnsOf({ lines: [line('cpu'), line('memory')] }, given, 95_000);
  expect(columns.imported).toEqual([
    [60_000, 80_000],
    [90_000, 95_000],
  ]);
  expect([60_000, 79_999, 80_000, 94_999].map((at) => isImported(columns, at))).toEqual([true, true, false, true]);
  expect(columnsOf({ lines: [line('cpu')] }, given, undefined).imported.at(-1)).toEqual([90_000, 100_000]);
});

test('parts that touch are one', () => {
  expect(
    joined([
      [5, 6],
      [1, 2],
      [2, 4],
      [3, 4],
    ]),
  ).toEqual([
    [1, 4],
    [5, 6],
  ]);
});

test('an estimate is marked where the metric that says so has values, until now at the latest', () => {
  const flags = series('memory.estimate', [null, 1, 1, null, 1]);
  const given = reply(series('memory', [1, 1, 1, 1, 1]), flags);
  const plot = { lines: [line('memory', 5)], estimate: 'memory.estimate' };
  expect(columnsOf(plot, given, 105_000).estimated).toEqual([
    [70_000, 90_000],
    [100_000, 105_000],
  ]);
  expect(columnsOf({ lines: plot.lines }, given, 105_000).estimated).toEqual([]);
});

test('the scale of a size ends at a round size', () => {
  expect(roundUp(18 * 1024 ** 2, true)).toBe(20 * 1024 ** 2);
  expect(roundUp(3, false)).toBe(5);
  expect(roundUp(0.4, true)).toBe(0.5);
});
