// What the outbox guarantees: order, retries, restarts, and that nothing a service does ends anything.
import { MASK } from '@belfry/schema/notifications/mask';
import { expect, test } from 'vitest';
import { START } from '../../db/testing/temp-store.ts';
import { iso } from '../../lib/clock.ts';
import type { SendResult } from '../notifier.ts';
import { accepted, destination, startOutbox } from '../testing/outbox.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const refusing: SendResult = { ok: false, status: 503, words: 'busy' };

test('a message is sent at once, and the log says where to, what was answered and how large it was', async () => {
  const { queue, clock, log } = await startOutbox({ play: () => ({ ...accepted, sentBytes: 120 }) });
  queue('webhook:a', 'raised', 'o1');
  await clock.advance(0);
  const at = iso(START);
  expect(await log()).toEqual([
    {
      ...{ id: expect.any(String), kind: 'raised', state: 'sent', attempts: 1, lost: 0, alertCount: 1 },
      destination: { id: 'webhook:a', name: 'name of webhook:a', service: 'played' },
      alerts: [{ id: 'alert of o1', occurrence: 'o1', resourceName: 'mail', level: 'warning' }],
      ...{ target: 'https://chat.example/•••', status: 200, words: 'ok', sentBytes: 120 },
      ...{ createdAt: at, lastAttemptAt: at, endedAt: at },
    },
  ]);
});

test('a message that fails is tried after 1, 2, 4, 8, 16 and 30 seconds, then every 5 minutes for a day, with the same key', async () => {
  const { queue, clock, received, states } = await startOutbox({ play: () => refusing });
  queue('webhook:a', 'raised', 'o1');
  await clock.advance(20 * MINUTE);
  expect(received.map(({ second }) => second)).toEqual([0, 1, 3, 7, 15, 31, 61, 361, 661, 961]);
  expect(await states()).toEqual(['failed 10']);
  await clock.advance(25 * HOUR);
  expect((await states())[0]).toMatch(/^given-up/);
  expect(received.at(-1)?.second).toBeCloseTo(24 * 3600, -3);
  expect(new Set(received.map(({ key }) => key)).size).toBe(1);
});

test('a message that the service will never accept is given up at once', async () => {
  const { queue, clock, log } = await startOutbox({
    play: () => ({ ok: false, status: 400, words: 'no such field', refused: true }),
  });
  queue('webhook:a', 'raised', 'o1');
  await clock.advance(HOUR);
  expect(await log()).toMatchObject([{ state: 'given-up', attempts: 1, status: 400, words: 'no such field' }]);
});

test('while a service asks to wait, nothing is sent to its destination, for an hour at most', async () => {
  const { queue, clock, received, far } = await startOutbox({
    play: () => ({ ok: false, status: 429, words: 'slow down', retryAfterMs: 90 * SECOND }),
  });
  queue('webhook:a', 'raised', 'o1');
  await clock.advance(SECOND);
  queue('webhook:a', 'raised', 'o2');
  await clock.advance(88 * SECOND);
  expect(received.length).toBe(1);
  far.play = () => ({ ok: false, status: 429, words: 'slow down', retryAfterMs: 99 * HOUR });
  await clock.advance(SECOND);
  expect(received.length).toBe(2);
  far.play = () => accepted;
  await clock.advance(HOUR + SECOND);
  expect(received.length).toBe(4);
});

test('messages leave at the pace of the service, or of the destination if that is slower', async () => {
  const destinations = [destination('webhook:a'), destination('email', { perMinute: 6, settings: 'email' })];
  const { queue, clock, received } = await startOutbox({ destinations, perMinute: 30 });
  for (let n = 0; n < 50; n++) for (const to of ['webhook:a', 'email']) queue(to, 'raised', `o${n}`);
  await clock.advance(MINUTE - 1);
  const secondsOf = (to: string) => received.filter((one) => one.to === to).map(({ second }) => second);
  expect(secondsOf('{}')).toEqual(Array.from({ length: 30 }, (_, n) => n * 2));
  expect(secondsOf('"email"')).toEqual([0, 10, 20, 30, 40, 50]);
});

test('an end never overtakes its start, and a message that fails does not hold up others', async () => {
  const { queue, clock, received, far } = await startOutbox({
    play: ({ notice }) => (notice.alerts.some(({ occurrence }) => occurrence === 'o1') ? refusing : accepted),
  });
  queue('webhook:a', 'raised', 'o1', 'o2');
  queue('webhook:a', 'resolved', 'o2');
  queue('webhook:a', 'raised', 'o3');
  queue('email', 'raised', 'o2');
  await clock.advance(5 * SECOND);
  const seen = received.filter(({ occurrences }) => !occurrences.includes('o1'));
  expect(seen.map(({ kind, occurrences: [id] }) => `${kind} ${id}`)).toEqual(['raised o2', 'raised o3']);
  far.play = () => accepted;
  await clock.advance(5 * SECOND);
  expect(received.slice(-2).map(({ kind }) => kind)).toEqual(['raised', 'resolved']);
});

test('the messages about one occurrence name the first of them, also after a restart', async () => {
  const first = await startOutbox();
  first.queue('webhook:a', 'raised', 'o1');
  await first.clock.advance(SECOND);
  await first.outbox.stop();
  const { queue, clock, received } = await first.killed();
  queue('webhook:a', 'resolved', 'o1', 'o2');
  await clock.advance(SECOND);
  expect(received[0]?.threads).toEqual({ o1: first.received[0]?.key, o2: received[0]?.key });
});

test.each<[string, () => SendResult | Promise<SendResult>, RegExp]>([
  ['throws', () => Promise.reject(new TypeError('x is undefined')), /x is undefined/],
  ['never answers and ignores the signal', () => new Promise(() => {}), /no answer within 180 s/],
  ['answers nonsense', () => JSON.parse('{"ok":"perhaps"}'), /does not understand/],
  ['answers nothing', () => JSON.parse('null'), /does not understand/],
])('a service that %s has failed, and other destinations get their messages', async (_, play, words) => {
  const { queue, clock, log, far } = await startOutbox({
    play: ({ notice }) => (notice.alerts[0]?.occurrence === 'o1' ? play() : accepted),
  });
  queue('webhook:a', 'raised', 'o1');
  queue('email', 'raised', 'o2');
  await clock.advance(0);
  expect((await log())[1]?.state).toBe('sent');
  await clock.advance(3 * MINUTE);
  expect(await log()).toMatchObject([{ state: 'failed', words: expect.stringMatching(words) }, { state: 'sent' }]);
  far.play = () => accepted;
  await clock.advance(HOUR);
  expect((await log())[0]?.state).toBe('sent');
});

test('a service that cannot be opened has failed, and is opened again for the next attempt', async () => {
  const { queue, clock, log, service } = await startOutbox();
  const { open } = service;
  service.open = () => {
    throw new Error('no such library');
  };
  queue('webhook:a', 'raised', 'o1');
  await clock.advance(0);
  expect(await log()).toMatchObject([{ state: 'failed', words: 'no such library' }]);
  service.open = open;
  await clock.advance(2 * SECOND);
  expect(await log()).toMatchObject([{ state: 'sent', attempts: 2 }]);
});

test('the log shows one line of what a service answered, cut and without control characters and secrets', async () => {
  const settings = {
    url: 'https://me:pass-word@chat.example/hooks/0123456789abcdefXYZ?token=s3cret',
    headers: [{ name: 'X', token: 'tok en' }],
  };
  const { queue, clock, log } = await startOutbox({
    destinations: [destination('webhook:a', { settings })],
    play: () => ({
      ...refusing,
      words: `no\u0000 \u001b[31m\r\nhook 0123456789abcdefXYZ pass-word s3cret tok%20en ${'x'.repeat(9000)}`,
    }),
  });
  queue('webhook:a', 'raised', 'o1');
  await clock.advance(0);
  const [{ words = '' } = {}] = await log();
  expect(words.replaceAll(MASK, '#')).toMatch(/^no \[31m hook # # # # x+…$/);
  expect(words.length).toBe(500);
});

test('what ended before it was sent is withdrawn, also from a message about several alerts', async () => {
  const { queue, clock, received, outbox, log, far } = await startOutbox({ play: () => refusing });
  queue('webhook:a', 'raised', 'o0');
  queue('webhook:a', 'raised', 'o1');
  queue('webhook:a', 'raised', 'o2', 'o3');
  expect(outbox.withdraw('o1', 'webhook:a')).toBe('withdrawn');
  expect(outbox.withdraw('o2', 'webhook:a')).toBe('withdrawn');
  await clock.advance(100);
  expect(received.map(({ occurrences }) => occurrences)).toEqual([['o0'], ['o3']]);
  expect(await log()).toMatchObject([
    { state: 'failed' },
    { state: 'given-up', words: expect.stringContaining('ended before') },
    { state: 'failed', alertCount: 1, alerts: [{ occurrence: 'o3' }] },
  ]);
  expect(outbox.withdraw('o3', 'webhook:a')).toBe('withdrawn');
  far.play = () => accepted;
  await clock.advance(HOUR);
  expect(received.map(({ occurrences }) => occurrences.join())).toEqual(['o0', 'o3', 'o0']);
});

test('what was sent, or may have arrived, counts as sent; what is on its way must be asked for again', async () => {
  const waiting = Promise.withResolvers<SendResult>();
  const { queue, clock, outbox, far, killed } = await startOutbox({ play: () => waiting.promise });
  queue('webhook:a', 'raised', 'o1');
  await clock.advance(0);
  expect(outbox.withdraw('o1', 'webhook:a')).toBe('sending');
  waiting.resolve({ ok: false, words: 'the connection was closed', lost: true });
  await clock.advance(0);
  far.play = () => accepted;
  queue('email', 'raised', 'o1');
  await clock.advance(0);
  expect(['webhook:a', 'email'].map((to) => outbox.withdraw('o1', to))).toEqual(['notified', 'notified']);
  const again = await killed();
  expect(again.outbox.withdraw('o1', 'email')).toBe('notified');
});

test('after a restart, what waited is sent, and what was on its way is sent once more with the same key', async () => {
  const first = await startOutbox({ play: () => new Promise(() => {}) });
  first.queue('webhook:a', 'raised', 'o1');
  first.queue('webhook:a', 'raised', 'o2');
  await first.clock.advance(SECOND);
  expect(await first.states()).toEqual(['sending 1', 'queued 0']);
  const { received, clock, log, lines, outbox } = await first.killed({ play: () => accepted });
  expect(outbox.notified.map(({ occurrence }) => occurrence)).toEqual(['o1', 'o2']);
  await clock.advance(SECOND);
  expect(received.map(({ occurrences }) => occurrences.join())).toEqual(['o1', 'o2']);
  expect(received[0]?.key).toBe(first.received[0]?.key);
  expect(await log()).toMatchObject([
    { state: 'sent', attempts: 2, lost: 1 },
    { state: 'sent', attempts: 1, lost: 0 },
  ]);
  expect(lines.join()).toContain('answer lost');
});

test('the wait for the next attempt goes on over a restart', async () => {
  const first = await startOutbox({ play: () => refusing });
  first.queue('webhook:a', 'raised', 'o1');
  await first.clock.advance(62 * SECOND);
  await first.outbox.stop();
  const { received, clock } = await first.killed({ play: () => accepted });
  await clock.advance(298 * SECOND);
  expect(received).toEqual([]);
  await clock.advance(2 * SECOND);
  expect(received.length).toBe(1);
});

test('a destination that is removed or disabled gets nothing more, and the log says why', async () => {
  const a = destination('webhook:a');
  const { queue, clock, configure, log, received } = await startOutbox({ play: () => refusing });
  queue('webhook:a', 'raised', 'o1');
  queue('email', 'raised', 'o1');
  await clock.advance(0);
  configure({ ...a, enabled: false });
  await clock.advance(HOUR);
  expect((await log()).map(({ state, words }) => `${state}: ${words}`)).toEqual([
    'given-up: The destination was disabled.',
    'given-up: The destination was removed.',
  ]);
  expect(received.length).toBe(2);
});

test('a destination that is changed is opened again, and what had failed is tried at once', async () => {
  const { queue, clock, configure, far, received, states } = await startOutbox({ play: () => refusing });
  queue('webhook:a', 'raised', 'o1');
  await clock.advance(62 * SECOND);
  far.play = () => accepted;
  configure(destination('webhook:a', { settings: 'new' }), destination('email'));
  await clock.advance(0);
  expect([received.at(-1)?.to, await states(), far.opened, far.closed]).toEqual(['"new"', ['sent 8'], 2, 1]);
});

test('a destination that cannot be delivered to for ten minutes is a problem until a message arrives', async () => {
  const { queue, clock, outbox, far } = await startOutbox({ play: () => refusing });
  queue('webhook:a', 'raised', 'o1');
  await clock.advance(10 * MINUTE - SECOND);
  expect(outbox.problems()).toEqual({});
  await clock.advance(SECOND);
  const problems = outbox.problems();
  expect(problems).toEqual({
    'destination:webhook:a': {
      message: 'Notifications cannot be delivered to name of webhook:a: busy',
      since: iso(START),
    },
  });
  await clock.advance(HOUR);
  expect(outbox.problems()).toBe(problems);
  far.play = () => accepted;
  await clock.advance(5 * MINUTE);
  expect(outbox.problems()).toEqual({});
});

test('a problem of a destination is known again after a restart, and one message that was refused is none', async () => {
  const first = await startOutbox({ play: () => refusing });
  first.queue('webhook:a', 'raised', 'o1');
  await first.clock.advance(11 * MINUTE);
  const again = await first.killed();
  expect(Object.keys(again.outbox.problems())).toEqual(['destination:webhook:a']);
  again.far.play = () => ({ ...refusing, refused: true });
  again.queue('email', 'raised', 'o2');
  await again.clock.advance(HOUR);
  expect(again.outbox.problems()).not.toHaveProperty('destination:email');
});

test('a destination that is removed is no problem: neither after a restart nor while a message is on its way', async () => {
  const first = await startOutbox({ play: () => refusing });
  first.queue('webhook:a', 'raised', 'o1');
  await first.clock.advance(11 * MINUTE);
  const waiting = Promise.withResolvers<SendResult>();
  const again = await first.killed({ destinations: [destination('email')], play: () => waiting.promise });
  expect(again.outbox.problems()).toEqual({});
  again.queue('email', 'raised', 'o2');
  await again.clock.advance(0);
  again.configure();
  waiting.resolve(refusing);
  await again.clock.advance(HOUR);
  expect([again.outbox.problems(), (await again.log()).map(({ state }) => state)]).toEqual([
    {},
    ['given-up', 'given-up'],
  ]);
});

test('stopping does not wait for a service that hangs, and what was on its way is tried at the next start', async () => {
  const first = await startOutbox({ play: () => new Promise(() => {}) });
  first.queue('webhook:a', 'raised', 'o1');
  await first.clock.advance(0);
  let isStopped = false;
  void first.outbox.stop().then(() => {
    isStopped = true;
  });
  await first.clock.advance(5 * SECOND);
  expect([isStopped, first.far.closed, await first.states()]).toEqual([true, 1, ['sending 1']]);
});
