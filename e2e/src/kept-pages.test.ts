// A test sees nothing of the test before it, though both have the same page of the browser.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, noChromium } from './chromium.ts';
import { keptPages } from './kept-pages.ts';

const missing = noChromium();
const empty = '<!doctype html><title>own</title><style>body { height: 100vh; margin: 0 }</style>';
let browser: Browser;
let server: Server;
let url: string;
/** The cookies of each request. */
const cookies: (string | undefined)[] = [];

beforeAll(async () => {
  if (missing) return;
  server = createServer((request, reply) => {
    cookies.push(request.headers.cookie);
    reply.setHeader('content-type', request.url === '/worker.js' ? 'text/javascript' : 'text/html');
    reply.end(request.url === '/worker.js' ? '' : empty);
  }).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Leaves something in a page; the page of the next test, which must be the same when `isKept`. */
async function after(leave: (page: Page) => Promise<unknown>, isKept = true): Promise<Page> {
  const lend = keptPages(browser);
  const first = await lend({});
  await first.page.goto(url);
  await leave(first.page);
  await first.giveBack(true);
  const second = await lend({});
  expect(second.unwatched === first.unwatched).toBe(isKept);
  expect(second.errors).toEqual([]);
  return second.page;
}

/** Everything a document can read of what was stored, in the page and in its tab. */
const stored = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage),
    tab: Object.keys(sessionStorage).filter((key) => key !== 'test'),
    name: window.name,
    cookie: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    history: history.length,
  }));

test.skipIf(missing)('what a page stored is gone, also what it stores when it is left', async () => {
  const clean = await keptPages(browser)({});
  await clean.page.goto(url);
  const fresh = await stored(clean.page);
  await clean.unwatched.context().close();

  const page = await after(async (first) => {
    await first.evaluate(async () => {
      localStorage.setItem('left', '1');
      sessionStorage.setItem('left', '1');
      window.name = 'left';
      await cookieStore.set('left', '1');
      await new Promise((done) => indexedDB.open('left').addEventListener('success', done));
      await caches.open('left');
      await navigator.serviceWorker.register('/worker.js');
      addEventListener('pagehide', () => {
        localStorage.setItem('late', '1');
        sessionStorage.setItem('late', '1');
      });
    });
    const there = await stored(first);
    expect(there).toMatchObject({
      local: ['left'],
      tab: ['left'],
      name: 'left',
      databases: ['left'],
      caches: ['left'],
    });
    expect(there).toMatchObject({ cookie: 'left=1', workers: 1 });
    await first.goto(new URL('/other', url).href);
  });
  cookies.length = 0;
  await page.goto(url);
  expect(await stored(page)).toEqual(fresh);
  expect(cookies[0]).toBeUndefined();
  await page.evaluate(() => sessionStorage.setItem('mine', '1'));
  await page.reload();
  expect((await stored(page)).tab, 'its own storage stays').toEqual(['mine']);
});

const text = (page: Page) => page.evaluate(() => document.body.innerText);

test.skipIf(missing)('routes, scripts and listeners are gone', async () => {
  const heard: string[] = [];
  const page = await after(async (first) => {
    await first.route('**/other', (route) => route.fulfill({ body: 'routed' }));
    await first.addInitScript(() => Reflect.set(window, 'left', true));
    first.on('console', (message) => heard.push(message.text()));
    first.once('request', () => heard.push('request'));
    first.off('request', () => {});
    first.on('dialog', (dialog) => dialog.accept());
    await first.goto(new URL('/other', url).href);
    expect(await first.evaluate(() => Reflect.get(window, 'left'))).toBe(true);
    expect(await text(first)).toBe('routed');
  });
  heard.length = 0;
  await page.goto(new URL('/other', url).href);
  await page.evaluate(() => console.log('said'));
  expect(await text(page)).toBe('');
  expect(await page.evaluate(() => Reflect.get(window, 'left'))).toBeUndefined();
  expect(await page.evaluate(() => confirm('Really?'))).toBe(false);
  expect(heard).toEqual([]);
});

test.skipIf(missing)('the window, its media, keys and the pointer are as at the start', async () => {
  const media = (page: Page) =>
    page.evaluate(() =>
      [
        'print',
        '(prefers-color-scheme: dark)',
        '(prefers-reduced-motion)',
        '(forced-colors)',
        '(prefers-contrast)',
      ].map((query) => matchMedia(query).matches),
    );
  const page = await after(async (first) => {
    await first.setViewportSize({ width: 390, height: 844 });
    await first.emulateMedia({
      ...{ media: 'print', colorScheme: 'dark', reducedMotion: 'no-preference', forcedColors: 'active' },
      contrast: 'more',
    });
    expect(await media(first)).toEqual([true, true, false, true, true]);
    await first.keyboard.down('Shift');
    await first.mouse.move(100, 100);
    await first.mouse.down();
  });
  await page.goto(url);
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([1440, 900]);
  expect(page.viewportSize()).toEqual({ width: 1440, height: 900 });
  expect(await media(page)).toEqual([false, false, true, false, false]);
  expect(await page.evaluate(() => document.querySelectorAll(':hover').length)).toBe(0);
  const pressed = page.evaluate(
    () => new Promise((done) => addEventListener('keydown', ({ shiftKey }) => done(shiftKey))),
  );
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown');
      return await Promise.race([pressed, undefined]);
    })
    .toBe(false);
});

test.skipIf(missing)(
  'a page ends with its test when it was used in a way that cannot be undone, or its test failed',
  async () => {
    await after((first) => first.context().grantPermissions(['geolocation']), false);
    await after((first) => first.clock.install(), false);
    await after((first) => first.setExtraHTTPHeaders({ left: '1' }), false);
    await after((first) => first.exposeFunction('left', () => {}), false);
    await after((first) => first.routeWebSocket('**/left', () => {}), false);
    await after(async (first) => {
      const opened = first.waitForEvent('popup');
      await first.evaluate(() => window.open('/other'));
      await opened;
    }, false);

    const lend = keptPages(browser);
    const failed = await lend({});
    await failed.giveBack(false);
    const next = await lend({});
    expect(next.unwatched).not.toBe(failed.unwatched);
    const phone = await lend({ hasTouch: true });
    expect(phone.unwatched, 'two at the same time').not.toBe(next.unwatched);
    await next.giveBack(true);
    await phone.giveBack(true);
    expect((await lend({ hasTouch: true })).unwatched === phone.unwatched, 'the same options').toBe(true);
    expect((await lend({ locale: 'de-DE' })).unwatched, 'other options').not.toBe(next.unwatched);
  },
);
