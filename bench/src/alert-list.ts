// Scrolls through 1,000 active alerts in a real browser, with the built product and an invented state.
import { emptyState } from '@belfry/domain/delta/empty-state';
import { launch, openPage } from '@belfry/e2e/chromium';
import { anAlert } from '@belfry/e2e/made';
import { startProduct } from '@belfry/e2e/product';
import { scrollThrough } from '@belfry/e2e/scroll-through';

export interface AlertListCost {
  alerts: number;
  frames: number;
  blankFrames: number;
}

const ALERTS = 1000;

const invented = {
  ...emptyState,
  activeAlerts: Array.from({ length: ALERTS }, (_, i) =>
    anAlert(`dc-${i}-cpu`, {
      ...{ resourceId: `dc-${i}`, resourceName: `guest-${i}`, node: `pve${i % 10}` },
      ...{ level: i % 3 === 0 ? 'critical' : 'warning', acknowledged: i % 7 === 0 },
    }),
  ),
};

export async function measureAlertList(): Promise<AlertListCost> {
  const product = await startProduct({ BELFRY_AUTH_DISABLED: 'true', BELFRY_LOG_LEVEL: 'warn' });
  const browser = await launch();
  const { page } = await openPage(browser);
  await page.routeWebSocket(/\/ws\b/, (socket) =>
    socket.send(JSON.stringify({ type: 'snapshot', revision: 1, data: invented })),
  );
  await page.goto(`${product.url}/alerts/overview`);
  await page.locator('table[aria-label="Active alerts"] tr.row').first().waitFor();
  const { frames, blank } = await scrollThrough(page, 'table[aria-label="Active alerts"]', 150, 200);
  await browser.close();
  await product.stop();
  return { alerts: ALERTS, frames, blankFrames: blank };
}

if (import.meta.main) console.info(await measureAlertList());
