// What becomes of messages while their destination fails, and another one stands in for it.
import { expect, test } from 'vitest';
import type { Destination } from '../destination.ts';
import type { SendResult } from '../notifier.ts';
import { accepted, destination, notice, startOutbox } from '../testing/outbox.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const busy: SendResult = { ok: false, status: 503, words: 'busy' };

const chat = destination('webhook:chat', {
  name: 'chat',
  settings: 'chat',
  standIn: { destination: 'email', minutes: 5 },
});
const email = destination('email', { name: 'E-mail', settings: 'email' });

/** The services of these destinations are down. */
async function outbox(down: string[], destinations: Destination[] = [chat, email], more = {}) {
  const gone = new Set(down.map((id) => JSON.stringify(id)));
  const started = await startOutbox({ destinations, ...more });
  started.far.play = (_, __, to) => (gone.has(to) ? busy : accepted);
  const sent = () => started.received.map(({ to, kind }) => `${JSON.parse(to)} ${kind}`);
  return { ...started, gone, sent };
}

test('after its minutes of failures a message goes to the stand-in, once, and says why', async () => {
  const { queue, clock, log, notices, gone, sent } = await outbox(['chat']);
  queue('webhook:chat', 'raised', 'o1');
  await clock.advance(5 * MINUTE - SECOND);
  expect(new Set(sent())).toEqual(new Set(['chat raised']));
  await clock.advance(2 * SECOND);
  expect(sent().filter((line) => line === 'email raised')).toHaveLength(1);
  expect(notices.at(-1)?.insteadOf).toEqual({ name: 'chat', why: 'busy' });
  const [first, second] = await log();
  expect(first).toMatchObject({
    ...{ state: 'given-up', destination: { id: 'webhook:chat' }, standIn: 'E-mail' },
    words: 'It was sent to E-mail in place of this destination. busy',
  });
  expect(second).toMatchObject({
    ...{ state: 'sent', destination: { id: 'email' }, insteadOf: [{ id: 'webhook:chat', name: 'chat' }] },
  });
  gone.clear();
  const count = sent().length;
  await clock.advance(60 * MINUTE);
  expect(sent()).toHaveLength(count);
});

test('while it fails each new message is tried once and then goes to the stand-in; the first that arrives ends that', async () => {
  const { queue, clock, gone, sent } = await outbox(['chat']);
  queue('webhook:chat', 'raised', 'o1');
  await clock.advance(6 * MINUTE);
  const before = sent().length;
  queue('webhook:chat', 'raised', 'o2');
  await clock.advance(SECOND);
  expect(sent().slice(before)).toEqual(['chat raised', 'email raised']);
  gone.clear();
  queue('webhook:chat', 'raised', 'o3');
  await clock.advance(SECOND);
  gone.add('"chat"');
  queue('webhook:chat', 'raised', 'o4');
  await clock.advance(MINUTE);
  expect(sent().slice(before + 2, before + 4)).toEqual(['chat raised', 'chat raised']);
  expect(sent().filter((line) => line === 'email raised')).toHaveLength(2);
});

test('the end of an alert goes where its start went, also after a restart, and the first destination hears nothing of it', async () => {
  const first = await outbox(['chat']);
  first.queue('webhook:chat', 'raised', 'o1');
  await first.clock.advance(6 * MINUTE);
  await first.end();
  const { dataDir, clock } = first;
  const { queue, outbox: again, sent, notices } = await outbox([], [chat, email], { dataDir, clock });
  expect(again.withdraw('o1', 'webhook:chat')).toBe('notified');
  queue('webhook:chat', 'resolved', 'o1');
  await clock.advance(MINUTE);
  expect(sent()).toEqual(['email resolved']);
  expect(notices.at(-1)?.insteadOf).toEqual({ name: 'chat', why: '' });
});

test('a stand-in that was notified itself gets nothing twice, neither the start nor the end', async () => {
  const { queue, clock, log, sent } = await outbox(['chat']);
  for (const to of ['webhook:chat', 'email']) queue(to, 'raised', 'o1');
  await clock.advance(6 * MINUTE);
  expect(sent().filter((line) => line.startsWith('email'))).toEqual(['email raised']);
  expect((await log()).find(({ destination: { id } }) => id === 'webhook:chat')).toMatchObject({
    ...{ state: 'given-up', standIn: 'E-mail', words: expect.stringContaining('was notified itself') },
  });
  for (const to of ['webhook:chat', 'email']) queue(to, 'resolved', 'o1');
  await clock.advance(6 * MINUTE);
  expect(sent().filter((line) => line.endsWith('resolved'))).toEqual(['email resolved']);
});

test('an end that its destination does not take goes to no stand-in that was sent the end by itself', async () => {
  const { outbox: box, queue, clock, gone, sent } = await outbox([]);
  for (const { id } of [chat, email]) queue(id, 'raised', 'o1');
  await clock.advance(SECOND);
  gone.add('"chat"');
  box.queue(
    [chat, email].map((to) => ({ notice: notice('resolved', 'o1'), destination: to })),
    { put: [], remove: [chat, email].map(({ id }) => ({ destination: id, occurrence: 'o1' })) },
  );
  await clock.advance(20 * MINUTE);
  expect(sent().filter((line) => line.startsWith('email'))).toEqual(['email raised', 'email resolved']);
  gone.clear();
  await clock.advance(6 * MINUTE);
  expect(sent().at(-1)).toBe('chat resolved');
});

test('two that stand in for each other pass no message back: when both fail it waits, and arrives once', async () => {
  const both = [chat, { ...email, standIn: { destination: 'webhook:chat', minutes: 0 } }];
  const { queue, clock, gone, sent, log } = await outbox(['chat', 'email'], both);
  queue('webhook:chat', 'raised', 'o1');
  await clock.advance(30 * MINUTE);
  expect((await log()).length).toBeLessThanOrEqual(2);
  gone.clear();
  const before = sent().length;
  await clock.advance(30 * MINUTE);
  expect(sent()).toHaveLength(before + 1);
});

test('with a chain of stand-ins the first one that works is asked', async () => {
  const chain = [
    chat,
    { ...email, standIn: { destination: 'webhook:phone', minutes: 1 } },
    destination('webhook:phone', { name: 'phone', settings: 'phone' }),
  ];
  const { queue, clock, sent, log } = await outbox(['chat', 'email'], chain);
  queue('email', 'raised', 'o1');
  queue('webhook:chat', 'raised', 'o2');
  await clock.advance(10 * MINUTE);
  expect(sent().filter((line) => line === 'phone raised')).toHaveLength(2);
  expect((await log()).filter(({ state }) => state === 'sent')).toHaveLength(2);
});

test('a message that the service will never accept goes to the stand-in at once', async () => {
  const { queue, clock, far, sent } = await outbox([]);
  far.play = (_, __, to) => (to === '"chat"' ? { ...busy, status: 400, refused: true } : accepted);
  queue('webhook:chat', 'raised', 'o1');
  await clock.advance(SECOND);
  expect(sent()).toEqual(['chat raised', 'email raised']);
});

test.for<[string, Destination[]]>([
  ['disabled', [chat, { ...email, enabled: false }]],
  ['removed', [chat]],
  ['itself', [{ ...chat, standIn: { destination: 'webhook:chat', minutes: 0 } }]],
])('without a stand-in that could send it, a message waits as before: %s', async ([, destinations]) => {
  const { queue, clock, gone, sent, states } = await outbox(['chat'], destinations);
  queue('webhook:chat', 'raised', 'o1');
  await clock.advance(20 * MINUTE);
  expect((await states())[0]).toMatch(/^failed/);
  gone.clear();
  await clock.advance(5 * MINUTE);
  expect(sent().at(-1)).toBe('chat raised');
  expect(await states()).toEqual([expect.stringMatching(/^sent/)]);
});

test('an alert that ends before the stand-in was sent its start is withdrawn there too', async () => {
  const { queue, outbox: box, clock, gone, sent } = await outbox(['chat']);
  queue('webhook:chat', 'raised', 'o1');
  await clock.advance(4 * MINUTE);
  gone.add('"email"');
  await clock.advance(2 * MINUTE);
  expect(sent().at(-1)).toBe('email raised');
  expect(box.withdraw('o1', 'webhook:chat')).toBe('withdrawn');
  gone.clear();
  const before = sent().length;
  await clock.advance(20 * MINUTE);
  expect(sent()).toHaveLength(before);
});
