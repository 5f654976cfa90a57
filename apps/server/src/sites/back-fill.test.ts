// What a collector may say when the server asks for the values of an outage.
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createBackFill } from './back-fill.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 28);
const instance = { id: 'branch', kind: 'pve', name: 'branch', host: 'https://pve.lan:8006' } as const;

async function setUp() {
  const clock = fakeClock(START);
  const filled: string[] = [];
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
    instances: () => ['branch', 'branch-2', 'home'],
    send: (_site: string, { type: _, ...range }: (typeof asked)[number] & { type: 'history' }) =>
      void asked.push(range),
    clock,
  };
  const backFill = createBackFill(deps);
  backFill.observed('site', { instance, essential: true, everyMs: 10_000, at: START, monotonic: clock.monotonic() });
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
  return { clock, backFill, asked, filled, part, settled, again: () => createBackFill(deps) };
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
