// Every screen: none breaks a rule of accessibility, and none scrolls sideways in a window of 320 CSS px, which is one of 1280 px at a zoom
// of 400 %.
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { type Fleet, startFleet } from '@belfry/lab/docker/fleet';
import { type Neighbours, startNeighbours } from '@belfry/lab/neighbours';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { aVersion } from './made.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { screenPaths } from './screen-paths.ts';
import { colourRules, violations } from './views.ts';

const missing = noChromium();
let browser: Browser;
let lab: Lab;
let neighbours: Neighbours;
let fleet: Fleet;
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  lab = await startLab({ nodes: 4, guests: 40, clusters: 2, seed: 7, authDelayMs: 0 });
  neighbours = await startNeighbours(lab, { backupServers: 1, mailGateways: 1 });
  const hosts = [
    ...lab.instances.map((instance) => ({ ...nodeConfig(instance), monitorPhysicalDisks: true })),
    ...neighbours.backupServers.map((server) => server.config()),
    ...neighbours.mailGateways.map((gateway) => gateway.config()),
  ];
  [browser, product] = await Promise.all([
    launch(),
    startProduct({ BELFRY_NODES: JSON.stringify(hosts), BELFRY_AUTH_DISABLED: 'true' }),
  ]);
  fleet = startFleet({ url: product.url, token: 'disabled', hosts: 2, seed: 7, intervalSeconds: 10 });
  await lab.fault(lab.instances[0]?.members.at(-1)?.node ?? '', 'die');
});
afterAll(async () => {
  await browser?.close();
  await fleet?.stop();
  await product?.stop();
  await neighbours?.stop();
  await lab?.stop();
});

/**
 * Somebody is signed in, and the release is a candidate: the header is never wider. The page itself changes the replies: with a route of
 * Playwright each request would wait for the test, and the browser would load and compile all code again for each screen.
 */
async function fillHeader(page: Page): Promise<void> {
  const signedIn = {
    ...{ disabled: false, hasAuthentication: true, requiresAuth: true, method: 'proxy', hasProxyAuth: true },
    ...{ proxyAuthUsername: 'ada', proxyAuthLogoutURL: '/bye' },
  };
  const replies = { version: aVersion({ channel: 'rc' }), signedIn };
  await page.addInitScript(({ version, signedIn }) => {
    const ask = window.fetch;
    window.fetch = async (what, init) => {
      const { pathname } = new URL(what instanceof Request ? what.url : what, location.href);
      if (pathname === '/api/version') return Response.json(version);
      const reply = await ask(what, init);
      if (pathname !== '/api/security/status') return reply;
      return Response.json({ ...(await reply.json()), ...signedIn });
    };
  }, replies);
}

/** The screen is whole when a third of a second added no element to it. */
const atRest = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const end = () => {
          observer.disconnect();
          done();
        };
        let timer = setTimeout(end, 350);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, 350);
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );

/** By how many pixels the page or its screen is wider than its place. */
const overhang = (page: Page) =>
  page.evaluate(() => {
    const frames = [document.documentElement, ...document.querySelectorAll('[data-scroller]')];
    return Math.max(...frames.map((own) => own.scrollWidth - own.clientWidth));
  });

/** Opens each screen in turn, and leaves it when it is whole. A page that does not exist would be checked in place of the screen. */
async function eachScreen(page: Page, check: (path: string) => Promise<void>): Promise<void> {
  for (const path of await screenPaths(product.url)) {
    await page.goto(new URL(path, product.url).href);
    const frame = path.includes('kiosk') ? page.locator('aside time') : page.getByRole('button', { name: LOGOUT });
    await frame.waitFor();
    await atRest(page);
    const isMissing = (await page.getByText(NOT_FOUND).count()) > 0;
    expect(isMissing, path).toBe(path === '/nowhere');
    await check(path);
  }
}
const LOGOUT = /Logout|Abmelden/;
const NOT_FOUND = /Page not found|Seite nicht gefunden/;

const desktop = { width: 1440, height: 900 };
const zoomed = { width: 320, height: 640 };

/** Words are longer in German, so a submission opens each screen in German, and the night in English too. */
const locales = process.env.BELFRY_WHOLE ? ['de-DE', 'en-US'] : ['de-DE'];

async function sideways(page: Page): Promise<string[]> {
  const px = await overhang(page);
  return px > 0 ? [`${px} px wider than a window of ${zoomed.width} px`] : [];
}

// All in one visit, because it costs more to open forty screens than to check them.
test.for(locales)(
  'no screen breaks a rule of accessibility in the dark or in the light, or scrolls sideways at 320 px: %s',
  async (locale, ctx) => {
    if (missing) ctx.skip(missing);
    const { page } = await openPage(browser, { viewport: desktop, locale });
    await fillHeader(page);
    const all: string[] = [];
    await eachScreen(page, async (path) => {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        const rules = colorScheme === 'light' ? colourRules : undefined;
        for (const rule of await violations(page, { rules })) all.push(`${path}, ${colorScheme}: ${rule}`);
      }
      await page.setViewportSize(zoomed);
      await atRest(page);
      for (const fault of await sideways(page)) all.push(`${path}, ${fault}`);
      await page.setViewportSize(desktop);
    });
    await page.context().close();
    expect(all.join('\n')).toBe('');
  },
);
