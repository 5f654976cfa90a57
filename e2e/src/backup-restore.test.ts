// A backup of one Belfry, restored on another one, in the browser.
import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Administrator, PASSWORD, setUp, signedIn, signIn } from './administrator.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { artifacts, type RunningProduct, startProduct } from './product.ts';
import { expectWhole, sizes } from './views.ts';

const missing = noChromium();
let browser: Browser;
let lab: Lab;
let first: RunningProduct;
let second: RunningProduct;
let there: Administrator;

beforeAll(async () => {
  if (missing) return;
  lab = await startLab({ nodes: 2, guests: 6, seed: 7, authDelayMs: 0 });
  [browser, first, second] = await Promise.all([launch(), startProduct(), startProduct()]);
  const here = await setUp(first);
  there = await setUp(second);
  for (const instance of lab.instances) await here.api('POST', '/api/config/nodes', nodeConfig(instance));
  await here.api('POST', '/api/system/settings/update', { allowedOrigins: 'https://wall.example' });
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([first?.stop(), second?.stop()]);
  await lab?.stop();
});

/** Signs in and opens the System page. */
async function systemPage({ url }: RunningProduct) {
  const { page, errors } = await openPage(browser);
  await page.goto(new URL('/settings/system', url).href);
  await signIn(page);
  await signedIn(page);
  return { page, errors };
}

/** Downloads a backup; returns its file. */
async function download(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  expect(file.suggestedFilename()).toMatch(/^belfry-config-\d{4}-\d\d-\d\d\.json$/);
  return await file.path();
}

const namesAt = async () =>
  ((await there.api('GET', '/api/config/nodes')) as { name: string }[]).map(({ name }) => name);

test('what one Belfry exports is restored on another one: hosts with their credentials and settings', async (ctx) => {
  if (missing) ctx.skip(missing);
  const from = await systemPage(first);
  await from.page.getByRole('button', { name: 'Export Backup' }).click();
  const dialog = from.page.getByRole('dialog', { name: 'Export configuration' });
  const submit = dialog.getByRole('button', { name: 'Export Backup' });
  await expect.poll(() => submit.isDisabled()).toBe(true);
  for (const viewport of sizes) {
    await from.page.setViewportSize(viewport);
    await expectWhole(from.page, 'export-dialog');
  }
  await from.page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Another passphrase' }).click();
  await dialog.getByLabel('Passphrase', { exact: true }).fill('too short');
  await submit.click();
  await dialog.getByText('The passphrase must have at least 12 characters').waitFor();
  await dialog.getByRole('button', { name: 'My login password' }).click();
  await dialog.getByLabel('Login password').fill(PASSWORD);
  const file = await download(from.page, () => submit.click());
  await from.page.getByText('Configuration exported successfully').waitFor();
  const content = readFileSync(file, 'utf8');
  expect(JSON.parse(content)).toEqual({ status: 'success', data: expect.any(String) });
  for (const secret of lab.instances.map(nodeConfig).flatMap(({ tokenValue, password }) => [tokenValue, password]))
    if (secret) expect(content).not.toContain(secret);
  expect(from.errors).toEqual([]);
  await from.page.context().close();

  const to = await systemPage(second);
  await to.page.getByRole('button', { name: 'Restore Backup' }).click();
  const restore = to.page.getByRole('dialog', { name: 'Restore configuration' });
  const confirm = restore.getByRole('button', { name: 'Restore Backup' });
  const passphrase = restore.getByLabel('Password or passphrase of the file');
  for (const viewport of sizes) {
    await to.page.setViewportSize(viewport);
    await expectWhole(to.page, 'import-dialog');
  }
  await to.page.setViewportSize({ width: 1440, height: 900 });
  await confirm.click();
  await restore.getByText('Please select a file to import').waitFor();
  await restore.getByText('Please enter the password').waitFor();
  const broken = { name: 'not-a-backup.json', mimeType: 'application/json', buffer: Buffer.from('{"data": 5}') };
  await restore.getByLabel('Backup file').setInputFiles(broken);
  await passphrase.fill(PASSWORD);
  await confirm.click();
  await restore.getByText('Invalid JSON file format').waitFor();
  await restore.getByLabel('Backup file').setInputFiles({
    ...{ name: 'belfry-config.json', mimeType: 'application/json' },
    buffer: Buffer.from(content),
  });
  await passphrase.fill('not the password');
  await confirm.click();
  await restore.getByText(/^Failed to import configuration: /).waitFor();
  expect(await namesAt()).toEqual([]);
  await passphrase.fill(PASSWORD);
  await confirm.click();
  await restore.getByText('Configuration imported successfully. Reloading...').waitFor();
  await restore.waitFor({ state: 'detached' });
  await expect.poll(() => to.page.getByLabel('CORS allowed origins').inputValue()).toBe('https://wall.example');
  expect((await namesAt()).length).toBe(lab.instances.length);
  // the credentials came along: the hosts are read
  await to.page.goto(new URL('/proxmox/overview', second.url).href);
  await to.page.locator('[role=treegrid] tbody tr.row').first().waitFor();
  expect(to.errors.filter((text) => !/status of 400/.test(text))).toEqual([]);
  await to.page.context().close();
});

/** As Pulse 4 seals its exports. */
function sealedByPulse(content: object, passphrase: string): string {
  const [salt, nonce] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync(passphrase, salt, 100_000, 32, 'sha256'), nonce);
  const body = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
  return Buffer.concat([salt, nonce, body, cipher.getAuthTag()]).toString('base64');
}

test('a text of Pulse that is pasted is restored; the page shows all that was not taken over, with the reasons, and the page is loaded again when that was read', async (ctx) => {
  if (missing) ctx.skip(missing);
  const pigeons = Array.from({ length: 40 }, (_, i) => ({
    name: `Pigeon ${i}`,
    url: 'https://a.example',
    service: 'x',
  }));
  const content = { version: '4.0', nodes: {}, webhooks: pigeons, system: { theme: 'dark', backendPort: 3000 } };
  const { page, errors } = await systemPage(second);
  await page.getByRole('button', { name: 'Restore Backup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore configuration' });
  // as its command line writes it
  await dialog.getByLabel('Or its text').fill(sealedByPulse(content, 'short').replace(/.{76}/g, '$&\n'));
  await dialog.getByLabel('Password or passphrase of the file').fill('short');
  await dialog.getByRole('button', { name: 'Restore Backup' }).click();
  await dialog.getByText('Not taken over: 41').waitFor();
  const lines = await dialog.getByRole('listitem').allTextContents();
  expect(lines.length).toBe(41);
  expect(lines[0]).toBe('system.backendPort: Belfry has nothing of this name');
  expect(lines[40]).toMatch(/^webhook Pigeon 39: not valid in Belfry: Service must be one of generic/);
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await expectWhole(page, 'import-report');
  }
  await dialog.getByRole('button', { name: 'Reload the page' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Restore Backup' }).waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

test('where sign-in is switched off, an export asks for an API token, keeps it for the tab, and asks again if it is refused', async (ctx) => {
  if (missing) ctx.skip(missing);
  const open = await startProduct({ BELFRY_AUTH_DISABLED: 'true' });
  const reply = await fetch(new URL('/api/security/tokens', open.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'backup', scope: 'admin' }),
  });
  const { token } = await reply.json();
  const { page } = await openPage(browser);
  await page.goto(new URL('/settings/system', open.url).href);
  await page.getByRole('button', { name: 'Export Backup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export configuration' });
  const submit = dialog.getByRole('button', { name: 'Export Backup' });
  // nobody has a password here
  await expect.poll(() => dialog.getByRole('button', { name: 'My login password' }).count()).toBe(0);
  await dialog.getByLabel('Passphrase', { exact: true }).fill('a long passphrase');
  await submit.click();
  const prompt = page.getByRole('dialog', { name: 'API token required' });
  const save = prompt.getByRole('button', { name: 'Save and continue' });
  await expect.poll(() => save.isDisabled()).toBe(true);
  await page.screenshot({ path: path.join(artifacts, 'export-token.png') });
  await prompt.getByLabel('API token').fill('0123456789abcdef');
  await save.click();
  await prompt.getByText('Invalid or expired API token. Please re-enter.').waitFor();
  await prompt.getByLabel('API token').fill(token);
  await download(page, () => save.click());
  await page.getByText('Configuration exported successfully').waitFor();
  // the second export does not ask
  await page.getByRole('button', { name: 'Export Backup' }).click();
  await dialog.getByLabel('Passphrase', { exact: true }).fill('a long passphrase');
  await download(page, () => submit.click());
  await page.context().close();
  await open.stop();
});
