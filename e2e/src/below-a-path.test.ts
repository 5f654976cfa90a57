// A browser uses Belfry below a path, behind an nginx that removes the path and one that passes it on.
import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { setUp, signedIn, signIn } from './administrator.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { freePort, type RunningProduct, startProduct } from './product.ts';
import { type Certificate, exampleOf, makeCertificate, noParty, type Party, parties, startParty } from './proxies.ts';

const [nginx] = parties as [Party];
const missing = noChromium() ?? noParty(nginx);
const place = 'Below a path';
let browser: Browser;
let certificate: Certificate;
let port: number;
let product: RunningProduct;
let demo: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  certificate = makeCertificate();
  port = await freePort();
  const env = { BELFRY_PUBLIC_URL: `https://127.0.0.1:${port}/belfry/`, BELFRY_TRUSTED_PROXIES: '127.0.0.1' };
  const datacentre = {
    BELFRY_DEMO: 'true',
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LAB_GUESTS: '20',
    BELFRY_LAB_NODES: '1',
  };
  [browser, product, demo] = await Promise.all([launch(), startProduct(env), startProduct({ ...env, ...datacentre })]);
  await setUp(product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await demo?.stop();
  if (certificate) rmSync(certificate.dir, { recursive: true, force: true });
});

const passesOn = '127.0.0.1:7655;';
const removes = '127.0.0.1:7655/;';
/** A submission has a browser behind the one, and the night behind both. */
const proxies = [
  ['removes the path', removes],
  ...(process.env.BELFRY_WHOLE ? [['passes the path on', passesOn] as const] : []),
] as const;

async function behind(belfry: RunningProduct, upstream = passesOn) {
  const example = exampleOf('nginx', place).replace(passesOn, upstream);
  onTestFinished(await startParty(nginx, place, { port, upstream: new URL(belfry.url).host, certificate }, example));
  const { page, errors } = await openPage(browser, { ignoreHTTPSErrors: true });
  const missed: string[] = [];
  page.on('response', (reply) => void (reply.status() === 404 && missed.push(reply.url())));
  return { page, errors, missed, home: `https://127.0.0.1:${port}/belfry` };
}

test.for(proxies)(
  'behind a proxy that %s, a user signs in with cookies for the path only, and is live',
  async ([_, upstream], ctx) => {
    if (missing) ctx.skip(missing);
    const { page, missed, home } = await behind(product, upstream);
    const socket = page.waitForEvent('websocket');
    await page.goto(`${home}/settings/exports`);
    await signIn(page);
    await signedIn(page);
    expect((await socket).url()).toBe(`${home.replace('https', 'wss')}/ws?protocol=deltas`);
    await page.getByText(`${home}/metrics`, { exact: true }).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name, path }) => `${name} ${path}`).sort()).toEqual([
      '__Secure-belfry_session /belfry',
      'belfry_csrf /belfry',
    ]);
    expect(missed).toEqual([]);
  },
);

test.for(proxies)(
  'behind a proxy that %s, links lead below the path, and their addresses open again',
  async ([_, upstream], ctx) => {
    if (missing) ctx.skip(missing);
    const { page, errors, missed, home } = await behind(demo, upstream);
    await page.goto(home);
    const link = page.locator('a.page-link[href*="/guests/"]').first();
    await expect.poll(() => link.getAttribute('href')).toMatch(/^\/belfry\/guests\//);
    await expect.poll(() => page.url()).toMatch(new RegExp(`^${home}/proxmox/overview`));
    await page.getByRole('link', { name: 'Storage' }).first().click();
    await expect.poll(() => page.url()).toMatch(new RegExp(`^${home}/proxmox/storage`));
    await page.goBack();
    await link.waitFor();
    const address = await link.evaluate((found) => (found as HTMLAnchorElement).href);
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url().startsWith(address)).toBe(true);
    expect([errors, missed]).toEqual([[], []]);
  },
);

test('a browser that comes to Belfry itself is led to the path', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page } = await openPage(browser);
  await page.goto(`${product.url}/alerts/overview#b`);
  await page.getByLabel('Username').waitFor();
  expect(page.url()).toBe(`${product.url}/belfry/alerts/overview#b`);
});

test('a page below a path that Belfry does not know says what to set', async (ctx) => {
  if (missing) ctx.skip(missing);
  const other = await startProduct();
  onTestFinished(async () => void (await other.stop()));
  const { page } = await behind(other, removes);
  await page.goto(`https://127.0.0.1:${port}/belfry/`);
  await page.getByText('set BELFRY_PUBLIC_URL').waitFor();
});
