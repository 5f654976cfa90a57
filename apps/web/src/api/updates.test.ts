import type { UpdateInfo } from '@belfry/schema/http/updates';
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lookAgain } from './updates.ts';

const HOUR_MS = 3_600_000;
const info: UpdateInfo = { available: false, currentVersion: '1.0.0', latestVersion: '1.0.0' } as UpdateInfo;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 * HOUR_MS });
  environmentManager.setIsServer(() => false);
});
afterEach(() => vi.useRealTimers());

/** How often a page asks within these hours. */
async function asked(known: UpdateInfo | null, lastCheck: number, hours: number): Promise<number> {
  let count = 0;
  const queryFn = async () => {
    count++;
    return info;
  };
  const queries = new QueryClient();
  const observer = new QueryObserver(queries, { queryKey: ['x'], queryFn, ...lookAgain(known, lastCheck) });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(hours * HOUR_MS);
  stop();
  queries.clear();
  return count;
}

test('updates are looked for once a day, also in a page that stays open, and not again after a recent answer', async () => {
  expect(await asked(null, 0, 1)).toBe(1);
  expect(await asked(null, 0, 73)).toBe(4);
  expect(await asked(info, Date.now() - HOUR_MS, 12)).toBe(0);
  expect(await asked(info, Date.now() - 25 * HOUR_MS, 1)).toBe(1);
});
