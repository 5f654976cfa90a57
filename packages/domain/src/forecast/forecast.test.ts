import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calibrationOf } from './calibration.ts';
import { forecast } from './forecast.ts';
import { fillsOf, tryEstates } from './testing/estates.ts';
import { standing } from './testing/pasts.ts';
import { seeded } from './testing/seeded.ts';

const DAY = 86_400_000;
const days = (count: number, of: (day: number) => number) =>
  fillsOf(Array.from({ length: count }, (_, day) => of(day)));

test('a steady growth is full at its date, and the interval is as narrow as the past is regular', () => {
  const said = forecast(
    days(100, (day) => 1000 + 10 * day),
    2990,
    99 * DAY,
  );
  expect(said).toMatchObject({ kind: 'full', perDay: 10 });
  if (said.kind !== 'full') return;
  expect([said.earliest, said.at, said.latest].map((at) => Math.round(at / DAY))).toEqual([199, 199, 199]);
});

test('a garbage collection once a week does not hide the growth, and its date is that of the peak', () => {
  // It grows by 3 a day, and 14 are freed every seventh day: 1 a day.
  const past = days(98, (day) => 100 + 3 * day - 14 * Math.floor(day / 7));
  const said = forecast(past, 300, 97 * DAY);
  expect(said).toMatchObject({ kind: 'full', perDay: 1 });
  const peak = 100 + 97 + 2 * 6;
  expect(said.kind === 'full' && said.at / DAY).toBeCloseTo(97 + 300 - peak, 0);
});

test('a past of less than six weeks says nothing, because a saw-tooth of a month looks like a steady growth', () => {
  for (const count of [0, 1, 10, 34, 41])
    expect(
      forecast(
        days(count, (day) => 10 * day),
        1e4,
        count * DAY,
      ),
    ).toEqual({ kind: 'none', why: 'short' });
});

test('a single step gives no date, and after some weeks the growth since then counts', () => {
  const withStep = (before: number, after: number) =>
    days(before + after, (day) => 100 + (day >= before ? 500 + 2 * (day - before) : 0));
  expect(forecast(withStep(90, 20), 1000, 110 * DAY)).toEqual({ kind: 'none', why: 'step' });
  expect(forecast(withStep(50, 60), 1000, 110 * DAY)).toMatchObject({ kind: 'full', perDay: 2 });
});

test('what stands, shrinks or grows very slowly has no date', () => {
  expect(
    forecast(
      days(100, (day) => 1000 - day),
      2000,
      99 * DAY,
    ),
  ).toMatchObject({ kind: 'notInSight' });
  expect(
    forecast(
      days(100, () => 1000),
      2000,
      99 * DAY,
    ),
  ).toEqual({ kind: 'notInSight', perDay: 0 });
  expect(
    forecast(
      days(100, (day) => day / 1000),
      1e6,
      99 * DAY,
    ),
  ).toMatchObject({ kind: 'notInSight' });
  for (const make of Object.values(standing))
    for (let seed = 0; seed < 50; seed++)
      expect(forecast(fillsOf(make(200, seeded(seed))), 400, 199 * DAY).kind).not.toBe('full');
});

test('what is full already is full now', () => {
  const said = forecast(
    days(100, (day) => 10 * day),
    500,
    99 * DAY,
  );
  expect(said).toMatchObject({ kind: 'full', earliest: 99 * DAY, at: 99 * DAY, latest: 99 * DAY });
});

test('weeks without values are left out; the peak of one that was measured in part is a little lower', () => {
  const past = days(100, (day) => 1000 + 10 * day).filter((_, day) => day < 50 || day > 70);
  const said = forecast(past, 3000, 99 * DAY);
  expect(said.kind === 'full' && Math.round(said.perDay)).toBe(10);
});

test('whatever the past is, the times are in their order and after now', () => {
  const value = fc.integer({ min: 0, max: 1e6 });
  const pasts = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), value), { maxLength: 200 });
  fc.assert(
    fc.property(pasts, value, (made, limit) => {
      const past = made.map(([day, used]) => ({ at: day * DAY, used })).sort((a, b) => a.at - b.at);
      const said = forecast(past, limit, 200 * DAY);
      if (said.kind !== 'full') return;
      expect(said.earliest).toBeGreaterThanOrEqual(200 * DAY);
      expect(said.earliest).toBeLessThanOrEqual(said.at);
      expect(said.at).toBeLessThanOrEqual(said.latest);
      expect(Number.isFinite(said.latest)).toBe(true);
    }),
  );
});

test('the interval holds the truth in 75 to 85 % of cases, with a past of two months as with one of a year', () => {
  for (const count of [60, 180, 365]) {
    const { said, held } = tryEstates(30, count);
    expect(said).toBeGreaterThan(400);
    expect(held / said, `${count} days`).toBeGreaterThanOrEqual(0.75);
    expect(held / said, `${count} days`).toBeLessThanOrEqual(0.85);
  }
});

test('too few trials change nothing, and one bad past cannot make the interval endless', () => {
  const trial = (miss: number) => ({ weeks: 2, miss });
  expect(calibrationOf(Array.from({ length: 19 }, () => trial(3)))).toBe(1);
  expect(calibrationOf(Array.from({ length: 20 }, () => trial(3)))).toBe(3);
  expect(calibrationOf(Array.from({ length: 20 }, () => trial(1e9)))).toBe(6);
});
