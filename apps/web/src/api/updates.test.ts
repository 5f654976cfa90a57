import type { UpdateInfo } from '@belfry/schema/http/updates';
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { remembered } from './update-memory.ts';
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

test('what a browser remembers counts for the version that runs, and only while the server knows of no newer one', () => {
  const memory = (updateInfo: UpdateInfo | null) => ({ lastCheck: Date.now(), updateInfo, dismissedVersion: '' });
  const running = { version: '1.0.0', updateAvailable: false, latestVersion: '1.0.0' };
  const newer = { ...running, updateAvailable: true, latestVersion: '1.1.0' };
  expect(remembered(memory(info), running)).toBe(info);
  expect(remembered(memory(info), { ...running, version: '0.9.0' })).toBeNull();
  // the dot on Settings follows the server: a banner that follows a memory of yesterday would contradict it for a day
  expect(remembered(memory(info), newer)).toBeNull();
  const known = { ...info, available: true, latestVersion: '1.1.0' };
  expect(remembered(memory(known), newer)).toBe(known);
  expect(remembered(memory(null), newer)).toBeNull();
});
