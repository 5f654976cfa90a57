// Intervals, deadlines and durations, on a clock that moves only when a test moves it.
import { expect, test } from 'vitest';
import { good, refused, setUp } from './testing/polling.ts';

test('a poll runs soon after the start with a random delay, and then at its interval', async () => {
  const { clock, times } = setUp([{ run: async () => good }], 0.5);
  await clock.advance(35_000);
  expect(times()).toEqual([1000, 11_000, 21_000, 31_000]);
});

test('the essential poll of a single instance runs at once; the more instances, the wider their random delays', async () => {
  const first = async (neighbours: number) => {
    const { clock, times } = setUp([{ run: async () => good }], 0.5, undefined, neighbours);
    await clock.advance(5000);
    return times();
  };
  expect(await Promise.all([0, 1, 4, 100].map(first))).toEqual([[0], [125], [500], [1000]]);
});

test('a poll never overlaps itself: one that takes longer than its interval skips runs', async () => {
  let running = 0;
  let most = 0;
  const { clock, times } = setUp([
    {
      timeoutMs: 60_000,
      run: async () => {
        most = Math.max(most, ++running);
        await new Promise<void>((done) => clock.after(25_000, done));
        running--;
        return good;
      },
    },
  ]);
  await clock.advance(120_000);
  expect(most).toBe(1);
  expect(times()).toEqual([25_000, 55_000, 85_000, 115_000]);
});

test('a slow poll does not delay the others', async () => {
  const { clock, times } = setUp([
    { timeoutMs: 60_000, run: () => new Promise((done) => clock.after(50_000, () => done(good))) },
    { run: async () => good },
  ]);
  await clock.advance(45_000);
  expect(times('poll0')).toEqual([]);
  expect(times('poll1')).toEqual([0, 10_000, 20_000, 30_000, 40_000]);
});

test('a poll that does not end by its deadline is aborted and counts as a timeout', async () => {
  let aborted = false;
  const { clock, observed } = setUp([
    {
      run: (signal) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        return new Promise(() => {});
      },
    },
  ]);
  await clock.advance(4999);
  expect([observed.length, aborted]).toEqual([0, false]);
  await clock.advance(1);
  expect(aborted).toBe(true);
  expect(observed).toMatchObject([{ tookMs: 5000, outcome: { ok: false, error: { kind: 'timeout' } } }]);
});

test('dependent polls wait for the first good answer of the essential poll, and then run without waiting for their interval', async () => {
  const { clock, times } = setUp([
    { run: () => new Promise((done) => clock.after(4500, () => done(good))) },
    { essential: false, everyMs: 300_000, run: async () => good },
  ]);
  await clock.advance(60_000);
  expect(times('poll0')[0]).toBe(4500);
  expect(times('poll1')).toEqual([6000]);
});

test.for([3_600_000, -3_600_000])('a clock step of %d ms changes no poll time and no duration', async (step) => {
  const { clock, observed, polling, pace } = setUp([
    { run: () => new Promise((done) => clock.after(1000, () => done(good))) },
  ]);
  await clock.advance(5000);
  clock.step(step);
  await clock.advance(5500);
  clock.step(-step);
  await clock.advance(9500);
  pace.everyMs = 12_000;
  clock.step(step);
  polling.retime();
  await clock.advance(10_000);
  expect(observed.map((o) => [o.monotonic, o.tookMs])).toEqual([
    [1000, 1000],
    [11_000, 1000],
    [21_000, 1000],
  ]);
});

test('every upstream call is counted once, for its own poll, also while other polls run', async () => {
  const call = async (signal: AbortSignal, tookMs: number, failed = false) => {
    await new Promise<void>((done) => clock.after(tookMs, done));
    counts.note(signal, { failed, tookMs });
  };
  const login = new AbortController().signal;
  const { clock, observed, counts } = setUp([
    { run: async () => good },
    {
      essential: false,
      run: async (signal) => {
        await call(signal, 1000);
        await call(signal, 2000, true);
        // this one outlives its run
        void call(signal, 3000);
        return good;
      },
    },
    {
      essential: false,
      everyMs: 60_000,
      async run(signal) {
        counts.note(login, { failed: false, tookMs: 5 });
        await call(signal, 500);
        return good;
      },
    },
  ]);
  await clock.advance(10_500);
  const of = (poll: string) => observed.filter((o) => o.poll === poll).map((o) => o.calls);
  expect(of('poll1')).toEqual([{ made: 2, failed: 1, tookMs: 3000 }]);
  expect(of('poll2')).toEqual([{ made: 1, failed: 0, tookMs: 500 }]);
  expect(of('poll0')).toEqual([
    { made: 0, failed: 0, tookMs: 0 },
    { made: 2, failed: 0, tookMs: 3005 },
  ]);
});

test('after the stop no poll runs and no observation is made', async () => {
  let runs = 0;
  const { clock, observed, polling } = setUp([
    {
      run: async (signal) => {
        runs++;
        await new Promise((done) => signal.addEventListener('abort', done));
        return good;
      },
    },
  ]);
  await clock.advance(100);
  await polling.stop();
  await clock.advance(100_000);
  expect([runs, observed]).toEqual([1, []]);
});

test('a shorter interval is in force at once, a longer one after the next answer; slower polls keep their own pace', async () => {
  const { clock, times, observed, polling, pace } = setUp([
    { run: async () => good },
    { everyMs: 60_000, essential: false, run: async () => good },
  ]);
  pace.everyMs = 600_000;
  await clock.advance(50_000);
  expect([times('poll0'), times('poll1')]).toEqual([[0], [0]]);
  pace.everyMs = 20_000;
  polling.retime();
  await clock.advance(30_000);
  expect([times('poll0'), times('poll1')]).toEqual([
    [0, 50_000, 70_000],
    [0, 60_000],
  ]);
  pace.everyMs = 300_000;
  polling.retime();
  await clock.advance(40_000);
  expect(times('poll0')).toEqual([0, 50_000, 70_000, 90_000]);
  expect(observed.at(-1)?.everyMs).toBe(300_000);
});

test('another interval does not cut short the pause after a failure', async () => {
  const { clock, times, polling, pace } = setUp([{ run: async () => refused }]);
  await clock.advance(31_000);
  expect(times()).toEqual([0, 10_000, 30_000]);
  pace.everyMs = 10_000;
  polling.retime();
  await clock.advance(20_000);
  expect(times()).toEqual([0, 10_000, 30_000]);
});

test('a push makes the polls run at once that read what it is about, and they keep their interval from then on', async () => {
  const { clock, times, polling } = setUp([
    { run: async () => good },
    { essential: false, everyMs: 300_000, pushedBy: ['vzdump'], run: async () => good },
    { essential: false, everyMs: 300_000, pushedBy: ['fencing'], run: async () => good },
    { essential: false, everyMs: 300_000, run: async () => good },
  ]);
  await clock.advance(60_000);
  const first = [times('poll1'), times('poll2'), times('poll3')].map((list) => list.length);
  polling.hurry('vzdump');
  await clock.advance(0);
  expect(times('poll1').at(-1)).toBe(60_000);
  expect([times('poll1'), times('poll2'), times('poll3')].map((list) => list.length)).toEqual([
    (first[0] ?? 0) + 1,
    ...first.slice(1),
  ]);
  polling.hurry('something new');
  await clock.advance(0);
  expect([times('poll1').at(-1), times('poll2').at(-1)]).toEqual([60_000, 60_000]);
  await clock.advance(300_000);
  expect(times('poll1').at(-1)).toBe(360_000);
  expect(times('poll3').length).toBeLessThan(3);
});

test('a push while its poll runs makes it run once more, because the list may have been read too early', async () => {
  const { clock, times, polling } = setUp([
    { run: async () => good },
    {
      essential: false,
      everyMs: 300_000,
      timeoutMs: 60_000,
      pushedBy: ['vzdump'],
      run: () => new Promise((done) => clock.after(4000, () => done(good))),
    },
  ]);
  await clock.advance(3000);
  expect(times('poll1')).toEqual([]);
  for (let push = 0; push < 5; push++) polling.hurry('vzdump');
  await clock.advance(20_000);
  expect(times('poll1')).toHaveLength(2);
});

test('nothing is polled by a push after the end', async () => {
  const { clock, observed, polling } = setUp([{ pushedBy: ['vzdump'], run: async () => good }]);
  await clock.advance(1000);
  await polling.stop();
  const before = observed.length;
  polling.hurry('vzdump');
  await clock.advance(60_000);
  expect(observed).toHaveLength(before);
});

test('what is thrown where observations are taken ends neither the poll nor the other polls of the instance', async () => {
  const polls = [{ run: async () => good }, { essential: false, run: async () => good }];
  const { clock, times, lines, defects } = setUp(polls, 0, () => {
    throw new TypeError('x is not a function');
  });
  await clock.advance(35_000);
  expect(times('poll0')).toHaveLength(4);
  expect(times('poll1').length).toBeGreaterThan(2);
  expect(lines.map(({ msg }) => msg)).toContain('an observation was not taken; this is a defect of ours');
  expect(defects).toEqual([]);
});
