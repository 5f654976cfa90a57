import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTypedUrl } from './typed-url.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // a history asks before it leaves only in a browser
  vi.stubGlobal('document', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function typing(history: RouterHistory) {
  const url = createTypedUrl(history);
  const written: string[] = [];
  const type = (text: string) =>
    url.writeLater(() => {
      written.push(text);
      history.replace(`/list?search=${text}`, undefined, { ignoreBlocker: true });
    });
  return { url, written, type };
}
const twoPages = () => createMemoryHistory({ initialEntries: ['/home', '/list'] });
/** A history asks whether it may leave, and goes on with the answer. */
const asked = () => vi.advanceTimersByTimeAsync(0);

test('what is typed is written once, when the user pauses', async () => {
  const { written, type } = typing(twoPages());
  type('w');
  await vi.advanceTimersByTimeAsync(200);
  type('we');
  await vi.advanceTimersByTimeAsync(200);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toEqual(['we']);
});

test('who leaves the page before the pause finds what was typed on the way back', async () => {
  const history = twoPages();
  const { written, type } = typing(history);
  type('web');
  history.push('/guest');
  await asked();
  expect(history.location.href).toBe('/guest');
  history.back();
  expect(history.location.href).toBe('/list?search=web');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toEqual(['web']);
});

test('nothing asks or writes any more once it is written or dropped', async () => {
  const history = twoPages();
  const { url, written, type } = typing(history);
  type('a');
  url.writeNow();
  type('b');
  url.drop();
  url.writeNow();
  history.push('/guest');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toEqual(['a']);
  expect(history._getBlockers()).toEqual([]);
});

test('the entry that Back leads to is not replaced; before another site it is written, and nothing is asked', async () => {
  const history = twoPages();
  const { written, type } = typing(history);
  const ofPage = () => {
    const [blocker] = history._getBlockers();
    const { location } = history;
    return {
      leave: (action: 'BACK' | 'FORWARD' | 'GO') =>
        blocker?.blockerFn({ action, currentLocation: location, nextLocation: location }),
      unload: () => typeof blocker?.enableBeforeUnload === 'function' && blocker.enableBeforeUnload(),
    };
  };
  for (const action of ['BACK', 'FORWARD', 'GO'] as const) {
    type(action);
    expect(ofPage().leave(action)).toBe(false);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toEqual([]);
  type('web');
  expect(ofPage().unload()).toBe(false);
  expect(written).toEqual(['web']);
});
