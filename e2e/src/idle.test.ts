// A screen on which nothing changes does next to nothing: a browser window stands open for days.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inMotion } from './chromium.ts';
import { aGuest, noon, onStorage } from './made.ts';
import { useStage } from './stage.ts';

const open = useStage();
const IDLE_MS = 5000;

/** How often the busiest function of our own code runs in five seconds, counted by the engine. React itself walks to the clock. */
async function busiest(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.send('Profiler.takePreciseCoverage');
  await page.waitForTimeout(IDLE_MS);
  const { result } = await session.send('Profiler.takePreciseCoverage');
  await session.detach();
  const own = result.filter(({ url }) => !/\/react-[^/]*\.js$/.test(url));
  return Math.max(0, ...own.flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count ?? 0)));
}

test('a list of 2,000 backups renders none of its rows again while time passes', async (ctx) => {
  const vms = Array.from({ length: 50 }, (_, i) => aGuest({ vmid: 100 + i }));
  const storageBackups = Array.from({ length: 2000 }, (_, i) => onStorage(100 + (i % 50), { at: noon(1) + i }));
  const { page } = await open(ctx, '/proxmox/backups', { ...inMotion, state: { vms, storageBackups } });
  const rows = page.locator('[aria-label="Backups"] tr.row');
  await expect.poll(() => rows.count()).toBeGreaterThan(20);
  // late parts of the page come first; rows that were rendered each second would never be below a hundred
  await expect.poll(() => busiest(page)).toBeLessThan(100);
});
