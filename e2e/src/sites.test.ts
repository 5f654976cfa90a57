// A host in another network: an administrator adds a site, runs its command there, and sees the guests of its host on the overview.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { setUp, signIn } from './administrator.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { serverBundle, startProduct } from './product.ts';
import { expectAccessible, expectWhole } from './views.ts';

const missing = noChromium();
const run = promisify(execFile);
let browser: Browser;
let lab: Lab;

beforeAll(async () => {
  if (missing) return;
  [browser, lab] = await Promise.all([
    launch(),
    startLab({ clusters: 2, nodes: 4, guests: 24, seed: 7, authDelayMs: 0 }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await lab?.stop();
});

/** A machine of the site: the same program, in the role of a collector. */
function machine(ctx: TestContext) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-collector-'));
  let running: ChildProcess | undefined;
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const end = async () => {
    if (!running || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
  };
  ctx.onTestFinished(async () => {
    await end();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    /** Runs `belfry collector join …` as the page shows it, in a folder of the test. */
    async join(shown: string): Promise<string> {
      const [, , word = '', ...rest] = shown.trim().split(' ');
      const words = rest.slice(0, 2);
      const { stdout } = await run(
        process.execPath,
        [serverBundle, 'collector', word, ...words, '--data-dir', dataDir],
        { env },
      );
      return stdout;
    },
    /** `more`: further words of the command. */
    run(...more: string[]) {
      const args = [serverBundle, 'collector', 'run', '--data-dir', dataDir, ...more];
      running = spawn(process.execPath, args, { env, stdio: 'ignore' });
    },
    end,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function signedInAt(ctx: TestContext, where: string) {
  const product = await startProduct();
  ctx.onTestFinished(async () => void (await product.stop()));
  const administrator = await setUp(product);
  const { page, errors } = await openPage(browser);
  ctx.onTestFinished(() => page.context().close());
  await page.goto(new URL(where, product.url).href);
  await signIn(page);
  return { product, page, errors, ...administrator };
}

test('from "Add site" to live guests of a host that only a collector polls', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { product, page, errors, api } = await signedInAt(ctx, '/settings/sites');
  const site = machine(ctx);
  await page.getByText('No sites').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add site' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add site' });
  await dialog.getByRole('button', { name: 'Show the command' }).click();
  await dialog.getByText('Name is required').waitFor();
  await dialog.getByLabel('Name').fill('Köln');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Show the command' }).click();
  const command = dialog.locator('pre', { hasText: 'collector join' });
  await command.waitFor();
  await expectWhole(page, 'sites-command');
  expect(await site.join((await command.textContent()) ?? '')).toContain('has joined the site "Köln"');
  await dialog.getByText('The collector has joined. It does not report yet.').waitFor();
  const port = await freePort();
  site.run('--listen', `127.0.0.1:${port}`);
  await dialog.getByText('Köln is connected. Add its hosts next.').waitFor();
  await expectAccessible(page);

  await dialog.getByRole('link', { name: 'Add a host' }).click();
  const [host] = lab.instances;
  if (!host) throw new Error('the lab has a cluster');
  const form = page.getByRole('dialog', { name: 'Add Proxmox VE' });
  await form.getByLabel('Host URL').fill(host.host);
  await expect.poll(() => form.getByLabel('Polled by').locator('option:checked').textContent()).toBe('Site Köln');
  // the collector reads the certificate
  await form.getByLabel('Host URL').blur();
  await form.getByRole('button', { name: 'Trust this certificate' }).click();
  await form.getByLabel('Token ID').fill(host.tokenName);
  await form.getByLabel('Token value').fill(host.tokenValue);
  await expectWhole(page, 'sites-host');
  await form.getByRole('button', { name: 'Test Connection' }).click();
  await form.getByText('Cluster detected! All cluster nodes will be automatically added.').waitFor();
  await form.getByRole('button', { name: 'Add node' }).click();
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('main').getByText('Site Köln').waitFor();
  await page.getByRole('navigation', { name: 'Platforms' }).getByRole('link', { name: 'Proxmox' }).click();
  await page.locator('[aria-label="Guests"] tbody tr.row').nth(5).waitFor();
  // beside the name of each node above and of each group below, and on the page of a guest
  await expect.poll(() => page.getByRole('main').getByText('in the site Köln').count()).toBeGreaterThanOrEqual(4);

  // a Docker host that reaches nothing but the collector
  const { token } = (await api('POST', '/api/security/tokens', { name: 'docker', scope: 'report' })) as {
    token: string;
  };
  const reported = await fetch(`http://127.0.0.1:${port}/api/agents/docker/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-token': token },
    body: JSON.stringify({
      agent: { id: 'engine-köln', intervalSeconds: 30 },
      host: { hostname: 'docker-köln', machineId: 'm1', totalCpu: 4, totalMemoryBytes: 8e9 },
      containers: [{ id: 'a'.repeat(64), name: '/shop', image: 'shop:1', state: 'running', status: 'Up 3 hours' }],
      timestamp: new Date().toISOString(),
    }),
  });
  expect(reported.status).toBe(200);
  await page.goto(new URL('/docker', product.url).href);
  await page.getByText('docker-köln').first().waitFor();
  await page.getByText('shop', { exact: true }).first().waitFor();
  await page.getByRole('main').getByText('in the site Köln').first().waitFor();

  await page.goto(new URL('/settings/sites', product.url).href);
  await page.getByRole('main').getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('main').getByRole('link', { name: host.name, exact: true }).waitFor();
  for (const size of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expectWhole(page, 'sites');
  }
  await page.getByRole('button', { name: 'Remove Köln' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Köln?' });
  await question.getByText('This host is removed too').waitFor();
  await question.getByText('docker-köln').waitFor();
  await question.getByText('must then be typed again').waitFor();
  await expectAccessible(page);
  await expectWhole(page, 'sites-remove');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'New command for Köln' }).click();
  await page.getByRole('dialog').getByText('The secret of this host is sealed for its present collector.').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  // a host that somebody else is to poll needs its secret again
  await page.goto(new URL('/settings/pve', product.url).href);
  await page.getByRole('button', { name: `Edit ${host.name}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Proxmox VE' });
  await edit.getByLabel('Polled by').selectOption('This server');
  await edit.getByRole('button', { name: 'Update host' }).click();
  await edit.getByText('Token value is required').waitFor();
  expect(errors).toEqual([]);
});

test('in German a person compares the fingerprint and accepts the key; a revoked collector is refused', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { product, page, errors, api } = await signedInAt(ctx, '/settings/sites');
  const site = machine(ctx);
  const { command } = (await api('POST', '/api/sites', { name: 'Wien', accept: 'person' })) as { command: string };
  const printed = await site.join(command);
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(new URL('/settings/sites', product.url).href);
  await page.getByText('Muss angenommen werden').waitFor();
  await expectWhole(page, 'sites-waiting-de');
  await page.getByRole('button', { name: 'Vergleichen und annehmen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sammler von Wien annehmen' });
  const shown = (await dialog.locator('code').textContent()) ?? '';
  expect(printed).toContain(`Its fingerprint: ${shown}`);
  await expectWhole(page, 'sites-accept-de');
  await dialog.getByRole('button', { name: 'Annehmen' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Hat noch nichts gemeldet').waitFor();
  site.run();
  await page.getByRole('main').getByText('Verbunden', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sammler von Wien widerrufen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Widerrufen' }).click();
  await page.getByRole('main').getByText('Widerrufen', { exact: true }).waitFor();
  await site.end();
  await page.getByRole('button', { name: 'Wien entfernen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Standort entfernen' }).click();
  await page.getByText('Keine Standorte').waitFor();
  expect(errors).toEqual([]);
});

test('two sites on the overview: each above its cluster, found by site:, and one is removed with its host', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { product, page, errors, api } = await signedInAt(ctx, '/settings/sites');
  for (const [at, name] of ['Köln', 'Bonn'].entries()) {
    const site = machine(ctx);
    const { id, command } = (await api('POST', '/api/sites', { name })) as { id: string; command: string };
    await site.join(command);
    site.run();
    const host = lab.instances[at];
    if (!host) throw new Error('the lab has two clusters');
    const { user: _, password: __, ...byToken } = nodeConfig(host);
    await api('POST', '/api/config/nodes', { ...byToken, name: `pve-${name}`, site: id });
  }
  await page.goto(product.url);
  const guests = page.locator('[aria-label="Guests"]');
  const heads = () =>
    guests
      .locator('tr.group')
      .filter({ hasText: /^Site / })
      .locator('b')
      .allTextContents();
  await expect.poll(heads).toEqual(['Site Bonn', 'Site Köln']);
  const summary = page.locator('[aria-label="Nodes"]').first();
  await expect.poll(() => summary.locator('tr.group b').allTextContents()).toEqual(['Site Bonn', 'Site Köln']);
  await expectAccessible(page);
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expectWhole(page, 'overview-by-site');
  }
  const count = () => guests.locator('tbody tr.row').count();
  const all = await count();
  // what is left belongs to one place, so no head says where it is
  await page.getByLabel('Search guests').fill('site:köln');
  await expect.poll(heads).toEqual([]);
  await expect.poll(count).toBeGreaterThan(0);
  await expect.poll(count).toBeLessThan(all);
  await page.goto(new URL('/proxmox/storage?search=site:bonn', product.url).href);
  await expect
    .poll(() => page.locator('[aria-label="Storage Pools"]').getByText('in the site Bonn').count())
    .toBeGreaterThan(0);
  await expect.poll(() => page.locator('[aria-label="Storage Pools"]').getByText('in the site Köln').count()).toBe(0);

  await page.goto(new URL('/settings/sites', product.url).href);
  await page.getByRole('button', { name: 'Remove Bonn' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Bonn?' });
  await question.getByRole('link', { name: 'pve-Bonn' }).waitFor();
  await question.getByRole('button', { name: 'Remove the site and 1 host' }).click();
  await question.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByRole('button', { name: 'Remove Bonn' }).count()).toBe(0);
  await page.goto(product.url);
  await expect.poll(count).toBeGreaterThan(0);
  await expect.poll(heads).toEqual([]);
  await expect.poll(() => page.getByRole('main').getByText('in the site Köln').count()).toBeGreaterThan(0);
  expect(errors).toEqual([]);
});
