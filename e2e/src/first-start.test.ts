// What a new user does: a first start, the setup token, an administrator, two clusters, guests on the screen.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Lab, startLab } from '@belfry/lab/datacentre';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, signIn } from './administrator.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { artifacts, type RunningProduct, startProduct } from './product.ts';
import { expectAccessible } from './views.ts';

const missing = noChromium();
let browser: Browser;
let lab: Lab;
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  [browser, lab, product] = await Promise.all([
    launch(),
    startLab({ clusters: 2, nodes: 4, guests: 40, seed: 11, authDelayMs: 0 }),
    startProduct(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await lab?.stop();
});

/** Opens the dialog, fills it in and saves it. */
async function addHost(
  page: Page,
  host: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: 'Add node' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Proxmox VE node' });
  await dialog.getByLabel('Host URL').fill(host);
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Test Connection' }).click();
  await dialog.getByText('Cluster detected! All cluster nodes will be automatically added.').waitFor();
  await dialog.getByRole('button', { name: 'Add node' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('fresh start, setup token, sign-in, one cluster by token and one by password with fingerprint, guests', async (ctx) => {
  if (missing) ctx.skip(missing);
  const [byToken, byPassword] = lab.instances;
  if (!byToken || !byPassword) throw new Error('the lab has two clusters');
  const { page, errors } = await openPage(browser);
  await page.goto(product.url);

  await page.getByLabel('Setup token').fill('wrong');
  await page.getByRole('button', { name: 'Choose my own' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up Belfry' }).click();
  await expect.poll(() => page.getByLabel('Setup token').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await page.screenshot({ path: path.join(artifacts, 'setup.png') });
  const token = readFileSync(path.join(product.dataDir, 'bootstrap-token'), 'utf8').trim();
  expect(product.output()).toContain(token);
  await page.getByLabel('Setup token').fill(token);
  await page.getByRole('button', { name: 'Set up Belfry' }).click();
  await page.getByRole('button', { name: 'Done' }).click();

  await signIn(page, 'not the password');
  await page.getByText(/Invalid username or password.*\(4 attempts remaining\)/).waitFor();
  await expectAccessible(page);
  await signIn(page, PASSWORD);
  await page.getByText('No hypervisor nodes configured').waitFor();

  await page.getByRole('link', { name: 'Go to Settings' }).click();
  await page.getByText('No PVE nodes configured').waitFor();
  expect(new URL(page.url()).pathname).toBe('/settings/pve');
  await addHost(page, byToken.host, async (dialog) => {
    await dialog.getByRole('button', { name: 'By hand' }).click();
    await dialog.getByLabel('Token ID').fill(byToken.tokenName);
    await dialog.getByLabel('Token value').fill(byToken.tokenValue);
    await dialog.getByLabel('Certificate fingerprint (SHA-256)').fill(byToken.fingerprint);
  });
  await addHost(page, byPassword.host, async (dialog) => {
    await dialog.getByRole('button', { name: 'Password', exact: true }).click();
    await dialog.getByLabel('Username').fill(byPassword.user);
    await dialog.getByLabel('Password', { exact: true }).last().fill(byPassword.password);
    await dialog.getByLabel('Certificate fingerprint (SHA-256)').fill(byPassword.fingerprint);
  });
  await page.getByText('Automatic failover is enabled').first().waitFor();
  await expectAccessible(page);
  await page.screenshot({ path: path.join(artifacts, 'settings-pve.png') });

  await page.goto(product.url);
  await page.locator('[role=treegrid] tbody tr.row').nth(15).waitFor();
  const count = () => page.locator('[role=treegrid]').getAttribute('aria-rowcount').then(Number);
  await expect.poll(count).toBeGreaterThan(40);
  // the server answers wrong guesses with 400 and 401, which a browser writes to its console
  expect(errors.filter((text) => !/status of 40[01]|status of 403/.test(text))).toEqual([]);

  const anonymous = await fetch(`${product.url}/api/state`);
  expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, null]);
  await page.context().close();
});
