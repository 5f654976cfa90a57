// The real Chromium the journeys run in: the machine's own, never a download. Its headless shell comes first: the same
// engine without the windows of a desktop browser takes less than half of the processor time.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** CHROMIUM_PATH, then the usual places. */
export function findChromium(): string | undefined {
  const own = process.env.CHROMIUM_PATH;
  if (own && !existsSync(own)) throw new Error(`CHROMIUM_PATH=${own} does not exist`);
  return own ?? places.find((place) => existsSync(place));
}

/** The reason why journeys cannot run here, for `ctx.skip`. Throws on CI. */
export function noChromium(): string | undefined {
  if (findChromium()) return undefined;
  const why = 'no Chromium found: set CHROMIUM_PATH, or install one (Debian: apt-get install chromium)';
  if (process.env.CI) throw new Error(why);
  return why;
}

/** A Chromium with the windows of a desktop browser: the headless shell shows no notifications. */
export const findDesktopChromium = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...places].find(
    (place) => place && !place.includes('headless-shell') && existsSync(place),
  );

export const launch = (executablePath = findChromium() as string): Promise<Browser> =>
  chromium.launch({
    executablePath,
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

/** The limit of a wait for an action or an element. A page on a busy machine is slow. */
const PATIENCE_MS = 120_000;

/** For journeys about what moves, about the first picture, and about what shifts or works without a reason. */
export const inMotion = { reducedMotion: 'no-preference' } as const;

/** Without motion, because a bar or a dot that moves makes the browser paint sixty times a second. */
const still = { reducedMotion: 'reduce' } as const;

/** The window of a page, unless its options say another. */
export const windowSize = { width: 1440, height: 900 };

/** A page, and every console error and uncaught exception in it: a journey expects none at its end. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ viewport: windowSize, ...still, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  // not an error of the page: a network interface of the machine came or went
  const ofPage = (text: string) => !text.includes('ERR_NETWORK_CHANGED');
  page.on('console', (message) => message.type() === 'error' && ofPage(message.text()) && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, errors };
}
