// The dialogs that no other journey checks: whole on a phone and on a large screen, and accessible in both themes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noChromium } from './chromium.ts';
import { openDialog } from './dialog.ts';
import { usePages } from './kept-pages.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { expectWhole, extremes } from './views.ts';

const open = usePages();
const missing = noChromium();
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  product = await startProduct({ BELFRY_AUTH_DISABLED: 'true' });
});
afterAll(async () => {
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
    const { page } = await open(ctx);
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
  },
);
