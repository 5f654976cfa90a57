import { expect, test } from 'vitest';
import { heard } from '../state/testing/observations.ts';
import { createWaiting } from './waiting.ts';

test('of each poll only the newest waits, with its age, and a new line starts with all of them', () => {
  let now = 0;
  const waiting = createWaiting(() => now);
  const sent = () => {
    const all: [number, number][] = [];
    for (let next = waiting.next(); next; next = waiting.next()) all.push([next.observation.at, next.ageMs]);
    return all;
  };
  waiting.put(heard('a', 1, {}));
  waiting.put({ ...heard('a', 2, {}), poll: 'backups' });
  now = 5000;
  waiting.put(heard('a', 3, {}));
  expect(sent()).toEqual([
    [3, 0],
    [2, 5000],
  ]);
  expect(sent()).toEqual([]);
  now = 65_000;
  waiting.again();
  expect(sent()).toEqual([
    [3, 60_000],
    [2, 65_000],
  ]);
});

test('on a new line the newest is said first, because some polls tell the same list', () => {
  let now = 0;
  const waiting = createWaiting(() => now);
  waiting.put({ ...heard('a', 1, {}), poll: 'first' });
  waiting.put({ ...heard('a', 2, {}), poll: 'seldom' });
  while (waiting.next());
  now = 299_000;
  waiting.put({ ...heard('a', 3, {}), poll: 'seldom' });
  now = 300_000;
  waiting.put({ ...heard('a', 4, {}), poll: 'first' });
  waiting.put({ ...heard('a', 0, {}), poll: 'never again' });
  waiting.next();
  now = 301_000;
  waiting.put({ ...heard('a', 5, {}), poll: 'seldom' });
  waiting.again();
  expect(waiting.next()?.observation.at).toBe(5);
});

test('an instance that is no longer polled is not sent again', () => {
  const waiting = createWaiting(() => 0);
  for (const instance of ['a', 'b']) waiting.put(heard(instance, 1, {}));
  waiting.keep(new Set(['b']));
  expect(waiting.count()).toBe(1);
  waiting.again();
  expect(waiting.next()?.observation.instance.id).toBe('b');
  expect(waiting.next()).toBeUndefined();
});
