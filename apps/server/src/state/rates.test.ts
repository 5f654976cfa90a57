import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRates, unknownRates } from './rates.ts';
import { moment } from './testing/observations.ts';

const all = (n: number) => ({ networkIn: n, networkOut: n, diskRead: n, diskWrite: n });

test('one sample is no rate', () => {
  expect(createRates().next('a', all(5), moment(0))).toEqual(unknownRates);
});

test('a rate is bytes per second in three significant digits', () => {
  const rates = createRates();
  rates.next('a', all(0), moment(0));
  expect(
    rates.next('a', { networkIn: 123_456_780, networkOut: 0, diskRead: 55, diskWrite: 14 }, moment(10_000)),
  ).toEqual({
    networkIn: 12_300_000,
    networkOut: 0,
    diskRead: 6,
    diskWrite: 1,
  });
});

test('equal counters repeat the last rate, and the next change counts from the last change', () => {
  const rates = createRates();
  rates.next('a', all(0), moment(0));
  expect(rates.next('a', all(1000), moment(10_000)).networkIn).toBe(100);
  expect(rates.next('a', all(1000), moment(20_000)).networkIn).toBe(100);
  expect(rates.next('a', all(5000), moment(30_000)).networkIn).toBe(200);
});

test('after 60 s without change a rate is 0', () => {
  const rates = createRates();
  rates.next('a', all(0), moment(0));
  rates.next('a', all(1000), moment(10_000));
  expect(rates.next('a', all(1000), moment(69_999)).networkIn).toBe(100);
  expect(rates.next('a', all(1000), moment(70_000)).networkIn).toBe(0);
});

test('a counter that fell gives 0, the others go on', () => {
  const rates = createRates();
  rates.next('a', all(1000), moment(0));
  expect(rates.next('a', { ...all(2000), diskRead: 5 }, moment(10_000))).toEqual({ ...all(100), diskRead: 0 });
});

test('a counter that is missing is unknown', () => {
  const rates = createRates();
  rates.next('a', { networkIn: 1 }, moment(0));
  expect(rates.next('a', { networkIn: 11, diskRead: 1 }, moment(10_000))).toEqual({ ...unknownRates, networkIn: 1 });
});

test('a guest that disappeared and returns has no rate at first', () => {
  const rates = createRates();
  rates.next('a', all(0), moment(0));
  rates.keep(new Set(['b']));
  expect(rates.next('a', all(1000), moment(10_000))).toEqual(unknownRates);
});

test('for any counters and times, no rate is negative or infinite', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(100_000), fc.maxSafeInteger())), (samples) => {
      const rates = createRates();
      for (const [at, n] of samples) {
        for (const rate of Object.values(rates.next('a', all(Math.abs(n)), moment(at)))) {
          if (rate !== null) expect(rate >= 0 && Number.isFinite(rate)).toBe(true);
        }
      }
    }),
  );
});

test('where the host says when it read the counters, its times count and not ours', () => {
  const rates = createRates();
  rates.next('a', { ...all(0), sampledAt: 1000 }, moment(0));
  expect(rates.next('a', { ...all(1000), sampledAt: 6000 }, moment(10_000)).networkIn).toBe(200);
  expect(rates.next('a', { ...all(1000), sampledAt: 6000 }, moment(20_000)).networkIn).toBe(200);
  expect(rates.next('a', { ...all(1000), sampledAt: 16_000 }, moment(30_000)).networkIn).toBe(0);
});

test('a host whose clock went back keeps its rates for one sample', () => {
  const rates = createRates();
  rates.next('a', { ...all(0), sampledAt: 60_000 }, moment(0));
  rates.next('a', { ...all(1000), sampledAt: 70_000 }, moment(10_000));
  expect(rates.next('a', { ...all(2000), sampledAt: 5000 }, moment(20_000)).networkIn).toBe(100);
  expect(rates.next('a', { ...all(4000), sampledAt: 15_000 }, moment(30_000)).networkIn).toBe(200);
});

test('any rate has the three digits a number of that precision has', () => {
  fc.assert(
    // An unchanged counter is no second sample.
    fc.property(
      fc.maxSafeInteger().filter((moved) => moved !== 0),
      (moved) => {
        const rates = createRates();
        rates.next('a', all(0), moment(0));
        const expected = moved > 0 ? Number(moved.toPrecision(3)) : 0;
        expect(rates.next('a', all(moved), moment(1000)).networkIn).toBe(expected);
      },
    ),
  );
});

test.for([3_600_000, -3_600_000])(
  'a step of our clock by %d ms changes no rate, and the next sample counts as ever',
  (step) => {
    const rates = createRates();
    rates.next('a', all(0), moment(0));
    rates.next('a', all(1000), moment(10_000));
    const after = (monotonic: number) => ({ at: monotonic + step, monotonic });
    expect(rates.next('a', all(2000), after(20_000)).networkIn).toBe(100);
    expect(rates.next('a', all(4000), after(30_000)).networkIn).toBe(200);
  },
);

test('traffic during the sleep of our machine does not appear as a high rate afterwards', () => {
  const rates = createRates();
  rates.next('a', all(0), moment(0));
  rates.next('a', all(1000), moment(10_000));
  const night = 8 * 3_600_000;
  const awake = (monotonic: number) => ({ at: monotonic + night, monotonic });
  expect(rates.next('a', all(3_000_000), awake(20_000)).networkIn).toBe(100);
  expect(rates.next('a', all(3_002_000), awake(30_000)).networkIn).toBe(200);
});
