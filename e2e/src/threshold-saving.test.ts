// The page of thresholds: what is saved, by one or by two administrators, and when it takes effect.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { startProduct } from './product.ts';
import { at, bar, CONFIG, cell, put, row, save, saved, start, type } from './threshold-page.ts';

test('the second of two administrators sees what the first has saved, and loses nothing', async (ctx) => {
  const { page, say } = await start(ctx);
  await type(page, 'ada', 'cpu', '95');
  await type(page, 'bob', 'cpu', '94');
  await put(page, { overrides: { 'dc-100': { cpu: 60 }, 'dc-105': { disk: 50 } } });
  say({ type: 'alert_config_changed' });
  await row(page, 'ada').getByText('The server has: 60').waitFor();
  await bar(page).getByText('Somebody else saved meanwhile').waitFor();
  await expect.poll(() => cell(page, 'ada', 'cpu').innerText()).toContain('95');
  await row(page, 'ada').getByRole('button', { name: 'Use this value' }).click();
  await save(page);
  await expect
    .poll(async () => (await saved(page)).overrides)
    .toEqual({
      'dc-100': { cpu: at(60) },
      'dc-101': { cpu: at(94) },
      'dc-105': { disk: at(50) },
    });
});

test('a save that fails keeps everything, and the words of the server stand beside the value; Discard drops all', async (ctx) => {
  const { page } = await start(ctx, {}, 'proxmox', { expected: /400/ });
  await type(page, 'ada', 'cpu', '95');
  const details = { 'overrides.dc-100.cpu.trigger': 'must be lower today' };
  const refusal = { error: 'Invalid request', code: 'validation_error', details };
  await page.route(`**${CONFIG}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ json: refusal, status: 400 }) : route.fallback(),
  );
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await row(page, 'ada').getByRole('alert').getByText('must be lower today').waitFor();
  await expect.poll(() => cell(page, 'ada', 'cpu').innerText()).toContain('95');
  await bar(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Changes discarded').first().waitFor();
  await expect.poll(() => cell(page, 'ada', 'cpu').innerText()).toBe('80');
});

test('the unsaved bar says what an override replaces, and where that comes from', async (ctx) => {
  const { page } = await start(ctx, { overrides: { 'node:dc-pve1': { memory: at(70) } } });
  await type(page, 'ada', 'cpu', '95');
  await bar(page).getByText('ada CPU % 80 (default) → 95').waitFor();
  await type(page, 'ada', 'memory', '75');
  await bar(page).getByText('ada Memory % 70 (from the node pve1) → 75').waitFor();
});

test('an override whose resource does not exist any more has a row, and can be removed', async (ctx) => {
  const { page } = await start(ctx, {
    overrides: { 'gone-999': { cpu: at(95), disabled: true }, 'dc-100': { cpu: at(90) } },
  });
  const orphans = page.getByRole('region', { name: 'Overrides without a resource' });
  await orphans.getByText(/CPU % 95/).waitFor();
  await expect.poll(() => orphans.getByText('dc-100').count()).toBe(0);
  await orphans.getByRole('button', { name: 'Remove the override of gone-999' }).click();
  await orphans.waitFor({ state: 'detached' });
  await save(page);
  await expect.poll(async () => Object.keys((await saved(page)).overrides)).toEqual(['dc-100']);
});

const missing = noChromium();
test('an override takes effect with the next poll; a viewer reads the thresholds and cannot change them', async (ctx) => {
  if (missing) ctx.skip(missing);
  const lab = await startLab({ nodes: 2, guests: 10, clusters: 1, seed: 4, version: 9.2, authDelayMs: 0 });
  const product = await startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
    BELFRY_TRUSTED_PROXIES: '127.0.0.1',
    BELFRY_PROXY_AUTH_SECRET: 's',
  });
  const browser = await launch();
  ctx.onTestFinished(async () => {
    await browser.close();
    await product.stop();
    await lab.stop();
  });
  const as = async (role: string) => {
    const headers = { 'X-Proxy-Secret': 's', 'X-Proxy-User': role || 'eve', 'X-Proxy-Roles': role };
    const opened = await openPage(browser, { extraHTTPHeaders: headers });
    await opened.page.goto(new URL('/alerts/thresholds', product.url).href);
    await opened.page.locator('tr.resource').first().waitFor();
    return opened;
  };
  const admin = await as('admin');
  const { page } = admin;
  const delay = page.getByRole('textbox', { name: 'VMs & Containers: delay in seconds before an alert' });
  await delay.fill('0');
  const running = page.getByRole('treegrid', { name: 'VMs & Containers' }).locator('tr.resource');
  for (const each of await running.all()) {
    await each.locator('[data-field="memory"]').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
  }
  await save(page);
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await page
    .locator('tr.row > td:not(:first-child)')
    .getByText(/memory usage is/)
    .first()
    .waitFor();

  const viewer = await as('');
  await viewer.page.getByText('Only administrators can change thresholds.').waitFor();
  await viewer.page.getByText('Custom', { exact: true }).nth(1).waitFor();
  await expect.poll(() => viewer.page.locator('button[data-field], tr input').count()).toBe(0);
  for (const { errors } of [admin, viewer]) expect(errors).toEqual([]);
});
