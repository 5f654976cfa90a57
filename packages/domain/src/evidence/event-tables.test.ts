import type { Forecast } from '@belfry/schema/forecast';
import { expect, test } from 'vitest';
import { capacityTable } from './event-tables.ts';

const DAY = 86_400_000;
const store = (forecast: Forecast | undefined) => ({ name: 'a', on: 'b', total: 9, used: 5, past: [], forecast });
const rowsOf = (...forecasts: (Forecast | undefined)[]) =>
  capacityTable({ stores: forecasts.map(store) }).rows.map((row) => row.slice(-2));

test('a storage has the interval of its full date, or the word for why it has none', () => {
  expect(
    rowsOf(
      { kind: 'full', at: 4 * DAY, earliest: 3 * DAY + 0.4, latest: 9 * DAY, perDay: 1 },
      { kind: 'notInSight', perDay: 0 },
      { kind: 'none', why: 'step' },
      undefined,
    ),
  ).toEqual([
    [3 * DAY, 9 * DAY],
    ['notInSight', ''],
    ['oneStep', ''],
    [null, null],
  ]);
});
