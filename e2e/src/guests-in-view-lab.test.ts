// Three clusters with 1,200 guests, polled by the built product: what is sent to the page, frame by frame.
import { inflateRawSync } from 'node:zlib';
import { emptyState } from '@belfry/domain/delta/empty-state';
import { patch } from '@belfry/domain/delta/patch';
import { isReading } from '@belfry/domain/guest-figures';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Delta } from '@belfry/schema/messages/delta';
import type { Snapshot } from '@belfry/schema/messages/snapshot';
import type { Viewed } from '@belfry/schema/messages/view';
import type { State } from '@belfry/schema/state';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { PATH, row, search } from './overview-page.ts';
import { freePort, type RunningProduct, startProduct } from './product.ts';
import { scrollable } from './scroll-through.ts';

const missing = noChromium();
const GUESTS = 'table[aria-label="Guests"]';
let browser: Browser;
let lab: Lab;
let product: RunningProduct;
let restart: () => Promise<void>;

beforeAll(async () => {
  if (missing) return;
  [browser, lab] = await Promise.all([
    launch(),
    startLab({ clusters: 3, nodes: 6, guests: 1200, seed: 7, version: 9.2, authDelayMs: 0 }),
  ]);
  const env = {
    ...{ BELFRY_PORT: String(await freePort()), BELFRY_AUTH_DISABLED: 'true' },
    BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
  };
  product = await startProduct(env);
  restart = async () => {
    await product.stop();
    product = await startProduct(env);
  };
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await lab?.stop();
});

/** What the page received and has now. `strays`: changes of readings of guests that were not in view. */
function listen(page: Page) {
  const heard = {
    state: emptyState as State,
    revision: 0,
    view: 'all' as 'all' | string[],
    strays: 0,
    polls: 0,
    sockets: 0,
  };
  const take = (told: Snapshot | Delta | Viewed | { type: 'other' }) => {
    if (told.type === 'snapshot') {
      Object.assign(heard, { state: { ...emptyState, ...told.data }, revision: told.revision, view: 'all' });
    } else if (told.type === 'viewed') {
      expect(told.revision).toBe(heard.revision);
      heard.state = patch(heard.state, told.data.changes);
      heard.view = told.data.instances;
    } else if (told.type === 'delta') {
      expect(told.base).toBe(heard.revision);
      Object.assign(heard, { state: patch(heard.state, told.data), revision: told.revision });
      for (const name of ['vms', 'containers'] as const)
        for (const { field, at } of told.data[name]?.columns ?? []) {
          if (!isReading(field)) continue;
          let place = 0;
          for (const gap of Array.from(at)) {
            place += gap;
            const { instance } = heard.state[name][place] as Guest;
            if (heard.view === 'all' || heard.view.includes(instance)) heard.polls++;
            else heard.strays++;
          }
        }
    }
  };
  page.on('websocket', (socket) => {
    heard.sockets++;
    heard.view = 'all';
    socket.on('framereceived', ({ payload }) =>
      take(JSON.parse(typeof payload === 'string' ? payload : String(inflateRawSync(payload)))),
    );
  });
  return heard;
}
const guestsOf = ({ vms, containers }: State): Guest[] => [...vms, ...containers];
const cpuOf = async (page: Page, id: string) =>
  (await row(page, id).locator('td').allInnerTexts()).find((text) => /^\d+\s?%/.test(text));
/** The ids of the guests that have rows, in their order. */
const shown = (page: Page) =>
  page
    .locator(`${GUESTS} tbody tr.row`)
    .evaluateAll((rows) => rows.map((each) => (each as HTMLElement).dataset.key ?? ''));

test('a page gets readings of the clusters on its screen only, all of them for a search by figures, and the same after a restart', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page } = await openPage(browser);
  ctx.onTestFinished(() => page.context().close());
  const heard = listen(page);
  await page.goto(new URL(PATH, product.url).href);
  await expect.poll(() => guestsOf(heard.state).length).toBeGreaterThan(1150);
  await scrollable(page, GUESTS);
  const isNarrow = () => heard.view !== 'all' && heard.view.length < 3;
  await expect.poll(isNarrow).toBe(true);
  const instanceOf = new Map(guestsOf(heard.state).map(({ id, instance }) => [id, instance]));
  const onScreen = async () => [...new Set((await shown(page)).map((id) => instanceOf.get(id)))].sort();

  const before = heard.polls;
  await expect.poll(() => heard.polls - before).toBeGreaterThan(100);
  expect(heard.strays).toBe(0);
  await expect.poll(async () => String(heard.view) === String(await onScreen())).toBe(true);

  // another cluster: its figures come before its next poll, and are those of the server
  const far = guestsOf(heard.state).find(
    ({ instance, status }) => status === 'running' && !heard.view.includes(instance),
  ) as Guest;
  await search(page).fill(far.name);
  await row(page, far.id).waitFor();
  await expect.poll(() => heard.view).toContain(far.instance);
  const now = () => guestsOf(heard.state).find(({ id }) => id === far.id)?.cpu ?? 0;
  await expect.poll(async () => parseFloat((await cpuOf(page, far.id)) ?? '-1') - Math.round(100 * now())).toBe(0);
  const atServer = async () => {
    const state = (await (await fetch(`${product.url}/api/state`)).json()) as State;
    return guestsOf(state).find(({ id }) => id === far.id)?.cpu;
  };
  await expect.poll(async () => (await atServer()) === now()).toBe(true);

  await search(page).fill('cpu>=0');
  await expect.poll(() => heard.view).toBe('all');
  await expect.poll(() => page.getByText('on their way', { exact: false }).count()).toBe(0);
  const running = guestsOf(heard.state).filter(({ status }) => status === 'running').length;
  await page
    .getByText(`${running.toLocaleString('en')} running`, { exact: false })
    .first()
    .waitFor();
  await search(page).fill('');
  await page.mouse.move(0, 0);
  await expect.poll(isNarrow).toBe(true);

  await restart();
  await expect.poll(() => heard.sockets).toBeGreaterThan(1);
  await expect.poll(() => guestsOf(heard.state).length).toBeGreaterThan(1150);
  await expect.poll(async () => String(heard.view) === String(await onScreen())).toBe(true);
  const then = heard.polls;
  await expect.poll(() => heard.polls - then).toBeGreaterThan(100);
  expect(heard.strays).toBe(0);
});
