// The dialogs that no other journey checks: whole on a phone and on a large screen, and accessible in both themes.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { openDialog } from './dialog.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { expectWhole, extremes } from './views.ts';

const missing = noChromium();
let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  [browser, product] = await Promise.all([launch(), startProduct({ BELFRY_AUTH_DISABLED: 'true' })]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** The page of the dialog, and the name of the button that opens it. */
const dialogs: readonly (readonly [path: string, button: string])[] = [
  ['/alerts/history', 'Clear All History'],
  ['/alerts/history', 'Search tips'],
  ['/alerts/schedule', 'Add window'],
  ['/alerts/destinations', 'Edit MQTT'],
  ['/alerts/destinations', 'Add Alertmanager'],
  ['/alerts/destinations', 'Add webhook of changes'],
  ['/settings/security', 'New token'],
  ['/settings/security', 'Setup'],
  ['/settings/system', 'Restore Backup'],
  ['/settings/pmg', 'Add mail gateway'],
];

test.for(dialogs)(
  '%s: the dialog of "%s" is whole and accessible at every size in both themes',
  async ([path, name], ctx) => {
    if (missing) ctx.skip(missing);
    const { page, errors } = await openPage(browser);
    for (const viewport of extremes) {
      await page.setViewportSize(viewport);
      await page.goto(new URL(path, product.url).href);
      await page.getByRole('button', { name, exact: true }).first().click();
      const dialog = openDialog(page);
      await dialog.waitFor();
      await expect
        .poll(() =>
          dialog.evaluate((own) => {
            const { left, top, right, bottom } = own.getBoundingClientRect();
            return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          }),
        )
        .toBe(true);
      await expectWhole(page, `dialog-${name.toLowerCase().replaceAll(' ', '-')}`);
    }
    expect(errors).toEqual([]);
    await page.context().close();
  },
);
