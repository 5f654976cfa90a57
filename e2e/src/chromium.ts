// The real Chromium the journeys run in: the machine's own, never a download.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** CHROMIUM_PATH, then the usual places. */
function findChromium(): string | undefined {
  const own = process.env.CHROMIUM_PATH;
  if (own && !existsSync(own)) throw new Error(`CHROMIUM_PATH=${own} does not exist`);
  return own ?? places.find((place) => existsSync(place));
}

/** Why journeys cannot run here, for `ctx.skip`. On CI there is no excuse. */
export function noChromium(): string | undefined {
  if (findChromium()) return undefined;
  const why = 'no Chromium found: set CHROMIUM_PATH, or install one (Debian: apt-get install chromium)';
  if (process.env.CI) throw new Error(why);
  return why;
}

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium() as string,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });

/** A page that remembers every console error and uncaught exception: a journey ends by expecting none. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  // a network of the machine that comes or goes is no error of the page
  const ofPage = (text: string) => !text.includes('ERR_NETWORK_CHANGED');
  page.on('console', (message) => message.type() === 'error' && ofPage(message.text()) && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, errors };
}
