// Takes the pictures of the site: starts the built product as a demo with a fixed seed, sets it up, and visits each screen.
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launch, noChromium, openPage } from '../chromium.ts';
import { startProduct } from '../product.ts';
import { type Picture, pictures } from './pictures.ts';

/** The same datacentre in each build of the site. */
const datacentre = {
  BELFRY_DEMO: 'true',
  BELFRY_LAB_SEED: '7',
  BELFRY_LAB_NODES: '4',
  BELFRY_LAB_GUESTS: '60',
  BELFRY_LAB_DOCKER_HOSTS: '4',
  // a proxy signs the administrator in: a demo without sign-in shows nothing about accounts, and makes none
  BELFRY_TRUSTED_PROXIES: '127.0.0.1',
  BELFRY_PROXY_AUTH_SECRET: 'pictures',
};
const administrator = { 'X-Proxy-Secret': 'pictures', 'X-Proxy-User': 'ada', 'X-Proxy-Roles': 'admin' };
const screen = { colorScheme: 'light', viewport: { width: 1280, height: 800 } } as const;

/** Writes a file for each picture into `folder`. Throws if a screen does not appear, or if a page reports an error. */
export async function takePictures(folder: string): Promise<void> {
  const missing = noChromium();
  if (missing) throw new Error(`the pictures of the site cannot be taken: ${missing}`);
  mkdirSync(folder, { recursive: true });
  const browser = await launch();
  try {
    await Promise.all([takeFirstStart(browser, folder), takeDemo(browser, folder)]);
  } finally {
    await browser.close();
  }
}

/** What a new installation shows before anybody has an account. */
async function takeFirstStart(browser: Browser, folder: string): Promise<void> {
  const product = await startProduct();
  try {
    const { page } = await openPage(browser, screen);
    const token = readFileSync(path.join(product.dataDir, 'bootstrap-token'), 'utf8').trim();
    for (const picture of pictures.filter(({ firstStart }) => firstStart))
      await take(page, `${product.url}/#setup=${token}`, picture, folder);
  } finally {
    await product.stop();
  }
}

async function takeDemo(browser: Browser, folder: string): Promise<void> {
  const product = await startProduct(datacentre);
  try {
    const { page, errors } = await openPage(browser, { ...screen, extraHTTPHeaders: administrator });
    for (const picture of pictures.filter(({ firstStart }) => !firstStart))
      await take(page, new URL(picture.path, product.url).href, picture, folder);
    if (errors.length > 0) throw new Error(`errors while the pictures were taken:\n${errors.join('\n')}`);
  } finally {
    await product.stop();
  }
}

async function take(page: Page, address: string, { name, ready, act }: Picture, folder: string): Promise<void> {
  await page.goto(address);
  try {
    await page.locator(ready).first().waitFor();
    await act?.(page);
    // what is loaded after the first rows: charts, summaries
    await page.waitForLoadState('networkidle');
  } catch (error) {
    throw new Error(`the picture "${name}" cannot be taken at ${address}: ${(error as Error).message}`);
  }
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
}
