// The screens of the product with an invented state: the test answers the socket, everything else is the built product in a real
// browser. So a test knows exactly what a screen must show, and a rare state takes one line.
import { deflateRawSync } from 'node:zlib';
import { diff } from '@belfry/domain/delta/diff';
import { byId } from '@belfry/domain/ids';
import { archiveNames } from '@belfry/schema/archives';
import type { State } from '@belfry/schema/state';
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, type TestContext } from 'vitest';
import { noChromium } from './chromium.ts';
import { type PageOptions, usePages } from './kept-pages.ts';
import { aState } from './made.ts';
import { type RunningProduct, startProduct } from './product.ts';

const isArchive = (name: string): boolean => (archiveNames as readonly string[]).includes(name);
/** The archives of a state, or everything else. */
const part = (state: State, archived: boolean) =>
  Object.fromEntries(Object.entries(state).filter(([name]) => isArchive(name) === archived));

export interface Stage {
  page: Page;
  /** Sends the next state as the server does: what differs from the last one. */
  show(change: Partial<State>): void;
  /** The same in a snapshot, as after a new connection. */
  showAll(change: Partial<State>): void;
  /** Sends a message without a state. */
  say(message: { type: string; data?: unknown }): void;
  /** The same in a binary frame, as the server sends large messages. */
  sayCompressed(message: { type: string; data?: unknown }): void;
  /** Closes the connection; new connections fail until `restore`. */
  lose(): void;
  restore(): void;
  /** Restores when a pointer is pressed. Earlier, the page could reconnect by itself and remove the button under test. */
  restoreOnPress(): Promise<void>;
  /** What the client sent, oldest first. */
  heard: { type: string }[];
  /** Replaces a reply of the product. Call it before the page asks. */
  answer(path: string, json: unknown, status?: number): Promise<void>;
  /** Saves this at the product, as another administrator would do it. The page may have no visit yet. */
  put(path: string, json: object): Promise<void>;
  goto(path: string): Promise<void>;
}

export interface StageOptions extends PageOptions {
  /** The content of the local storage before the first visit. */
  stored?: Record<string, string>;
  /** Null: the socket opens and sends nothing yet. */
  state?: Partial<State> | null;
  /** Called before the first visit. */
  prepare?(stage: Stage): unknown;
  /** The journey itself answers what is asked about the past. Otherwise the past is empty. */
  ownPast?: boolean;
}

/** Starts a browser and a product without hosts for a file. The function opens a stage, which is closed and checked at the end of its test. */
export function useStage(env: Record<string, string> = { BELFRY_AUTH_DISABLED: 'true' }) {
  const open = usePages();
  let product: RunningProduct;
  beforeAll(async () => {
    if (!noChromium()) product = await startProduct(env);
  });
  afterAll(() => product?.stop());

  return async (ctx: TestContext, path: string, options: StageOptions = {}): Promise<Stage> => {
    const { stored, state: first = {}, prepare, ownPast = false, ...forPage } = options;
    const { page, unwatched } = await open(ctx, forPage);
    const stage = await direct(page, unwatched, product.url, first, ownPast);
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

/**
 * The product knows none of the invented resources, so it would refuse to show their past. The page itself answers: with a route of
 * Playwright each request would wait for the test, and the browser would keep no code from one visit to the next.
 */
function answerPast(): void {
  const ask = window.fetch;
  window.fetch = async (what, init) => {
    const { pathname, searchParams } = new URL(what instanceof Request ? what.url : what, location.href);
    if (pathname !== '/api/history') return await ask(what, init);
    return Response.json({ from: Number(searchParams.get('from')), to: Number(searchParams.get('to')), series: [] });
  };
}

async function direct(
  page: Page,
  unwatched: Page,
  url: string,
  first: Partial<State> | null,
  ownPast: boolean,
): Promise<Stage> {
  let state = first === null ? null : sorted(aState(first));
  let wire: WebSocketRoute | undefined;
  let lost = false;
  let revision = 0;
  const heard: { type: string }[] = [];
  /** Said before the page was connected: it gets them after its snapshot. */
  const unsaid: (string | Buffer)[] = [];
  const say = (message: string | Buffer) => {
    if (wire) wire.send(message);
    else if (!lost) unsaid.push(message);
  };
  const advance = (change: Partial<State>) => {
    state = sorted({ ...(state ?? aState()), lastUpdate: Date.now(), ...change });
  };
  const snapshot = () => {
    if (!state) return;
    wire?.send(JSON.stringify({ type: 'snapshot', revision: ++revision, data: part(state, false) }));
  };
  const archives = () => {
    wire?.send(JSON.stringify({ type: 'archives', data: part(state ?? aState(), true) }));
  };
  const restore = () => {
    lost = false;
  };
  if (!ownPast) await page.addInitScript(answerPast);
  // The newest route of a page answers alone, so that of an earlier stage is never asked again
  await unwatched.routeWebSocket(/\/ws\b/, (own) => {
    if (lost) {
      void own.close();
      return;
    }
    wire = own;
    own.onMessage((text) => {
      const message = JSON.parse(String(text));
      heard.push(message);
      if (message.type === 'requestArchives') archives();
      if (message.type === 'resync') snapshot();
      // without an answer the page gives the connection up, half a minute later
      if (message.type === 'ping') own.send(JSON.stringify({ type: 'pong', data: message.data }));
    });
    snapshot();
    for (const message of unsaid.splice(0)) own.send(message);
  });
  return {
    page,
    heard,
    show(change) {
      const before = state;
      advance(change);
      const data = before && state && diff(before, state);
      if (data) wire?.send(JSON.stringify({ type: 'delta', base: revision, revision: ++revision, data }));
      else snapshot();
    },
    showAll(change) {
      advance(change);
      snapshot();
    },
    say: (message) => say(JSON.stringify(message)),
    sayCompressed: (message) => say(deflateRawSync(JSON.stringify(message))),
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
    async put(path, json) {
      const headers = { 'X-Requested-With': 'XMLHttpRequest' };
      const reply = await page.request.put(new URL(path, url).href, { data: json, headers });
      expect(reply.ok(), `PUT ${path}: ${reply.status()}`).toBe(true);
    },
    goto: async (path) => void (await page.goto(new URL(path, url).href)),
  };
}

/** A delta names entities by their place, so lists are sorted as the server sorts them. */
const sorted = (state: State): State =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, Array.isArray(value) ? [...value].sort(byId) : value]),
  ) as State;

/** The texts of a column of a table, top to bottom. */
export const column = (page: Page, table: string, nth = 1): Promise<string[]> =>
  page.locator(`[aria-label="${table}"] tbody tr.row > :nth-child(${nth})`).allInnerTexts();
