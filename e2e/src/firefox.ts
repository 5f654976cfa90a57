// The machine's own Firefox, by WebDriver BiDi. Newer versions of the library send it a command that it does not know, so an older one is
// kept for it.
import { existsSync } from 'node:fs';
import { type Browser, firefox } from 'playwright-bidi';

const places = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** FIREFOX_PATH, then the usual places. */
const findFirefox = (): string | undefined =>
  [process.env.FIREFOX_PATH, ...places].find((place) => place !== undefined && existsSync(place));

/** The reason why journeys cannot run here, for `ctx.skip`. */
export const noFirefox = (): string | undefined =>
  findFirefox()
    ? undefined
    : 'no Firefox found: set FIREFOX_PATH, or install one (Debian: apt-get install firefox-esr)';

export const launchFirefox = (): Promise<Browser> =>
  firefox.launch({ channel: 'moz-firefox', executablePath: findFirefox() as string });
