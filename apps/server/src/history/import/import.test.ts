// The import of the past: newest first, within its budget, never before the polls, once.
import { ok, type Result } from '@belfry/domain/result';
import { metricsOf } from '@belfry/schema/history/metrics';
import type { SourceError } from '@belfry/schema/messages/observation';
import { expect, test } from 'vitest';
import type { Consolidation, Frame, KeptColumns, Past, RecentCall } from '../../config/past.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createMemoryHistory } from '../testing/memory-history.ts';
import { startImport } from './import.ts';

const NOW = Date.parse('2026-06-02T12:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const frames: Frame[] = [
  { name: 'day', stepMs: MINUTE, spanMs: DAY },
  { name: 'year', stepMs: 360 * MINUTE, spanMs: 360 * DAY },
];

type Answer = Result<KeptColumns | undefined, SourceError>;
const silent: Answer = { ok: false, error: { kind: 'timeout', message: 'no answer' } };
const refused: Answer = { ok: false, error: { kind: 'forbidden', message: 'not allowed' } };

/** Two guests. Every frame is four steps that end now; the mean is 10 percent, the maximum 90. */
function setUp({
  answer,
  kept,
  lastAlive,
  recent,
}: {
  answer?: () => Answer | undefined;
  kept?: object;
  lastAlive?: number;
  /** What each of two nodes answers when it is asked for its recent samples. */
  recent?: () => Awaited<ReturnType<RecentCall['read']>>;
} = {}) {
  const clock = fakeClock(NOW);
  const store = createMemoryHistory(clock.now);
  const calls: { at: number; what: string }[] = [];
  const polls = { isOnTime: true, isEnabled: true };
  const memory = { value: kept as unknown };
  const past: Past = {
    ...(recent && {
      recent: {
        spanMs: 30 * MINUTE,
        calls: () =>
          ['a', 'b'].map((node) => ({
            async read(since: number) {
              calls.push({ at: clock.monotonic() - NOW, what: `${node} since ${(since - NOW) / MINUTE} min` });
              return recent();
            },
          })),
      },
    }),
    frames: () => frames,
    subjects: () =>
      [100, 101].map((vmid) => ({
        resource: { kind: 'guest', id: `dc-${vmid}` },
        async read({ name, stepMs }: Frame, how: Consolidation): Promise<Answer> {
          calls.push({ at: clock.monotonic() - NOW, what: `${vmid} ${name} ${how}` });
          const value = how === 'MAX' ? 90 : 10;
          const columns = metricsOf('guest').map(() => new Float64Array(4).fill(value));
          return answer?.() ?? ok({ from: NOW - 4 * stepMs, stepMs, columns });
        },
      })),
  };
  const running = startImport({
    ...{ instance: 'dc', past, store, clock, lastAlive: Promise.resolve(lastAlive), log: { info() {} } },
    memory: { recall: () => memory.value, keep: (value) => Object.assign(memory, { value }) },
    isOnTime: () => polls.isOnTime,
    isEnabled: () => polls.isEnabled,
  });
  return { clock, store, calls, polls, memory, status: running.status, stop: running.stop };
}
const whole = [
  '100 day AVERAGE',
  '101 day AVERAGE',
  '100 year AVERAGE',
  '100 year MAX',
  '101 year AVERAGE',
  '101 year MAX',
];
const made = (calls: readonly { what: string }[]) => calls.map(({ what }) => what);

test('on the first contact everything is imported, the newest frame of every resource first', async () => {
  const { clock, calls, store, status, memory } = setUp();
  await clock.advance(10_000);
  expect(made(calls)).toEqual(whole);
  expect(status()).toEqual({ instance: 'dc', done: 6, total: 6, failed: 0 });
  expect(memory.value).toEqual({ importedAt: expect.any(Number) });
  // From then on it costs no call.
  await clock.advance(60 * MINUTE);
  expect(calls).toHaveLength(6);
  const resources = [{ kind: 'guest', id: 'dc-101' } as const];
  const [series] = await store.series({ resources, metrics: ['cpu'], from: NOW - DAY, to: NOW, points: 4 });
  expect([series?.mean.at(0), series?.max.at(0), series?.parts[0]?.source]).toEqual([10, 90, 'proxmox']);
});

test('it makes at most two calls a second, one after the other', async () => {
  const { clock, calls } = setUp();
  await clock.advance(10_000);
  const pauses = calls.slice(1).map(({ at }, n) => at - (calls[n]?.at ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500);
});

test('no call is made while the essential poll is late or history is off, and the status says why', async () => {
  const { clock, calls, polls, status } = setUp();
  polls.isOnTime = false;
  await clock.advance(60_000);
  expect([calls, status().waiting]).toEqual([[], expect.stringContaining('polled first')]);
  polls.isOnTime = true;
  await clock.advance(1000);
  const before = calls.length;
  polls.isOnTime = false;
  await clock.advance(60_000);
  expect([before, calls.length]).toEqual([2, 2]);
  polls.isOnTime = true;
  polls.isEnabled = false;
  await clock.advance(60_000);
  expect([calls.length, status().waiting]).toEqual([2, expect.stringContaining('recorded')]);
  polls.isEnabled = true;
  await clock.advance(10_000);
  expect(made(calls)).toEqual(whole);
  expect(status().waiting).toBeUndefined();
});

test('after a restart only the gap is imported, and a short one is left', async () => {
  const kept = { importedAt: NOW - 10 * DAY };
  const gap = setUp({ kept, lastAlive: NOW - 10 * MINUTE });
  const short = setUp({ kept, lastAlive: NOW - MINUTE });
  for (const { clock } of [gap, short]) await clock.advance(10_000);
  expect([made(gap.calls), made(short.calls)]).toEqual([['100 day AVERAGE', '101 day AVERAGE'], []]);
});

test('an import that a restart ended begins again', async () => {
  const first = setUp();
  await first.clock.advance(1500);
  first.stop();
  await first.clock.advance(10_000);
  expect([first.calls.length, first.memory.value]).toEqual([3, undefined]);
  const second = setUp({ lastAlive: NOW - 1000 });
  await second.clock.advance(10_000);
  expect(made(second.calls)).toEqual(whole);
});

test('a host that did not answer for a while gives its past of that while', async () => {
  const { clock, calls, polls } = setUp({ kept: { importedAt: 1 }, lastAlive: NOW - 1000 });
  await clock.advance(5000);
  polls.isOnTime = false;
  await clock.advance(5 * MINUTE);
  polls.isOnTime = true;
  await clock.advance(10_000);
  expect(made(calls)).toEqual(['100 day AVERAGE', '101 day AVERAGE']);
});

test('a call without an answer is made once more at the end; a refused one is not', async () => {
  const answers: (Answer | undefined)[] = [silent, refused];
  const { clock, calls, status } = setUp({ answer: () => answers.shift() });
  await clock.advance(20_000);
  expect(made(calls)).toEqual([...whole, '100 day AVERAGE']);
  expect(status()).toEqual({ instance: 'dc', done: 6, total: 6, failed: 1 });
});

test('while nothing answers, the past does not count as imported', async () => {
  const { clock, status, memory } = setUp({ answer: () => silent });
  await clock.advance(20_000);
  expect([status().failed, memory.value]).toEqual([4, undefined]);
});

test('the past counts as imported when it is on the disk, and not before', async () => {
  const { clock, store, memory } = setUp();
  const disk = Promise.withResolvers<void>();
  store.flush = () => disk.promise;
  await clock.advance(20_000);
  expect(memory.value).toBeUndefined();
  disk.resolve();
  await clock.advance(1000);
  expect(memory.value).toEqual({ importedAt: expect.any(Number) });
});

test('a past that could not be written does not count as imported', async () => {
  const { clock, store, memory, status } = setUp();
  store.flush = async () => Promise.reject(new Error('the disk is full'));
  await clock.advance(20_000);
  expect([status().done, memory.value]).toEqual([6, undefined]);
});

test('a store that refuses values costs the import these values, and nothing else', async () => {
  const { clock, store, status } = setUp();
  store.fill = async () => Promise.reject(new Error('the file is of a newer version'));
  await clock.advance(20_000);
  expect(status()).toEqual({ instance: 'dc', done: 6, total: 6, failed: 4 });
});

const none = (): ReturnType<NonNullable<NonNullable<Parameters<typeof setUp>[0]>['recent']>> => ok([]);
const kept = { importedAt: NOW - 10 * DAY };

test('after a restart the samples that the hosts still have are imported, without their means where these reach', async () => {
  const resource = { kind: 'guest', id: 'dc-100' } as const;
  const columns = metricsOf('guest').map(() => new Float64Array(18).fill(20));
  const recent = () => ok([{ resource, samples: { from: NOW - 3 * MINUTE, stepMs: 10_000, columns } }]);
  const { clock, store, calls, status } = setUp({ kept, lastAlive: NOW - 3 * MINUTE, recent });
  await clock.advance(10_000);
  expect(made(calls)).toEqual(['a since -3 min', 'b since -3 min']);
  expect(status()).toEqual({ instance: 'dc', done: 2, total: 2, failed: 0 });
  const query = { resources: [resource], metrics: ['cpu'], from: NOW - 3 * MINUTE, to: NOW, points: 18 };
  const [series] = await store.series(query);
  expect([series?.mean.every((value) => value === 20), series?.parts[0]?.source]).toEqual([true, 'proxmox']);
});

test('a pause of twenty seconds is filled too, a shorter one is left, and a longer one than the hosts remember has their means as well', async () => {
  const half = setUp({ kept, lastAlive: NOW - 30_000, recent: none });
  const short = setUp({ kept, lastAlive: NOW - 10_000, recent: none });
  const long = setUp({ kept, lastAlive: NOW - 40 * MINUTE, recent: none });
  for (const { clock } of [half, short, long]) await clock.advance(10_000);
  expect(made(half.calls)).toEqual(['a since -0.5 min', 'b since -0.5 min']);
  expect(short.calls).toEqual([]);
  expect(made(long.calls)).toEqual([...['a since -40 min', 'b since -40 min', '100 day AVERAGE', '101 day AVERAGE']]);
});

test('hosts that refuse their samples, or have no such call, give their means once', async () => {
  const { clock, calls } = setUp({ kept, lastAlive: NOW - 3 * MINUTE, recent: () => refused });
  const odd = setUp({ kept, lastAlive: NOW - 3 * MINUTE, recent: () => ok(undefined) });
  for (const each of [clock, odd.clock]) await each.advance(10_000);
  const expected = ['a since -3 min', 'b since -3 min', '100 day AVERAGE', '101 day AVERAGE'];
  expect([made(calls), made(odd.calls)]).toEqual([expected, expected]);
});

test('the first contact imports means only', async () => {
  const { clock, calls } = setUp({ recent: none });
  await clock.advance(10_000);
  expect(made(calls)).toEqual(whole);
});
