// The work of the main thread of a page.
import type { openPage } from '@belfry/e2e/chromium';

export type Page = Awaited<ReturnType<typeof openPage>>['page'];

/**
 * After that the code of the other screens is loaded, and the browser has collected the garbage of the load, which it does twice in the
 * first half minute. A measurement begins after both.
 */
export const LOADED_MS = 30_000;

/** Its processor time so far, ms. It does not depend on what else the machine does. */
export async function watchMainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
}
