import { expect, test } from 'vitest';
import { fillsOf, tryDisks } from './testing/estates.ts';
import { wearForecast } from './wear.ts';

const DAY = 86_400_000;
const days = (count: number, of: (day: number) => number) =>
  fillsOf(Array.from({ length: count }, (_, day) => Math.floor(of(day))));
const inDays = (at: number, now: number) => Math.round((at - now) / DAY);

test('a disk that says whole percents is worn out at its date', () => {
  const said = wearForecast(
    days(365, (day) => 5 + day / 8),
    364 * DAY,
  );
  expect(said).toMatchObject({ kind: 'full', perDay: 0.125 });
  // 50.5 are used at the end, and one lasts eight days
  if (said.kind === 'full') expect(Math.abs(inDays(said.at, 364 * DAY) - 8 * 49.5)).toBeLessThan(10);
});

test('a year of no wear is not in sight, and half a year of little wear is a guess', () => {
  expect(
    wearForecast(
      days(365, () => 3),
      364 * DAY,
    ),
  ).toEqual({ kind: 'notInSight', perDay: 0 });
  expect(
    wearForecast(
      days(200, (day) => 80 + day / 90),
      199 * DAY,
    ),
  ).toEqual({ kind: 'none', why: 'short' });
  for (const count of [0, 1, 60, 160])
    expect(
      wearForecast(
        days(count, (day) => day / 2),
        count * DAY,
      ),
    ).toEqual({ kind: 'none', why: 'short' });
});

test('a disk that was exchanged has no past of the one before', () => {
  const exchanged = days(365, (day) => (day < 300 ? day / 5 : (day - 300) / 5));
  expect(wearForecast(exchanged, 364 * DAY)).toEqual({ kind: 'none', why: 'short' });
});

test('a disk that is worn out is worn out now', () => {
  expect(
    wearForecast(
      days(365, (day) => Math.min(100, day / 3)),
      364 * DAY,
    ),
  ).toMatchObject({ kind: 'full', earliest: 364 * DAY, at: 364 * DAY, latest: 364 * DAY });
});

test('the interval holds the truth in 75 to 85 % of cases, with a past of seven months as with one of a year', () => {
  for (const count of [210, 365]) {
    const { said, held } = tryDisks(30, count);
    expect(said).toBeGreaterThan(400);
    expect(held / said, `${count} days`).toBeGreaterThanOrEqual(0.75);
    expect(held / said, `${count} days`).toBeLessThanOrEqual(0.85);
  }
});
