// Polls that fail: pauses, what the log says, and which polls wait.
import { fail, ok } from '@belfry/domain/result';
import { expect, test } from 'vitest';
import { BACKOFF_CAP_MS, pauseMs } from './poller.ts';
import { good, type Outcome, refused, setUp } from './testing/polling.ts';

test('failures are retried after 10, 20, 40, 60, 60 … seconds; a success resets that', async () => {
  let outcome: Outcome = refused;
  const { clock, times } = setUp([{ run: async () => outcome }]);
  await clock.advance(200_000);
  expect(times()).toEqual([0, 10_000, 30_000, 70_000, 130_000, 190_000]);
  outcome = good;
  await clock.advance(60_000);
  outcome = refused;
  await clock.advance(40_000);
  expect(times().slice(6)).toEqual([250_000, 260_000, 270_000, 280_000, 300_000]);
});

test('a slow poll is retried soon after its first failure, and then after increasing pauses', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((failures) => pauseMs(300_000, failures, 0) / 1000)).toEqual([
    10, 20, 40, 80, 160, 300, 300,
  ]);
});

test('a random factor shortens a pause by at most a fifth, and never extends it', () => {
  expect(pauseMs(10_000, 1, 0.999)).toBeGreaterThan(8000);
  expect(pauseMs(10_000, 99, 0)).toBe(BACKOFF_CAP_MS);
  expect(pauseMs(300_000, 99, 0)).toBe(300_000);
});

test('an outage makes two log lines, for any duration and any changes of its reason', async () => {
  let outcome: Outcome = good;
  const { clock, lines } = setUp([
    // The first in line is the first to notice.
    { essential: false, run: async () => outcome },
    { run: async () => outcome },
  ]);
  await clock.advance(20_000);
  expect(lines).toEqual([]);
  outcome = refused;
  await clock.advance(1_800_000);
  outcome = fail({ kind: 'timeout', message: 'slow' });
  await clock.advance(1_800_000);
  outcome = good;
  await clock.advance(120_000);
  expect(lines.map((l) => l.msg)).toEqual(['down: nobody there', 'up again']);
});

test('a host that comes and goes has one log line for that, one when it is steady, and one when it stays down', async () => {
  let outcome: Outcome = good;
  const { clock, lines } = setUp([{ run: async () => outcome }]);
  const turn = async (seconds: number, next: Outcome) => {
    outcome = next;
    await clock.advance(seconds * 1000);
  };
  for (let times = 0; times < 20; times++) {
    await turn(20, refused);
    await turn(40, good);
  }
  const down = ['down: nobody there', 'up again'];
  const comesAndGoes = [...down, 'down again, and not logged again until it is steady: nobody there'];
  expect(lines.map((l) => l.msg)).toEqual(comesAndGoes);
  await turn(700, good);
  expect(lines.map((l) => l.msg)).toEqual([...comesAndGoes, 'steady again']);
  lines.length = 0;
  await turn(60, refused);
  await turn(40, good);
  await turn(1000, refused);
  expect(lines.map((l) => l.msg)).toEqual([...comesAndGoes, 'down: nobody there']);
  await turn(120, good);
  expect(lines.at(-1)?.msg).toBe('up again');
});

test('a poll that fails twice before its instance is found unreachable adds no log lines', async () => {
  let outcome: Outcome = good;
  const polls = [{ run: async () => outcome }, { essential: false, everyMs: 3000, run: async () => outcome }];
  const { clock, lines } = setUp(polls);
  await clock.advance(21_000);
  outcome = refused;
  await clock.advance(120_000);
  outcome = good;
  await clock.advance(120_000);
  expect(lines.map((l) => l.msg)).toEqual(['down: nobody there', 'up again']);
});

test('a poll that fails while its instance is reachable makes two log lines of its own', async () => {
  let outcome: Outcome = refused;
  const { clock, lines } = setUp([{ run: async () => good }, { essential: false, run: async () => outcome }]);
  await clock.advance(600_000);
  outcome = good;
  await clock.advance(120_000);
  expect(lines.map((l) => l.msg)).toEqual(['partly down: nobody there', 'up again']);
});

test('a missing privilege makes one log line when it is noticed and one when it is granted', async () => {
  const gap = { part: 'ZFS pools', kind: 'forbidden', message: '403', needs: 'Sys.Audit on /' } as const;
  const slow = { part: 'Ceph', kind: 'timeout', message: 'late' } as const;
  let outcome: Outcome = ok({ slices: {}, gaps: [gap, slow] });
  const { clock, lines } = setUp([{ run: async () => outcome }]);
  await clock.advance(600_000);
  outcome = good;
  await clock.advance(600_000);
  expect(lines.map((l) => l.msg)).toEqual(['may not be seen: 403', 'may be seen now']);
});

test('while an instance is down only its essential poll calls it', async () => {
  let outcome: Outcome = refused;
  const { clock, times } = setUp([{ run: async () => outcome }, { essential: false, run: async () => good }]);
  await clock.advance(300_000);
  const before = times('poll1').length;
  expect(before).toBeLessThanOrEqual(1);
  outcome = good;
  await clock.advance(90_000);
  expect(times('poll1').length).toBeGreaterThan(before);
});

test('a poll that throws is a failure of that poll with a log line, and polling continues', async () => {
  let first = true;
  const { clock, observed, lines } = setUp([
    {
      run: async () => {
        if (!first) return good;
        first = false;
        throw new Error('our mistake');
      },
    },
  ]);
  await clock.advance(15_000);
  expect(observed.map((o) => o.outcome.ok)).toEqual([false, true]);
  expect(lines.map((l) => l.level)).toEqual([50, 40, 30]);
});

test('a poll whose observation is rejected continues, and so do the others', async () => {
  const { times, clock, defects, lines } = setUp(
    [{ run: async () => good }, { run: async () => good }],
    0,
    ({ poll, at }) => {
      if (poll === 'poll0' && at === 0) throw new Error('our mistake');
    },
  );
  await clock.advance(25_000);
  expect([times('poll0'), times('poll1')]).toEqual([
    [0, 10_000, 20_000],
    [0, 10_000, 20_000],
  ]);
  expect(defects).toEqual([]);
  expect(lines.map(({ msg }) => msg)).toEqual(['an observation was not taken; this is a defect of ours']);
});

test('calls interrupted by a suspend of this machine are no outage: the poll runs again at once, and its result counts', async () => {
  let outcome: Outcome = good;
  const { clock, observed, lines } = setUp([
    { run: () => new Promise((done) => clock.after(1000, () => done(outcome))) },
  ]);
  await clock.advance(5000);
  await clock.advance(5500);
  outcome = refused;
  clock.step(8 * 3_600_000);
  await clock.advance(501);
  outcome = good;
  await clock.advance(1000);
  expect(observed.map((o) => o.outcome.ok)).toEqual([true, true]);
  expect(lines).toEqual([]);
});
