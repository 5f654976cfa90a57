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
import { readToFirstGuest } from './site/stranger.ts';
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
  // it listens before it prints where
  const line = () =>
    product
      .output()
      .split('\n')
      .find((text) => text.startsWith('Set it up'));
  await expect.poll(line).toBeDefined();
  await readToFirstGuest({ browser, site: site.url, line: line() ?? '', host: (lab as Lab).instances[0] });
});
