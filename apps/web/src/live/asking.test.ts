import { MAX_VIEWED } from '@belfry/schema/defaults';
import type { Up } from '@belfry/schema/messages/up';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAsking } from './asking.ts';
import { ALL } from './reduce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function page() {
  const asked: unknown[] = [];
  const shown = new Map<string, number>();
  const asking = createAsking(shown, (message: Up) => message.type === 'view' && asked.push(message.data.instances));
  const put = (instance: string, count: number) => {
    shown.set(instance, count);
    asking.changed();
  };
  return { asked, asking, put };
}

test('a page asks for what it shows once it is drawn, then at once, and keeps for a while what has left the screen', () => {
  const { asked, asking, put } = page();
  asking.begin();
  put('a', 30);
  vi.advanceTimersByTime(1000);
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(2000);
  expect(asked).toEqual([['a']]);
  put('a', 0);
  put('b', 1);
  vi.advanceTimersByTime(1);
  expect(asked).toEqual([['a'], ['a', 'b']]);
  vi.advanceTimersByTime(30_000);
  expect(asked).toEqual([['a'], ['a', 'b'], ['b']]);
  put('b', 2);
  vi.advanceTimersByTime(60_000);
  expect(asked).toHaveLength(3);
});

test('what was on the screen for long stays in view as long as what was there for a moment', () => {
  const { asked, put } = page();
  put('a', 1);
  vi.advanceTimersByTime(600_000);
  put('a', 0);
  put('b', 1);
  vi.advanceTimersByTime(9000);
  expect(asked).toEqual([['a'], ['a', 'b']]);
  vi.advanceTimersByTime(2000);
  expect(asked.at(-1)).toEqual(['b']);
});

test('whoever needs all gets all, as does a page with more instances than the server takes', () => {
  const { asked, put } = page();
  put('a', 1);
  vi.advanceTimersByTime(500);
  put(ALL, 1);
  vi.advanceTimersByTime(500);
  put(ALL, 0);
  vi.advanceTimersByTime(30_000);
  expect(asked).toEqual([['a'], 'all', ['a']]);
  for (let n = 0; n <= MAX_VIEWED; n++) put(`i${n}`, 1);
  vi.advanceTimersByTime(500);
  expect(asked.at(-1)).toBe('all');
});

test('on a new connection it asks again, and a page without guests asks for none', () => {
  const { asked, asking } = page();
  for (let n = 0; n < 2; n++) {
    asking.begin();
    vi.advanceTimersByTime(5000);
  }
  expect(asked).toEqual([[], []]);
});

test('however fast somebody scrolls, a page asks less often than the server allows', () => {
  const { asked, put } = page();
  for (let n = 0; n < 1000; n++) {
    put(`i${n % 150}`, 1);
    vi.advanceTimersByTime(10);
  }
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.length).toBeLessThan(5 * 10);
});
