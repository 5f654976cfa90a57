// Measures the command palette over 10,000 resources, in a real browser with the built product and an invented state: the
// processor time of the page's main thread for a key, which is rendering, layout and whatever the key prepares for later.
import { setTimeout as pause } from 'node:timers/promises';
import { emptyState } from '@belfry/domain/delta/empty-state';
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import { aStorage } from '@belfry/domain/testing/storage';
import { launch, openPage } from '@belfry/e2e/chromium';
import { startProduct } from '@belfry/e2e/product';
import { LOADED_MS, type Page, watchMainThread } from './main-thread.ts';
import { median } from './median.ts';

/** Milliseconds, medians. */
export interface PaletteCost {
  resources: number;
  /** The key that opens it, and the preparation of all resources for searching. Its code is loaded before. */
  openMs: number;
  /** A letter that is typed into it. */
  letterMs: number;
}

const ROUNDS = 15;
const SETTLED_MS = 200;
const OPTION = '[role=dialog] [role=option]';
const GUESTS = 8000;
const STORAGES = 400;
const DOCKER_HOSTS = 50;
const CONTAINERS = 30;
const NODES = 50;
const names = ['web', 'db', 'mail', 'proxy', 'build', 'cache', 'queue'];
const nameOf = (i: number) => `${names[i % names.length]}-${['prod', 'test', 'dev'][i % 3]}-${i}`;
const nodeOf = (i: number) => `pve${i % NODES}`;

const invented = {
  ...emptyState,
  nodes: Array.from({ length: NODES }, (_, i) => aNode({ name: nodeOf(i) })),
  vms: Array.from({ length: GUESTS }, (_, i) =>
    aGuest({
      vmid: 100 + i,
      name: nameOf(i),
      node: nodeOf(i),
      ipAddresses: [`10.${i >> 8}.${i & 255}.7`],
      tags: ['prod'],
    }),
  ),
  storage: Array.from({ length: STORAGES }, (_, i) => aStorage({ name: `local-${i}`, node: nodeOf(i) })),
  dockerHosts: Array.from({ length: DOCKER_HOSTS }, (_, host) =>
    aDockerHost({
      id: `host-${host}`,
      displayName: `dock-${host}`,
      containers: Array.from({ length: CONTAINERS }, (_, i) =>
        aContainer({ id: `c${i}`, name: `${nameOf(i)}-${host}` }),
      ),
    }),
  ),
};
const RESOURCES = NODES + GUESTS + STORAGES + DOCKER_HOSTS * (CONTAINERS + 1);

export async function measurePalette(): Promise<PaletteCost> {
  const product = await startProduct({ BELFRY_AUTH_DISABLED: 'true', BELFRY_LOG_LEVEL: 'warn' });
  const browser = await launch();
  const { page } = await openPage(browser);
  await page.routeWebSocket(/\/ws\b/, (socket) =>
    socket.send(JSON.stringify({ type: 'snapshot', revision: 1, data: invented })),
  );
  await page.goto(`${product.url}/proxmox/overview`);
  await page.locator('table[aria-label="Guests"] tr.row').first().waitFor();
  await pause(LOADED_MS);
  const work = await watchMainThread(page);
  const opened: number[] = [];
  const typed: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    opened.push(await press(page, work, 'Control+k'));
    for (const letter of 'web') typed.push(await press(page, work, letter));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await browser.close();
  await product.stop();
  // the code is loaded in the first round
  return { resources: RESOURCES, openMs: median(opened.slice(1)), letterMs: median(typed.slice(3)) };
}

/** Presses a key and returns the time that the main thread of the page worked for it until it rested again. */
async function press(page: Page, work: () => Promise<number>, key: string): Promise<number> {
  const before = await work();
  await page.keyboard.press(key);
  // a look at the page from here would be work of the page
  await pause(SETTLED_MS);
  const ms = (await work()) - before;
  await page.locator(OPTION).first().waitFor();
  return ms;
}

if (import.meta.main) console.info(await measurePalette());
