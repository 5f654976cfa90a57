// The names of guests and hosts and the text of notes are only ever text, on any screen.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { startNeighbours } from '@belfry/lab/neighbours';
import type { State } from '@belfry/schema/state';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { ATTACK, poison, startHostileRelay } from './hostile-relay.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { type Stage, useStage } from './stage.ts';

const missing = noChromium();
let browser: Browser;
let product: RunningProduct;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  if (missing) return;
  const lab = await startLab({ nodes: 3, guests: 30, seed: 5, version: 9.2, authDelayMs: 0 });
  const beside = await startNeighbours(lab, { backupServers: 1, mailGateways: 1 });
  const hosts = [
    ...lab.instances.map((instance) => ({ ...nodeConfig(instance), monitorPhysicalDisks: true })),
    ...beside.backupServers.map((server) => server.config()),
    ...beside.mailGateways.map((gateway) => gateway.config()),
  ];
  const relays = await Promise.all(hosts.map((host) => startHostileRelay(host)));
  const nodes = relays.map(({ config }, i) => ({ ...config, name: `h${i}<b>${ATTACK.slice(2, 40)}` }));
  product = await startProduct({ BELFRY_NODES: JSON.stringify(nodes), BELFRY_AUTH_DISABLED: 'true' });
  stops.push(product.stop, ...relays.map((relay) => relay.stop), beside.stop, lab.stop);
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  for (const stop of stops) await stop();
});

/** No code ran, no element was built from text, and no link is a script. */
async function expectOnlyText(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: '__pwned' in window,
    built: document.querySelectorAll('img, iframe, object, embed, body script:not([src]), [onerror], [onclick]').length,
    links: [...document.querySelectorAll('a, form')].filter((element) =>
      /^\s*(javascript|data|vbscript):/i.test(element.getAttribute('href') ?? element.getAttribute('action') ?? ''),
    ).length,
    wide: [...document.querySelectorAll('main, header, [data-scroller]')].filter(
      (part) => part.getBoundingClientRect().right > innerWidth + 1,
    ).length,
    // listed, so that a failure names the elements
    sideways:
      document.documentElement.scrollWidth > innerWidth
        ? [...document.querySelectorAll('body *')]
            .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
            .map((part) => part.outerHTML.slice(0, 120))
            .slice(0, 5)
        : [],
  }));
  expect(found).toEqual({ ran: false, built: 0, links: 0, wide: 0, sideways: [] });
}

/** Opens the first rows that can be opened, and waits for the hint of the first element that has one. */
async function touchEverything(page: Page): Promise<void> {
  // Inside the page, because an update may replace the row while a locator waits for it.
  const hints = await page.evaluate(() => {
    for (const row of [...document.querySelectorAll<HTMLElement>('tr[aria-expanded=false]')].slice(0, 5)) row.click();
    const hinted = document.querySelector('main [data-hint]');
    hinted?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    return hinted ? 1 : 0;
  });
  if (hints > 0) await page.locator('[data-side]').first().waitFor();
}

async function tour(page: Page, goto: (path: string) => Promise<unknown>): Promise<void> {
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    if ((await button.count()) > 0) await button.first().click();
    await touchEverything(page);
    await expectOnlyText(page);
  };
  const choices: Record<string, string[]> = {
    overview: ['List', 'Grouped'],
    storage: ['By Storage', 'By Node', 'Physical Disks'],
    backups: ['By Guest', 'By Date'],
    mail: [],
  };
  for (const [screen, buttons] of Object.entries(choices)) {
    await goto(`/proxmox/${screen}`);
    await page.getByText(/Last refresh/).waitFor();
    await touchEverything(page);
    await expectOnlyText(page);
    for (const name of buttons) await press(name);
  }
  for (const kind of ['pve', 'pbs', 'pmg', 'security']) {
    await goto(`/settings/${kind}`);
    await page.locator('main, h1').first().waitFor();
    await expectOnlyText(page);
  }
  await goto('/alerts');
  await expectOnlyText(page);
}

const wide = { width: 1440, height: 900 };
/** Most columns are in a wide window, so a submission has only that, and the night a narrow one too. */
const viewports = process.env.BELFRY_WHOLE ? [wide, { width: 390, height: 844 }] : [wide];

test('hosts that send attacks in every text: nothing runs on any screen, wide or narrow, and the attack is shown as text', async (ctx) => {
  if (missing) ctx.skip(missing);
  const state = async () => (await (await fetch(`${product.url}/api/state`)).json()) as Record<string, unknown[]>;
  const known = async () => {
    const { vms, storage, pbsBackups, pmg } = await state();
    return [vms, storage, pbsBackups, pmg].every((list) => (list?.length ?? 0) > 0);
  };
  await expect.poll(known, { interval: 500 }).toBe(true);
  expect(JSON.stringify(await state())).toContain(JSON.stringify(ATTACK).slice(1, -1));
  for (const viewport of viewports) {
    const { page, errors } = await openPage(browser, { viewport });
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.addInitScript(() => localStorage.setItem('pmgDebug', 'true'));
    await page.goto(`${product.url}/proxmox/overview`);
    await page.locator('[aria-label="Guests"] tr.row').first().waitFor();
    const name = await page
      .locator('[aria-label="Guests"] tr.row .title')
      .first()
      .evaluate((title) => title.firstChild?.textContent);
    expect(name).toContain('"><img/src=x/onerror=window.__pwned=1><script>');
    await tour(page, (path) => page.goto(product.url + path));
    expect([errors, dialogs]).toEqual([[], []]);
    await page.context().close();
  }
});

const open = useStage();

test('a state with an attack in every text, keywords included, breaks no screen', async (ctx) => {
  const dialogs: string[] = [];
  const stage: Stage = await open(ctx, '/proxmox/overview', {
    state: {},
    stored: { pmgDebug: 'true' },
    prepare: ({ page }) => page.on('dialog', (dialog) => dialogs.push(dialog.message())),
  });
  const state = (await (await fetch(`${product.url}/api/state`)).json()) as State & { pveBackups: State };
  const attack = (list: readonly object[]): never =>
    list.map((thing, i) =>
      Object.fromEntries(
        Object.entries(thing).map(([key, value]) => [
          key,
          key === 'host'
            ? 'javascript:window.__pwned=1'
            : key === 'id' || /Time|Since|^at$/.test(key)
              ? value
              : poison(value, i % 3 === 0 ? 'any' : key),
        ]),
      ),
    ) as never;
  stage.show({
    nodes: attack(state.nodes),
    vms: attack(state.vms),
    containers: attack(state.containers),
    storage: attack(state.storage),
    cephClusters: attack(state.cephClusters),
    physicalDisks: attack(state.physicalDisks),
    pbs: attack(state.pbs),
    pmg: attack(state.pmg),
    pbsBackups: attack(state.pbsBackups.slice(0, 300)),
    storageBackups: attack(state.pveBackups.storageBackups.slice(0, 300)),
    guestSnapshots: attack(state.pveBackups.guestSnapshots),
    instances: attack(state.instances),
  });
  await stage.page.locator('[aria-label="Guests"] tr.row').first().waitFor();
  await tour(stage.page, stage.goto);
  expect(dialogs).toEqual([]);
});
