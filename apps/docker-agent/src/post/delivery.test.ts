import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { createDelivery, pauseMs } from './delivery.ts';
import type { Outcome } from './send.ts';

const down: Outcome = { kind: 'unreachable', reason: 'ECONNREFUSED' };
const refused = (status: number, retryAfterMs?: number): Outcome => ({
  kind: 'refused',
  status,
  text: '',
  ...(retryAfterMs && { retryAfterMs }),
});

function setup(answer: () => Outcome | Promise<Outcome>) {
  const clock = fakeClock();
  const sent: string[] = [];
  const lines: string[] = [];
  const delivery = createDelivery({
    server: 'http://s',
    send: async (body) => {
      sent.push(body);
      return answer();
    },
    clock,
    random: () => 0.5,
    log: createLog((line) => lines.push(line)),
  });
  return { clock, sent, lines, delivery };
}

test('an unreachable server is tried again after 2, 4, 8 … 60 seconds, and it receives the newest report', async () => {
  let answer: Outcome = down;
  const { clock, sent, lines, delivery } = setup(() => answer);
  delivery.offer('r0');
  const waits: number[] = [];
  for (let i = 1; i <= 8; i++) {
    await clock.advance(0);
    waits.push(clock.due()[0] ?? 0);
    delivery.offer(`r${i}`);
    await clock.advance(waits.at(-1) ?? 0);
  }
  expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  answer = { kind: 'accepted' };
  delivery.offer('last');
  await clock.advance(60_000);
  expect(sent.at(-1)).toBe('last');
  expect(clock.due()).toEqual([]);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('cannot be reached');
  expect(lines[1]).toContain('takes reports');
});

test('only one report waits while a server is unreachable', async () => {
  const { clock, sent, delivery } = setup(() => new Promise<Outcome>(() => {}));
  for (let i = 0; i < 100; i++) delivery.offer(`r${i}`);
  await clock.advance(600_000);
  expect(sent).toEqual(['r0']);
});

test('a refused token is logged once and tried again about every five minutes', async () => {
  const { clock, sent, lines, delivery } = setup(() => refused(401));
  for (let minute = 0; minute < 60; minute++) {
    delivery.offer(`r${minute}`);
    await clock.advance(60_000);
  }
  expect(sent.length).toBeGreaterThanOrEqual(11);
  expect(sent.length).toBeLessThanOrEqual(13);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('refuses the token');
});

test.for<[Outcome, RegExp]>([
  [{ kind: 'stranger', status: 200, text: '<html>Sign in</html>' }, /level=error.*not one of Belfry.*sign-in.*<html>/],
  [
    { kind: 'redirected', status: 301, to: 'https://b.example' },
    /level=error.*https:\/\/b\.example: set --url to that/,
  ],
])(
  'an answer of something else than Belfry is an error, logged once, and the newest report is sent again: %j',
  async ([outcome, line]) => {
    const { clock, sent, lines, delivery } = setup(() => outcome);
    delivery.offer('a');
    await clock.advance(1000);
    delivery.offer('b');
    await clock.advance(60_000);
    expect([sent[0], sent[1]]).toEqual(['a', 'b']);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(line);
  },
);

test('a report that the server calls invalid is not sent again, but the next one is sent', async () => {
  const { clock, sent, lines, delivery } = setup(() => refused(400));
  delivery.offer('a');
  await clock.advance(1000);
  delivery.offer('b');
  await clock.advance(300_000);
  expect(sent).toEqual(['a', 'b']);
  expect(lines).toHaveLength(1);
});

test('a wait that the server asks for is respected, up to a limit', async () => {
  const { clock, delivery } = setup(() => refused(429, 90_000));
  delivery.offer('a');
  await clock.advance(0);
  expect(clock.due()).toEqual([90_000]);
  const greedy = setup(() => refused(503, 1e12));
  greedy.delivery.offer('a');
  await greedy.clock.advance(0);
  expect(greedy.clock.due()).toEqual([300_000]);
});

test('after stopping nothing is sent and no timer is left', async () => {
  const { clock, sent, delivery } = setup(() => down);
  delivery.offer('a');
  await clock.advance(0);
  delivery.stop();
  delivery.offer('b');
  await clock.advance(600_000);
  expect(sent).toEqual(['a']);
  expect(clock.due()).toEqual([]);
});

test('the wait after a failure is random, between one second and one and a half minutes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      expect(pauseMs(failures, random)).toBeGreaterThanOrEqual(1000);
      expect(pauseMs(failures, random)).toBeLessThanOrEqual(90_000);
    }),
  );
});
