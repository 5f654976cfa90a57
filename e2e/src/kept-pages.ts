// One page for the tests of a file, one after the other. A page in a new context starts a process and compiles all code again: a visit
// there takes nearly twice the processor time of a visit in a page that is there already. A test must see nothing of the one before it,
// so a page is kept only when everything that was done with it is known to be undone here.
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, type TestContext } from 'vitest';
import { launch, noChromium, openPage, windowSize } from './chromium.ts';

/** What leaves nothing, or only what `clean` ends. When a test uses anything else of its page, the page ends with the test. */
const harmless: ReadonlySet<string | symbol> = new Set<keyof Page>([
  'getByAltText',
  'getByLabel',
  'getByPlaceholder',
  'getByRole',
  'getByTestId',
  'getByText',
  'getByTitle',
  'locator',
  'frameLocator',
  'evaluate',
  'evaluateHandle',
  'content',
  'title',
  'url',
  'goto',
  'goBack',
  'goForward',
  'reload',
  'keyboard',
  'mouse',
  'request',
  'screenshot',
  'workers',
  'waitForEvent',
  'waitForFunction',
  'waitForLoadState',
  'waitForRequest',
  'waitForResponse',
  'waitForTimeout',
  'waitForURL',
  'viewportSize',
  'setViewportSize',
  'emulateMedia',
  'route',
  'unroute',
  'unrouteAll',
  'off',
  'removeListener',
]);

interface Kept {
  page: Page;
  errors: string[];
  session: CDPSession;
  tests: number;
  /** Where it was since it was last clean. */
  origins: Set<string>;
}

/** A page for one test. */
export interface Lent {
  page: Page;
  /** The same without memory, for what the next test replaces. */
  unwatched: Page;
  errors: string[];
  /** Keeps the page for the next test, or closes it. */
  giveBack(isPassed: boolean): Promise<void>;
}

export interface PageOptions extends BrowserContextOptions {
  /** Console errors that this test expects. */
  expected?: RegExp | undefined;
}

/** Starts a browser for a file. The function gives a test a page, which is checked for errors, and kept or closed, when the test ends. */
export function usePages() {
  const missing = noChromium();
  let browser: Browser;
  let lend: ReturnType<typeof keptPages>;
  beforeAll(async () => {
    if (missing) return;
    browser = await launch();
    lend = keptPages(browser);
  });
  afterAll(() => browser?.close());

  return async (ctx: TestContext, { expected, ...context }: PageOptions = {}): Promise<Omit<Lent, 'giveBack'>> => {
    if (missing) ctx.skip(missing);
    const { giveBack, ...lent } = await lend(context);
    ctx.onTestFinished(async ({ task }) => {
      const unexpected = lent.errors.filter((text) => !expected?.test(text));
      await giveBack(task.result?.state === 'pass' && unexpected.length === 0);
      expect(unexpected).toEqual([]);
    });
    return lent;
  };
}

/** The pages of a browser: one waits for each set of options of a context. */
export function keptPages(browser: Browser): (options: BrowserContextOptions) => Promise<Lent> {
  const waiting = new Map<string, Kept>();
  return async (options) => {
    const key = JSON.stringify(Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)));
    const kept = waiting.get(key) ?? (await open(browser, options));
    waiting.delete(key);
    const { page, errors } = kept;
    const use = watch(page);
    if (kept.tests++ > 0) await use.page.addInitScript(emptyTab, String(kept.tests));
    return {
      page: use.page,
      unwatched: page,
      errors,
      async giveBack(isPassed) {
        const isAlone = !page.isClosed() && page.context().pages().length === 1;
        const isKnown = isPassed && isAlone && !use.isSpoilt() && !waiting.has(key);
        if (isKnown && (await clean(kept, options, use.undo))) waiting.set(key, kept);
        else await page.context().close();
      },
    };
  };
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const { page, errors } = await openPage(browser, options);
  const origins = new Set<string>();
  page.on('framenavigated', (frame) => {
    const { protocol, origin } = new URL(frame.url());
    if (protocol.startsWith('http')) origins.add(origin);
  });
  return { page, errors, tests: 0, origins, session: await page.context().newCDPSession(page) };
}

/** The storage of a tab can be emptied only from inside, so the first document of a test does it. */
function emptyTab(test: string): void {
  if (origin === 'null' || sessionStorage.getItem('test') === test) return;
  sessionStorage.clear();
  sessionStorage.setItem('test', test);
}

/** The page for a test. It remembers how to undo what the test does, and whether that is not known. */
function watch(page: Page) {
  const undo: (() => unknown)[] = [];
  let isSpoilt = false;
  const remembered = {
    async addInitScript(...args: Parameters<Page['addInitScript']>) {
      const script = await page.addInitScript(...args);
      undo.push(() => script.dispose());
      return script;
    },
    on(...args: Parameters<Page['on']>) {
      page.on(...args);
      undo.push(() => page.off(...args));
      return watched;
    },
    once(...args: Parameters<Page['once']>) {
      page.once(...args);
      undo.push(() => page.off(...args));
      return watched;
    },
  };
  const watched: Page = new Proxy(page, {
    get(_, name) {
      if (name in remembered) return Reflect.get(remembered, name);
      const value = Reflect.get(page, name);
      if (value !== undefined && !harmless.has(name)) isSpoilt = true;
      return typeof value === 'function' ? value.bind(page) : value;
    },
  });
  return { page: watched, undo, isSpoilt: () => isSpoilt };
}

/** Makes the page as it was when it was opened; false when it could not. */
async function clean(kept: Kept, options: BrowserContextOptions, undo: readonly (() => unknown)[]): Promise<boolean> {
  const { page, errors, session, origins } = kept;
  const opened = page.viewportSize();
  try {
    for (const one of undo) await one();
    // Ends the document with its timers, sockets and workers, so that it stores nothing any more
    await page.goto('about:blank', { timeout: 15_000 });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.evaluate(() => {
      window.name = '';
    });
    for (const key of ['Shift', 'Control', 'Alt', 'Meta']) await page.keyboard.up(key);
    await page.mouse.up();
    await page.mouse.move(-1, -1);
    await page.emulateMedia({
      media: null,
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? 'reduce',
      forcedColors: options.forcedColors ?? 'none',
      contrast: options.contrast ?? 'no-preference',
    });
    const size = options.viewport ?? windowSize;
    if (opened?.width !== size.width || opened.height !== size.height) await page.setViewportSize(size);
    await page.context().clearCookies();
    for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.send('Page.resetNavigationHistory');
    origins.clear();
    errors.splice(0);
    return true;
  } catch {
    return false;
  }
}
