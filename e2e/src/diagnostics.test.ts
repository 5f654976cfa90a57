// The Diagnostics page against real hosts: what it says about them, and what is in the files for other people.
import { readFileSync } from 'node:fs';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { type Neighbours, startNeighbours } from '@belfry/lab/neighbours';
import type { DiagnosticsReply } from '@belfry/schema/http/diagnostics';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Administrator, setUp, signedIn, signIn } from './administrator.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { expectWhole, sizes } from './views.ts';

const NEEDS = 'VM.GuestAgent.Audit on /vms';
const missing = noChromium();
let browser: Browser;
let lab: Lab;
let neighbours: Neighbours;
let product: RunningProduct;
let administrator: Administrator;
/** Passwords and tokens of the hosts. */
let secrets: string[];

beforeAll(async () => {
  if (missing) return;
  lab = await startLab({ nodes: 2, guests: 12, seed: 5, authDelayMs: 0, version: 9.2 });
  neighbours = await startNeighbours(lab, { backupServers: 1, mailGateways: 1, seed: 5 });
  const limited = lab.tokenWithout('VM.GuestAgent.Audit');
  const configs = [
    ...lab.instances
      .map(nodeConfig)
      .map((config) => ({ ...config, tokenName: limited.name, tokenValue: limited.value, monitorPhysicalDisks: true })),
    ...neighbours.backupServers.map((server) => server.config()),
    ...neighbours.mailGateways.map((gateway) => gateway.config()),
  ];
  secrets = configs.flatMap((config) => [
    ...('tokenValue' in config && config.tokenValue ? [config.tokenValue] : []),
    ...('password' in config && config.password ? [config.password] : []),
  ]);
  [browser, product] = await Promise.all([launch(), startProduct({ BELFRY_NODES: JSON.stringify(configs) })]);
  administrator = await setUp(product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await neighbours?.stop();
  await lab?.stop();
});

async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

test('diagnostics name each host, the privilege that is missing and the disks; the sanitized file names nothing', async (ctx) => {
  if (missing) ctx.skip(missing);
  // the first rounds through guest agents and disks are done
  const first = async () => ((await administrator.api('GET', '/api/diagnostics')) as DiagnosticsReply).nodes[0];
  await expect.poll(async () => (await first())?.gaps.map(({ needs }) => needs)).toContain(NEEDS);
  await expect.poll(async () => (await first())?.physicalDisks.nodesWithDisks).toBe(2);

  const { page, errors } = await openPage(browser);
  await page.goto(new URL('/proxmox/overview', product.url).href);
  await signIn(page);
  await signedIn(page);
  await page.locator('[role=treegrid] tbody tr.row').nth(5).waitFor();
  await page.goto(new URL('/settings/diagnostics', product.url).href);
  await page.getByText('Realtime connection').waitFor();
  await page.getByText('connected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Run Diagnostics' }).click();
  await page.getByText('3 of 3 connected').waitFor();
  const host = page.getByRole('listitem', { name: lab.instances[0]?.name ?? '', exact: true });
  await host.getByText('Disk usage of virtual machines').waitFor();
  await host.getByText(NEEDS).waitFor();
  await host.getByText(/\d+ disks on 2 of 2 nodes/).waitFor();
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await expectWhole(page, 'settings-diagnostics');
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  const full = await download(page, 'Export Full');
  expect(full.name).toMatch(/^belfry-diagnostics-full-\d{4}-\d\d-\d\d\.json$/);
  const sanitized = await download(page, 'Export for GitHub (sanitized)');
  expect(sanitized.name).toMatch(/^belfry-diagnostics-sanitized-\d{4}-\d\d-\d\d\.json$/);
  for (const secret of secrets) for (const { text } of [full, sanitized]) expect(text).not.toContain(secret);
  const { backendDiagnostics: found } = JSON.parse(full.text);
  const named = [...found.nodes, ...found.pbs, ...found.pmg].flatMap(({ id, host }) => [id, new URL(host).host]);
  const guests = found.guestSnapshots.map(({ name }: { name: string }) => name);
  expect(guests.length).toBe(12);
  for (const name of [...named, ...guests]) {
    expect(full.text).toContain(name);
    expect(sanitized.text, name).not.toContain(name);
  }
  expect(JSON.parse(sanitized.text)).toMatchObject({ version: '2.1.0', _notice: expect.any(String) });
  expect(errors).toEqual([]);
  await page.context().close();
});
