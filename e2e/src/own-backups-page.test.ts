// Settings → System: the backups that Belfry makes of itself, with a real server and a real folder.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { artifacts, type RunningProduct, startProduct } from './product.ts';
import { expectWhole, extremes } from './views.ts';

const missing = noChromium();
const own = { BELFRY_AUTH_DISABLED: 'true' };
let browser: Browser;
beforeAll(async () => {
  if (!missing) browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

async function start(ctx: TestContext, env: Record<string, string>): Promise<RunningProduct> {
  if (missing) ctx.skip(missing);
  const product = await startProduct({ ...own, ...env });
  ctx.onTestFinished(async () => void (await product.stop()));
  return product;
}

interface Opened {
  page: Page;
  card: Locator;
  errors: string[];
}

async function open(ctx: TestContext, { url }: RunningProduct, language: 'en' | 'de' = 'en'): Promise<Opened> {
  const { page, errors } = await openPage(browser);
  ctx.onTestFinished(() => page.context().close());
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto(new URL('/settings/system', url).href);
  const title = language === 'en' ? 'Scheduled backups of Belfry' : 'Geplante Backups von Belfry';
  return { page, card: page.getByRole('region', { name: title }), errors };
}

async function look({ page, card }: Opened, name: string): Promise<void> {
  for (const size of extremes) {
    await page.setViewportSize(size);
    await card.evaluate((element) => element.scrollIntoView());
    await expectWhole(page, name);
  }
}

test('without a folder the page says which variables to set', async (ctx) => {
  const opened = await open(ctx, await start(ctx, {}));
  const { card, errors } = opened;
  await card.getByRole('heading', { name: 'No scheduled backups' }).waitFor();
  await card.getByText(/BELFRY_BACKUP_DIR=.*\s+BELFRY_BACKUP_PASSPHRASE_FILE=/).waitFor();
  await card.getByRole('button', { name: 'Copy the variables' }).waitFor();
  await expect.poll(() => card.getByRole('button', { name: 'Back up now' }).count()).toBe(0);
  await look(opened, 'own-backups-off');
  expect(errors).toEqual([]);
});

test('a backup made by the button is in the list; a folder that is gone is shown with its reason; old data stays', async (ctx) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-own-backups-'));
  ctx.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const passphrase = { BELFRY_BACKUP_PASSPHRASE: 'correct horse battery' };
  const product = await start(ctx, {
    BELFRY_BACKUP_DIR: folder,
    BELFRY_BACKUP_SCHEDULE: '*-01-01 04:00',
    ...passphrase,
  });
  const opened = await open(ctx, product);
  const { page, card, errors } = opened;
  const now = card.getByRole('button', { name: 'Back up now' });
  await now.click();
  await card.getByText(/^Belfry made belfry-.*\.belfry-backup \(\d.* KB\)\.$/).waitFor();
  await card.getByText(/^The last good backup was made .* ago\.$/).waitFor();
  const [file = ''] = readdirSync(folder).sort().reverse();
  await card.getByRole('table').getByText(file).waitFor();
  await card.getByText(`belfry backup restore ${folder}/${file} --data /var/lib/belfry`).waitFor();
  await card.getByText('The newest 14').waitFor();
  await look(opened, 'own-backups');

  const german = await open(ctx, product, 'de');
  await german.card.getByText(/^Letztes gutes Backup: vor/).waitFor();
  for (const [width, height, colorScheme] of [
    [1024, 768, 'light'],
    [390, 844, 'dark'],
  ] as const) {
    await german.page.setViewportSize({ width, height });
    await german.page.emulateMedia({ colorScheme });
    await german.card.evaluate((element) => element.scrollIntoView());
    await german.page.screenshot({ path: path.join(artifacts, `own-backups-de-${width}-${colorScheme}.png`) });
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.route('**/api/system/backups', (route) => route.abort());
  await card.getByText(/^The server does not answer\. This is what it said/).waitFor();
  await card.getByRole('table').getByText(file).waitFor();
  await look(opened, 'own-backups-outdated');
  await page.unroute('**/api/system/backups');
  await card.getByText(/^The server does not answer/).waitFor({ state: 'detached' });
  expect(errors.filter((text) => !text.includes('ERR_FAILED'))).toEqual([]);
  errors.length = 0;

  rmSync(folder, { recursive: true });
  await now.click();
  await card.getByText(`${folder} does not exist.`, { exact: true }).waitFor();
  await card.getByText(/^Mount the disk, or make the folder\./).waitFor();
  await card.getByText(/^The last attempt failed\. The last good backup was made .* ago\.$/).waitFor();
  await look(opened, 'own-backups-failed');
  await german.card.getByText(`${folder} gibt es nicht.`, { exact: true }).waitFor();
  await german.page.screenshot({ path: path.join(artifacts, 'own-backups-failed-de-390-dark.png') });
  // the answer to the button
  expect(errors.filter((text) => !text.includes('503'))).toEqual([]);
  expect(german.errors).toEqual([]);
});
