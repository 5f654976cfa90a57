// An incident on the built product and a lab host: from an alert to the edit before it, the state that was agreed, and why there is no alert.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { isRunning } from '@belfry/lab/world/guest';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { JournalReply } from '@belfry/schema/http/journal';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { artifacts, startProduct } from './product.ts';
import { bar, type } from './threshold-page.ts';
import { expectAccessible, sizes } from './views.ts';

const missing = noChromium();
const commandLine = path.resolve(import.meta.dirname, '../../apps/cli/dist/belfry.js');
/** A poll and the reading after a task. */
const SOON = { timeout: 90_000, interval: 500 };

test('from an alert to the edit before it, and from there to what was agreed', async (ctx) => {
  if (missing) ctx.skip(missing);
  const closing: (() => unknown)[] = [];
  ctx.onTestFinished(async () => {
    for (const close of closing.toReversed()) await close();
  });
  const lab = await startLab({ nodes: 2, guests: 10, seed: 5, version: 9.2, authDelayMs: 0, plain: true, calm: true });
  closing.push(lab.stop);
  const cluster = lab.clusters[0]?.name ?? '';
  const [guest, other] = lab
    .guests(cluster)
    .filter((each) => each.kind === 'qemu' && isRunning(each) && !each.template);
  if (!guest || !other) throw new Error('the lab has too few guests');
  const { vmid, name } = guest;
  const id = `${cluster}-${vmid}`;
  const product = await startProduct({
    ...{ BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)), BELFRY_AUTH_DISABLED: 'true' },
  });
  closing.push(product.stop);
  const call = async (method: string, address: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`${product.url}/api/${address}`, {
      ...{ method, headers: { 'content-type': 'application/json' } },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const entries = async () => JournalReply.parse(await call('GET', `journal?resource=${id}`)).entries;
  const belfry = (...given: string[]) =>
    new Promise<string>((settle) => {
      const env = { PATH: process.env.PATH ?? '', BELFRY_URL: product.url };
      execFile(process.execPath, [commandLine, ...given], { env }, (_, out) => settle(out));
    });
  const read = () =>
    lab.requests
      .counts()
      .filter(({ path: asked }) => /\/(qemu|lxc)\/\{vmid\}\/config$/.test(asked))
      .reduce((sum, { count }) => sum + count, 0);
  await expect.poll(read, SOON).toBeGreaterThanOrEqual(10);

  lab.editGuest(cluster, vmid, { memory: 8192 }, 'eve@pve');
  await expect
    .poll(async () => (await entries()).map(({ by, changes }) => [by, ...changes.map(({ field }) => field)]), SOON)
    .toEqual([['eve@pve', 'memory']]);
  const config = (await call('GET', 'alerts/config')) as AlertConfig;
  const guestDefaults = { ...config.guestDefaults, memory: { trigger: 1, clear: 0 } };
  await call('PUT', 'alerts/config', { ...config, guestDefaults, timeThreshold: 0, timeThresholds: {} });

  const browser = await launch();
  closing.push(() => browser.close());
  const { page, errors } = await openPage(browser);
  const picture = async (what: string, part?: Locator) => {
    mkdirSync(path.join(artifacts, 'what-changed'), { recursive: true });
    for (const viewport of sizes) {
      await page.setViewportSize(viewport);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      await part?.scrollIntoViewIfNeeded();
      await page.screenshot({ path: path.join(artifacts, 'what-changed', `${what}-${viewport.width}.png`) });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  await page.goto(new URL('/alerts/overview', product.url).href);
  const row = page.locator('tr.row', { hasText: name });
  await row.first().click();
  const said = page.locator('tr.detail').getByRole('paragraph').filter({ hasText: 'before:' });
  await expect.poll(() => said.innerText(), SOON).toMatch(/before: memory [\s\S]*8 GB by eve@pve/);
  await picture('alert', said);
  await said.getByRole('link', { name: 'Show the change' }).click();
  const change = page.getByRole('listitem').filter({ hasText: name });
  await change.locator('summary').click();
  await change.getByText('eve@pve').first().waitFor();
  await expectAccessible(page);
  await picture('journal');

  // What is agreed now is compared from then on, and told once until it is agreed again.
  await page.getByRole('button', { name: 'Agree to the present configuration' }).click();
  await page.getByText('Nothing has left it.').waitFor();
  lab.editGuest(cluster, vmid, { memory: 4096 }, 'bob@pve');
  await expect.poll(async () => (await entries()).length, SOON).toBe(2);
  await page.reload();
  await page.getByText('1 field has left it').waitFor();
  await picture('agreed');
  const active = async () => (await call('GET', 'alerts/active')) as { type: string; resourceId: string }[];
  const left = async () => (await active()).filter(({ type, resourceId }) => type === 'baseline' && resourceId === id);
  await expect.poll(async () => (await left()).length, SOON).toBe(1);
  await page.getByRole('button', { name: 'Agree again' }).click();
  await page.getByText('Nothing has left it.').waitFor();
  await expect.poll(async () => (await left()).length, SOON).toBe(0);

  // What an edit of the threshold would have done: the history has what the host kept before Belfry knew it.
  await page.goto(new URL('/alerts/thresholds/proxmox', product.url).href);
  await type(page, name, 'memory', '30');
  await bar(page).getByRole('button', { name: 'Last 30 days' }).click();
  const outcome = bar(page).getByRole('status').last();
  // It is active all the time: no threshold below the values is quiet.
  await expect
    .poll(() => outcome.innerText(), SOON)
    .toMatch(/1 alert instead of 1[\s\S]* 1: \d+ \(one there most of the time\)/);
  await picture('backtest', bar(page));

  // The command line says the same.
  expect(await belfry('journal', id)).toMatch(/bob@pve .*memory/);
  expect(await belfry('why', id)).toMatch(/Memory usage: alert/);
  // Nothing is said of another guest.
  expect(JournalReply.parse(await call('GET', `journal?resource=${cluster}-${other.vmid}`)).entries).toEqual([]);
  expect(errors).toEqual([]);
});
