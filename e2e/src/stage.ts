// The product's screens over a made-up state: the test answers the socket, all else is the built product in a real
// browser. What a screen shows can then be said exactly, and every rare state is one line away.
import type { State } from '@belfry/schema/state';
import type { Browser, BrowserContextOptions, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, type TestContext } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { aState } from './made.ts';
import { type Product, startProduct } from './product.ts';

export interface Stage {
  page: Page;
  /** The next state: what is named changes, the rest stays. */
  show(change: Partial<State>): void;
  /** A message that carries no state. */
  say(message: { type: string; data?: unknown }): void;
  /** Cuts the connection; attempts to come back fail until `restore`. */
  lose(): void;
  restore(): void;
  /** With the next press of a pointer, and not before: an attempt by itself would take the button to be pressed away. */
  restoreOnPress(): Promise<void>;
  /** What the client said, oldest first. */
  heard: { type: string }[];
  /** A reply of the product, put in place of its own; before the page asks for it. */
  answer(path: string, json: unknown, status?: number): Promise<void>;
  goto(path: string): Promise<void>;
}

interface StageOptions extends BrowserContextOptions {
  /** What the browser's storage holds before the first visit. */
  stored?: Record<string, string>;
  /** Null: the socket opens and says nothing yet. */
  state?: Partial<State> | null;
  /** Before the first visit. */
  prepare?(stage: Stage): unknown;
  /** Console errors this journey is about. */
  expected?: RegExp;
}

/** Registers the browser and a product that watches nothing; gives what opens a stage, closed and checked by itself. */
export function useStage(env: Record<string, string> = { BELFRY_AUTH_DISABLED: 'true' }) {
  const missing = noChromium();
  let browser: Browser;
  let product: Product;
  beforeAll(async () => {
    if (!missing) [browser, product] = await Promise.all([launch(), startProduct(env)]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  return async (ctx: TestContext, path: string, options: StageOptions = {}): Promise<Stage> => {
    if (missing) ctx.skip(missing);
    const { stored, state: first = {}, prepare, expected, ...context } = options;
    const { page, errors } = await openPage(browser, context);
    ctx.onTestFinished(async () => {
      await page.context().close();
      expect(errors.filter((text) => !expected?.test(text))).toEqual([]);
    });
    const stage = await direct(page, product.url, first);
    if (stored)
      await page.addInitScript((items) => {
        for (const [key, text] of Object.entries(items)) localStorage.setItem(key, text);
      }, stored);
    await prepare?.(stage);
    await stage.goto(path);
    if (first !== null && path.startsWith('/proxmox/')) await page.getByText(/Last refresh/).waitFor();
    return stage;
  };
}

async function direct(page: Page, url: string, first: Partial<State> | null): Promise<Stage> {
  let state = first === null ? null : aState(first);
  let wire: WebSocketRoute | undefined;
  let lost = false;
  let revision = 0;
  let archives = {};
  const heard: { type: string }[] = [];
  const send = () => {
    if (!state) return;
    const { pbsBackups, backupTasks, storageBackups, guestSnapshots, ...data } = state;
    wire?.send(JSON.stringify({ type: 'snapshot', revision: ++revision, data }));
    archives = { pbsBackups, backupTasks, storageBackups, guestSnapshots };
  };
  const restore = () => {
    lost = false;
  };
  await page.routeWebSocket(/\/ws\b/, (own) => {
    if (lost) {
      void own.close();
      return;
    }
    wire = own;
    own.onMessage((text) => {
      const message = JSON.parse(String(text));
      heard.push(message);
      if (message.type === 'requestArchives') own.send(JSON.stringify({ type: 'archives', data: archives }));
    });
    send();
  });
  return {
    page,
    heard,
    show(change) {
      state = { ...(state ?? aState()), lastUpdate: Date.now(), ...change };
      send();
    },
    say: (message) => wire?.send(JSON.stringify(message)),
    lose() {
      lost = true;
      void wire?.close();
      wire = undefined;
    },
    restore,
    async restoreOnPress() {
      await page.exposeFunction('restoreStage', restore);
      await page.evaluate(() => window.addEventListener('pointerdown', Reflect.get(window, 'restoreStage')));
    },
    answer: async (path, json, status = 200) =>
      void (await page.route(`**${path}`, (route) => route.fulfill({ json, status }))),
    goto: async (path) => void (await page.goto(new URL(path, url).href)),
  };
}

/** The texts of a column of a table, top to bottom. */
export const column = (page: Page, table: string, nth = 1): Promise<string[]> =>
  page.locator(`[aria-label="${table}"] tbody tr.row > :nth-child(${nth})`).allInnerTexts();
