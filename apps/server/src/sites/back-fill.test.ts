// What a collector may say when the server asks for the values of an outage.
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createBackFill } from './back-fill.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 28);
const outcome = { ok: true, value: { slices: {} } } as const;
const instance = { id: 'branch', kind: 'pve', name: 'branch', host: 'https://pve.lan:8006' } as const;

async function setUp() {
  const clock = fakeClock(START);
  const filled: string[] = [];
  let known = ['branch', 'branch-2', 'home'];
  const asked: { instance: string; from: number; to: number }[] = [];
  let kept: unknown;
  const deps = {
    store: {
      fill: async ({ id }: { id: string }) => void filled.push(id),
      flush: async () => {},
    },
    isEnabled: () => true,
    memory: {
      recall: () => kept,
      keep: (value: unknown) => {
        kept = value;
      },
    },
    instances: () => known,
    configured: () => ['branch', 'branch-2', 'home'],
    send: (_site: string, { type: _, ...range }: (typeof asked)[number] & { type: 'history' }) =>
      void asked.push(range),
    clock,
  };
  const backFill = createBackFill(deps);
  const observedBy = (by: typeof backFill, tookMs = 200) =>
    by.observed('site', {
      ...{ instance, essential: true, everyMs: 10_000, at: clock.now(), monotonic: clock.monotonic(), tookMs, outcome },
    });
  observedBy(backFill);
  await clock.advance(2 * HOUR_MS);
  backFill.opened('site', ['branch']);
  backFill.goOn('site', 0);
  const from = asked[0]?.from ?? 0;
  const part = (more: object = {}, ids = ['branch-100']) => ({
    ...{ type: 'history' as const, instance: 'branch', from, stepMs: 10_000, isLast: false },
    measured: ids.map((id) => ({ kind: 'guest' as const, id, mean: { cpu: [0.1, 0.2] } })),
    ...more,
  });
  const settled = () => new Promise((done) => setImmediate(done));
  /** A server that was started again, and has observed nothing yet. */
  const again = () => {
    known = [];
    return createBackFill(deps);
  };
  return { clock, backFill, asked, filled, part, settled, again, observedBy };
}

test('after an outage the server asks for the missing hours, oldest first, and the next one once the last is on the disk', async () => {
  const { backFill, asked, filled, part, settled } = await setUp();
  expect(asked).toEqual([{ instance: 'branch', from: START - 10_000, to: START - 10_000 + HOUR_MS }]);
  expect(backFill.progress('site')).toBe(0);
  expect(backFill.received('site', part())).toBeUndefined();
  await settled();
  expect([filled, asked.length]).toEqual([['branch-100'], 1]);
  expect(backFill.received('site', part({ isLast: true }))).toBeUndefined();
  await settled();
  expect(asked[1]).toMatchObject({ from: START - 10_000 + HOUR_MS });
  expect(backFill.progress('site')).toBe(49);
});

test('history that nobody asked for, of another time, or of a foreign entity is refused and not written', async () => {
  const { backFill, asked, filled, part, settled } = await setUp();
  expect(backFill.received('other', part())).toBe('history that nobody asked for');
  expect(backFill.received('site', part({ instance: 'home' }))).toBe('history that nobody asked for');
  expect(backFill.received('site', part({ from: (asked[0]?.from ?? 0) - HOUR_MS }))).toBe('history of another time');
  expect(backFill.received('site', part({ from: START + 30 * HOUR_MS }))).toBe('history of another time');
  for (const id of ['home-100', 'branch-2-100', 'branch2-100'])
    expect(backFill.received('site', part({}, ['branch-100', id]))).toBe('history of a foreign entity');
  await settled();
  expect(filled).toEqual([]);
});

test('an hour has a limit of resources', async () => {
  const { backFill, part } = await setUp();
  const many = Array.from({ length: 1000 }, (_, n) => `branch-9${n}`);
  const refused = Array.from({ length: 60 }, () => backFill.received('site', part({}, many)));
  expect(refused.filter((why) => why === undefined)).toHaveLength(50);
  expect(refused.at(-1)).toBe('more history than an instance has');
});

test('a server that is killed asks again for what its history had in memory only', async () => {
  const { clock, backFill, asked, part, settled, observedBy, again } = await setUp();
  for (let hour = 0; hour < 2; hour++) {
    backFill.received('site', part({ from: asked.at(-1)?.from, isLast: true }));
    await settled();
  }
  await clock.advance(30_000);
  backFill.goOn('site', 0);
  backFill.received('site', part({ from: asked.at(-1)?.from, isLast: true }));
  await settled();
  for (const end = clock.now() + 25 * 60_000; clock.now() < end; await clock.advance(10_000)) observedBy(backFill);
  const after = again();
  await clock.advance(30_000);
  after.opened('site', ['branch']);
  await clock.advance(30_000);
  after.goOn('site', 0);
  // Blocks begin at whole tens of minutes; it began at midnight.
  expect((asked.at(-1)?.from ?? 0) - START).toBe(2 * HOUR_MS + 20 * 60_000 - 10_000);
});

test('a restarted server forgets no outage while it has observed nothing', async () => {
  const { clock, asked, again, backFill } = await setUp();
  backFill.close();
  again().close();
  const third = again();
  third.opened('site', ['branch']);
  await clock.advance(15_000);
  third.goOn('site', 0);
  expect(asked.at(-1)).toMatchObject({ from: START - 10_000 });
});

test('the step in which a line was opened is asked for when it is over, and so is a time in which the line stood still', async () => {
  const { clock, asked, backFill, observedBy, part, settled } = await setUp();
  for (let hour = 0; hour < 2; hour++) {
    backFill.received('site', part({ from: asked.at(-1)?.from, isLast: true }));
    await settled();
  }
  expect(asked).toHaveLength(2);
  await clock.advance(30_000);
  backFill.goOn('site', 0);
  expect(asked.at(-1)?.to).toBe(START + 2 * HOUR_MS + 10_000);
  backFill.received('site', part({ from: asked.at(-1)?.from, isLast: true }));
  await settled();
  expect(backFill.progress('site')).toBeUndefined();
  observedBy(backFill);
  const last = clock.now();
  await clock.advance(70_000);
  observedBy(backFill);
  await clock.advance(30_000);
  backFill.goOn('site', 0);
  expect(asked.at(-1)).toMatchObject({ from: last - 10_000, to: last + 80_000 });
});

test('a line that is cut while it catches up goes on where it was, also after a restart of the server', async () => {
  const { backFill, asked, part, settled, again } = await setUp();
  backFill.received('site', part({ isLast: true }));
  await settled();
  backFill.close();
  const after = again();
  after.opened('site', ['branch']);
  after.goOn('site', 0);
  expect(asked.at(-1)?.from).toBe(START - 20_000 + HOUR_MS);
});

test('a host that is slow, so that its answers come far apart, is no line that stood still: nothing is asked for', async () => {
  const { clock, asked, backFill, observedBy, part, settled } = await setUp();
  for (let hour = 0; hour < 2; hour++) {
    backFill.received('site', part({ from: asked.at(-1)?.from, isLast: true }));
    await settled();
  }
  await clock.advance(30_000);
  backFill.goOn('site', 0);
  backFill.received('site', part({ from: asked.at(-1)?.from, isLast: true }));
  await settled();
  observedBy(backFill);
  for (let answers = 0; answers < 20; answers++) {
    await clock.advance(50_000);
    observedBy(backFill, 42_000);
    backFill.goOn('site', 0);
    expect(backFill.progress('site')).toBeUndefined();
  }
});
