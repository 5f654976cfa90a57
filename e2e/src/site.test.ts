// The site is built as `npm run site` builds it: its pages, its pictures of the built product, and every link in it.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Lab, startLab } from '@belfry/lab/datacentre';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite } from '../../scripts/site/build.ts';
import { picturesIn } from '../../scripts/site/compose.ts';
import { wrongLinks } from '../../scripts/site/html.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { startProduct } from './product.ts';
import { pictures } from './site/pictures.ts';
import { startStaticSite } from './site/static-site.ts';
import { expectAccessible } from './views.ts';

const root = path.resolve(import.meta.dirname, '../..');
const missing = noChromium();
const folder = mkdtempSync(path.join(tmpdir(), 'belfry-site-'));
let html: string;
let pages: string;

beforeAll(async () => {
  if (missing) return;
  ({ html, pages } = await buildSite(root, folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sizeOf = (file: string) => {
  const bytes = readFileSync(file);
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

test('every picture of the list is taken of the product as it is now, and is on the site', (ctx) => {
  if (missing) ctx.skip(missing);
  const taken = readdirSync(path.join(html, 'pictures'));
  expect(taken.toSorted()).toEqual(pictures.map(({ name }) => `${name}.png`).toSorted());
  for (const name of taken) {
    const file = path.join(html, 'pictures', name);
    expect([name, ...sizeOf(file)]).toEqual([name, 1280, 800]);
    // a screen without content is smaller
    expect(statSync(file).size, name).toBeGreaterThan(15_000);
  }
  const shown = new Set(picturesIn(pages).map(({ picture }) => path.basename(picture, '.png')));
  expect(pictures.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
});

test('every link leads to a page, a file or a heading of the site, and every other address is one', (ctx) => {
  if (missing) ctx.skip(missing);
  expect(wrongLinks(html)).toEqual([]);
});

test('the pages of the site are there, with the interface as JSON', (ctx) => {
  if (missing) ctx.skip(missing);
  const names = [
    ...['install', 'first-ten-minutes', 'configuration', 'permissions', 'alerts-cookbook', 'notification-services'],
    ...['security', 'resource-contract', 'moving-from-pulse', 'troubleshooting', 'updates', 'configuration-file'],
  ];
  expect(names.filter((name) => !existsSync(path.join(html, `guide/${name}.html`)))).toEqual([]);
  expect(JSON.parse(readFileSync(path.join(html, 'openapi.json'), 'utf8')).openapi).toBe('3.1.0');
});

test('in a browser the site asks nobody else, finds a page by a word, and is accessible', async (ctx) => {
  if (missing) ctx.skip(missing);
  await using site = await startStaticSite(html);
  const browser = await launch();
  ctx.onTestFinished(() => browser.close());
  const { page, errors } = await openPage(browser, { colorScheme: 'light' });
  const elsewhere: string[] = [];
  page.on('request', (request) => request.url().startsWith(site.url) || elsewhere.push(request.url()));
  await page.goto(`${site.url}/`);
  await page.getByRole('link', { name: 'Install', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Install' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('escalation');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${site.url}/guide/first-ten-minutes.html`);
  const picture = page.getByRole('img', { name: /^The page Set up Belfry/ });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
  await expectAccessible(page);
  expect([elsewhere, errors]).toEqual([[], []]);
});

test('a stranger comes from the first page of the site to the first live guest, with the words of the site alone', async (ctx) => {
  if (missing) ctx.skip(missing);
  await using site = await startStaticSite(html);
  const [browser, lab, product] = await Promise.all([
    launch(),
    startLab({ nodes: 2, guests: 12, seed: 3, authDelayMs: 0 }),
    startProduct(),
  ]);
  ctx.onTestFinished(async () => {
    await browser.close();
    await Promise.all([lab.stop(), product.stop()]);
  });
  const { page: reader } = await openPage(browser);
  await reader.goto(`${site.url}/`);
  await reader.getByRole('link', { name: 'The first ten minutes' }).first().click();
  await reader.getByRole('heading', { level: 2, name: /Make the administrator/ }).waitFor();
  const words = new Set(await reader.locator('main strong').allInnerTexts());
  /** A name that the page has. The stranger knows no other. */
  const word = (name: string) => {
    expect([...words]).toContain(name);
    return name;
  };
  const printed = await reader.locator('pre code').first().innerText();
  const line = product
    .output()
    .split('\n')
    .find((text) => text.startsWith('Set it up'));
  expect(line?.startsWith(printed.slice(0, printed.indexOf('http')))).toBe(true);

  const { page, errors } = await openPage(browser);
  await page.goto(line?.slice(line.indexOf('http')) ?? '');
  await page.getByRole('button', { name: word('Set up Belfry') }).click();
  await page.getByRole('button', { name: word('Open Belfry') }).click();
  await page.getByText(word('No hypervisor nodes configured')).waitFor();
  await page.getByRole('link', { name: word('Go to Settings') }).click();
  await page
    .getByRole('button', { name: word('Add node') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const [host] = (lab as Lab).instances;
  await dialog.getByLabel(word('Host URL')).fill(host?.host ?? '');
  await dialog.getByRole('button', { name: word('By hand') }).click();
  await dialog.getByLabel(word('Token ID')).fill(host?.tokenName ?? '');
  await dialog.getByLabel(word('Token value')).fill(host?.tokenValue ?? '');
  await dialog.getByText(host?.fingerprint ?? '').waitFor();
  await dialog.getByRole('button', { name: word('Trust this certificate') }).click();
  await dialog.getByRole('button', { name: word('Test Connection') }).click();
  await dialog.getByRole('button', { name: word('Add node') }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page
    .getByRole('link', { name: word('Proxmox'), exact: true })
    .first()
    .click();
  const rows = page.locator('[aria-label="Guests"] tr.row');
  await rows.nth(3).waitFor();
  const text = async () => (await rows.allInnerTexts()).join();
  const before = await text();
  await expect.poll(text).not.toBe(before);
  expect(errors).toEqual([]);
});
