import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createPushes, REST_MS } from './pushes.ts';

function setUp(kept: unknown = undefined) {
  const clock = fakeClock();
  const hurried: [string, string, number][] = [];
  const valid = new Set(['t1', 't2']);
  const memory = { value: kept };
  const pushes = createPushes({
    hurry(instance, type) {
      if (instance === 'gone') return false;
      hurried.push([instance, type, clock.now() / 1000]);
      return true;
    },
    isTokenValid: (id) => valid.has(id),
    memory: {
      recall: () => memory.value,
      keep: (value) => {
        memory.value = value;
      },
    },
    clock,
    log: createLogger('silent'),
  });
  const push = (instance: string, type = 'vzdump', token = 't1') =>
    pushes.receive(instance, type, { token, admin: false });
  return { clock, hurried, push, valid, memory };
}

test('a push makes Belfry poll the host at once, and again ten seconds later', async () => {
  const { clock, hurried, push } = setUp();
  expect(push('home')).toEqual({ ok: true, value: { accepted: true } });
  expect(hurried).toEqual([['home', 'vzdump', 0]]);
  await clock.advance(60_000);
  expect(hurried).toEqual([
    ['home', 'vzdump', 0],
    ['home', 'vzdump', REST_MS / 1000],
  ]);
});

test('a host that pushes all the time is asked once in ten seconds, and other hosts do not wait for it', async () => {
  const { clock, hurried, push } = setUp();
  for (let i = 0; i < 300; i++) {
    push('home');
    await clock.advance(100);
  }
  push('office');
  expect(hurried.map(([instance, , at]) => [instance, at])).toEqual([
    ['home', 0],
    ['home', 10],
    ['home', 20],
    ['home', 30],
    ['office', 30],
  ]);
});

test('thousands of invented types cause only a few polls, one of which is about all types', async () => {
  const { clock, hurried, push } = setUp();
  for (let i = 0; i < 5000; i++) push('home', `type-${i}`);
  await clock.advance(REST_MS);
  expect(hurried.length).toBeLessThan(20);
  expect(hurried.some(([, type]) => type === '')).toBe(true);
});

test('the first token owns an instance until it is revoked, and one token may own several instances', () => {
  const { push, valid, memory } = setUp();
  expect(push('home', 'vzdump', 't1').ok).toBe(true);
  expect(push('office', 'vzdump', 't1').ok).toBe(true);
  expect(push('home', 'vzdump', 't2')).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect(setUp(memory.value).push('home', 'vzdump', 't2').ok).toBe(false);
  valid.delete('t1');
  expect(push('home', 'vzdump', 't2').ok).toBe(true);
});

test('an instance that is not watched is not found, and gets no owner', () => {
  const { push, memory } = setUp();
  expect(push('gone')).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(memory.value).toBeUndefined();
});

test.each([null, 'x', [], { home: 7 }])('stored owners that have another form (%j) are ignored', (kept) => {
  expect(setUp(kept).push('home').ok).toBe(true);
});
