// Two branches, each a network of its own that only dials out, and with the same addresses in both: an administrator adds a site, runs the command that
// the page shows in the branch, and sees its guests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { setUp, signIn } from './administrator.ts';
import { type BranchNetwork, createBranchNetwork, noNetworks, startHosts } from './branch-network.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { serverBundle, startProduct } from './product.ts';
import { expectWhole, sizes } from './views.ts';

const missing = noChromium() ?? noNetworks();
const labBundle = path.join(path.dirname(serverBundle), 'lab.js');
let networks: BranchNetwork[] = [];
let browser: Browser;

beforeAll(async () => {
  if (missing) return;
  // An interface that comes or goes makes a browser end what it fetches, so they come first.
  networks = [createBranchNetwork(1), createBranchNetwork(2)];
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  for (const network of networks) await network.remove();
});

/** A machine of the branch. `shown`: the command of the page. */
function joinAndRun(ctx: TestContext, network: BranchNetwork, shown: string): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-branch-'));
  ctx.onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const [program = '', ...words] = shown.trim().split(/\s+/);
  expect(program).toBe('belfry');
  const own = words.flatMap((word, i) => (words[i - 1] === '--data-dir' ? [dataDir] : [word]));
  const more = own.includes('--data-dir') ? [] : ['--data-dir', dataDir];
  const said = network.run([serverBundle, ...own, ...more]);
  network.start([serverBundle, 'collector', 'run', '--data-dir', dataDir]);
  return said;
}

/** From "Add site" to a host that is polled, on the screens. */
async function addSite(ctx: TestContext, page: Page, url: string, network: BranchNetwork, name: string): Promise<void> {
  const host = await startHosts(network, labBundle, networks.indexOf(network) + 1);
  // The server reaches nothing in the branch.
  await expect(fetch(host.host, { signal: AbortSignal.timeout(5000) })).rejects.toThrow();
  await page.goto(new URL('/settings/sites', url).href);
  await page.getByRole('button', { name: 'Add site' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add site' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Show the command' }).click();
  const command = dialog.locator('pre', { hasText: 'collector join' });
  const said = joinAndRun(ctx, network, (await command.textContent()) ?? '');
  expect(said).toContain(`has joined the site "${name}"`);
  await dialog.getByText(`${name} is connected. Add its hosts next.`).waitFor();
  const form = page.getByRole('dialog', { name: 'Add Proxmox VE' });
  if (network === networks[0]) {
    await dialog.getByRole('link', { name: 'Add a host' }).click();
    await form.getByLabel('Host URL').fill(host.host);
  } else {
    // Its collector finds the host where this server sees nothing.
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: `Look for hosts in the network of ${name}` }).click();
    const scan = page.getByRole('dialog', { name: `Look for hosts in the network of ${name}` });
    await scan.getByLabel('Subnet').fill('branch');
    await scan.getByRole('button', { name: 'Look for hosts' }).click();
    await scan.getByText('"branch" is not an IPv4 subnet').waitFor();
    await expectWhole(page, 'site-scan-refused');
    await scan.getByLabel('Subnet').fill(`${new URL(host.host).hostname}/32`);
    await scan.getByRole('button', { name: 'Look for hosts' }).click();
    await scan.getByText('1 host found. Choose the one to add:').waitFor();
    // The large one is the last, and stays.
    for (const size of sizes.toReversed()) {
      await page.setViewportSize(size);
      await expectWhole(page, 'site-scan');
    }
    await scan.getByRole('listitem').getByRole('link').click();
    await expect.poll(() => form.getByLabel('Host URL').inputValue()).toBe(host.host);
  }
  await expect.poll(() => form.getByLabel('Polled by').locator('option:checked').textContent()).toBe(`Site ${name}`);
  await form.getByLabel('Host URL').blur();
  await form.getByRole('button', { name: 'Trust this certificate' }).click();
  await form.getByLabel('Name (optional)').fill(`pve-${name}`);
  await form.getByLabel('Token ID').fill(host.tokenName);
  await form.getByLabel('Token value').fill(host.tokenValue);
  await form.getByRole('button', { name: 'Add node' }).click();
  await form.waitFor({ state: 'hidden' });
}

const guests = (page: Page) => page.locator('[aria-label="Guests"] tbody tr.row');

test('two branches that only dial out, with the same addresses: from "Add site" to live guests of both; a cut line is one alert, and ends', async (ctx) => {
  if (missing) ctx.skip(missing);
  const product = await startProduct({ BELFRY_HOST: '0.0.0.0' });
  ctx.onTestFinished(async () => void (await product.stop()));
  const { api } = await setUp(product);
  const { port } = new URL(product.url);
  const { page, errors } = await openPage(browser);
  ctx.onTestFinished(() => page.context().close());
  const [first, second] = networks as [BranchNetwork, BranchNetwork];
  const urlOf = ({ serverAddress }: BranchNetwork) => `http://${serverAddress}:${port}`;

  const began = performance.now();
  await page.goto(urlOf(first));
  await signIn(page);
  await addSite(ctx, page, urlOf(first), first, 'Bern');
  await page.goto(urlOf(first));
  await guests(page).nth(11).waitFor();
  console.log(`from the sign-in to 12 live guests of a branch: ${((performance.now() - began) / 1000).toFixed(0)} s`);

  // The second branch reaches the server by another address, and its host has the address of the first one.
  await page.goto(urlOf(second));
  await signIn(page);
  await addSite(ctx, page, urlOf(second), second, 'Genf');
  await page.goto(urlOf(second));
  await guests(page).nth(23).waitFor();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectWhole(page, 'site-networks');
  }

  second.cut();
  const silent = async () => {
    const { activeAlerts } = (await api('GET', '/api/state')) as { activeAlerts: { id: string; message: string }[] };
    return activeAlerts.map(({ message }) => message).filter((message) => message.startsWith('The site '));
  };
  await expect
    .poll(silent, { timeout: 300_000 })
    .toEqual(['The site "Genf" reports nothing. What is shown of its hosts is old.']);
  const { instances } = (await api('GET', '/api/state')) as { instances: { name: string; health: string }[] };
  expect(instances.find(({ name }) => name === 'pve-Bern')).toMatchObject({ health: 'healthy' });
  second.mend();
  await expect.poll(silent, { timeout: 300_000 }).toEqual([]);
  // The refusal of the subnet "branch", which the browser notes.
  expect(errors).toEqual([expect.stringContaining('503')]);
});
