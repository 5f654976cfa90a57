// The clock of a browser is wrong: ages follow the server, and the page says so.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { type RunningProduct, startProduct } from './product.ts';

const missing = noChromium();
let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  const env = { BELFRY_DEMO: 'true', BELFRY_AUTH_DISABLED: 'true', BELFRY_LAB_GUESTS: '20', BELFRY_LAB_NODES: '1' };
  [browser, product] = await Promise.all([launch(), startProduct(env)]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test.for([
  ['ahead', 2 * 3_600_000],
  ['behind', -2 * 3_600_000],
] as const)(
  'with a browser clock two hours %s, ages are those of the server, and the footer names the fault',
  async ([way, ms], ctx) => {
    if (missing) ctx.skip(missing);
    const { page, errors } = await openPage(browser);
    await page.clock.setSystemTime(Date.now() + ms);
    await page.goto(product.url);
    await page
      .getByText(new RegExp(`The clock of this browser is 2h 0m ${way}: times here follow the server`))
      .waitFor();
    await page.getByText('updated just now').waitFor();
    expect(errors).toEqual([]);
  },
);
