// The setup command from the page runs on a host with stand-ins for the commands of the hypervisor, with
// the real curl and openssl, and the host appears in the browser by itself.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Lab, startLab } from '@belfry/lab/datacentre';
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { standInHost } from '../../apps/server/src/admin/onboarding/testing/stand-in-host.ts';
import { type Administrator, setUp, signedIn, signIn } from './administrator.ts';
import { noChromium } from './chromium.ts';
import { usePages } from './kept-pages.ts';
import { artifacts, freePort, type RunningProduct, startProduct } from './product.ts';
import { expectAccessible } from './views.ts';

const noPrograms = ['curl', 'openssl'].every((name) => existsSync(`/usr/bin/${name}`))
  ? undefined
  : 'curl and openssl are not both in /usr/bin';
const open = usePages();
const missing = noChromium() ?? noPrograms;
const TOKEN = '0b5f3f60-0000-4000-8000-00000000beef';
let lab: Lab;
let product: RunningProduct;
let administrator: Administrator;

beforeAll(async () => {
  if (missing) return;
  [lab, product] = await Promise.all([startLab({ nodes: 1, guests: 5, authDelayMs: 0 }), startProduct()]);
  administrator = await setUp(product);
});
afterAll(async () => {
  await product?.stop();
  await lab?.stop();
});

/** Opens the dialog for a new host and fills in its address. */
async function openDialog(page: Page, name: string, host: string) {
  await page.getByRole('button', { name: /^Add (node|backup server)$/ }).click();
  const dialog = page.getByRole('dialog', { name: `Add ${name} node` });
  await dialog.getByLabel('Host URL').fill(host);
  return dialog;
}

test('the command from the page, run on a hypervisor, adds its host, and the page shows it without a reload', async (ctx) => {
  if (missing) ctx.skip(missing);
  const [cluster] = lab.instances;
  const name = cluster?.members[0]?.node;
  if (!cluster || !name) throw new Error('the lab has a host');
  const host = standInHost({ hostname: 'pve-attic', value: TOKEN }, ['curl', 'openssl']);
  // the address that is refused
  const { page } = await open(ctx, { expected: /status of 400/ });
  await page.goto(`${product.url}/settings/pve`);
  await signIn(page);
  await signedIn(page);
  await page.evaluate(() => Object.assign(window, { untouched: true }));

  const dialog = await openDialog(page, 'Proxmox VE', "https://pve1.lan'; touch pwned; '");
  await dialog.getByRole('button', { name: 'Generate command' }).click();
  await dialog.getByText(/^Failed to generate setup URL: /).waitFor();
  await dialog.getByLabel('Host URL').fill(cluster.host);
  await dialog.getByRole('button', { name: 'Generate command' }).click();
  const command = await dialog.locator('code', { hasText: 'curl' }).innerText();
  await expectAccessible(page);
  await page.screenshot({ path: path.join(artifacts, 'setup-command.png') });

  lab.acceptToken(TOKEN);
  expect(await host.type(command)).toMatchObject({ status: 0, output: expect.stringContaining('now watches') });
  await dialog.waitFor({ state: 'hidden' });
  await page
    .getByText(`Proxmox VE node "${name}" was successfully auto-registered and is now being monitored!`)
    .waitFor();
  const card = page.getByRole('listitem').filter({ hasText: name });
  await card.getByRole('img', { name: 'Connected', exact: true }).waitFor();
  await card.getByText('Pinned certificate').waitFor();
  await expect.poll(() => page.evaluate(() => 'untouched' in window)).toBe(true);

  const calls = host.calls().length;
  expect((await host.type(command)).output).toContain('401');
  expect([host.calls().length, host.litter()]).toEqual([calls, []]);
  host.remove();
});

/** A page asks for the certificates of hosts, and at the addresses of the hosts below nobody listens. */
const noCertificate = /status of 400/;

test('the downloaded script does the same on a backup server', async (ctx) => {
  if (missing) ctx.skip(missing);
  const name = oneMore('pbs-attic');
  const host = standInHost({ hostname: name }, ['curl', 'openssl']);
  const { page } = await open(ctx, { expected: noCertificate });
  await page.goto(`${product.url}/settings/pbs`);
  await signIn(page);
  await signedIn(page);
  const dialog = await openDialog(page, 'Proxmox Backup Server', `https://127.0.0.1:${await freePort()}`);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download script' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('belfry-setup-pbs.sh');
  expect(await host.type(`bash '${await download.path()}'`)).toMatchObject({ status: 0 });
  await page
    .getByText(`Proxmox Backup Server node "${name}" was successfully auto-registered and is now being monitored!`)
    .waitFor();
  await page.getByRole('listitem').filter({ hasText: name }).waitFor();
  host.remove();
});

test('a host that registers while the connection is lost closes the dialog too, and the page lists a host that was added meanwhile', async (ctx) => {
  if (missing) ctx.skip(missing);
  const [name, other] = [oneMore('pbs-cellar'), oneMore('pbs-barn')];
  const host = standInHost({ hostname: name }, ['curl', 'openssl']);
  const { page } = await open(ctx, { expected: noCertificate });
  const line = await cuttable(page);
  await page.goto(`${product.url}/settings/pbs`);
  await signIn(page);
  await signedIn(page);
  const dialog = await openDialog(page, 'Proxmox Backup Server', `https://127.0.0.1:${await freePort()}`);
  await dialog.getByRole('button', { name: 'Generate command' }).click();
  const command = await dialog.locator('code', { hasText: 'curl' }).innerText();
  line.cut();
  await page.getByText('Attempting to reconnect…').waitFor();
  expect(await host.type(command)).toMatchObject({ status: 0 });
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('listitem').filter({ hasText: name }).waitFor();

  await administrator.api('POST', '/api/config/nodes', {
    ...{ type: 'pbs', name: other, host: `https://127.0.0.1:${await freePort()}` },
    ...{ tokenName: 'belfry@pbs!belfry', tokenValue: TOKEN, verifySSL: false },
  });
  line.mend();
  await page.getByRole('listitem').filter({ hasText: other }).waitFor();
  host.remove();
});

let made = 0;
/** A name that no earlier attempt has used. */
const oneMore = (name: string) => `${name}-${++made}`;

/** A page whose WebSocket can be cut. */
async function cuttable(page: Page) {
  let wire: WebSocketRoute | undefined;
  let isCut = false;
  await page.routeWebSocket(/\/ws\b/, (own) => {
    if (isCut) {
      void own.close();
      return;
    }
    wire = own;
    own.connectToServer();
  });
  return {
    cut() {
      isCut = true;
      void wire?.close();
    },
    mend() {
      isCut = false;
    },
  };
}
