// The site is built as `npm run site` builds it: its pages, its pictures of the built product, and every link in it.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compose, picturesIn } from '../../scripts/site/compose.ts';
import { buildHtml, wrongLinks } from '../../scripts/site/html.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { takePictures } from './site/camera.ts';
import { pictures } from './site/pictures.ts';
import { startStaticSite } from './site/static-site.ts';
import { expectAccessible } from './views.ts';

const root = path.resolve(import.meta.dirname, '../..');
const missing = noChromium();
const folder = mkdtempSync(path.join(tmpdir(), 'belfry-site-'));
const pages = path.join(folder, 'pages');
let html: string;

beforeAll(async () => {
  if (missing) return;
  compose(root, pages);
  await takePictures(path.join(pages, 'public/pictures'));
  html = await buildHtml(root, pages);
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
