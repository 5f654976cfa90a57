// Five clusters in a bad night: every number on a screen is the one that follows from the state of the API at the same moment.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { startFleet } from '@belfry/lab/docker/fleet';
import { startNeighbours } from '@belfry/lab/neighbours';
import { createTroubles } from '@belfry/lab/trouble/player';
import { isRunning } from '@belfry/lab/world/guest';
import { getState } from '@belfry/schema/http/monitoring';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { type NumberFact, numberFacts, type Truth } from './number-places.ts';
import { ownState } from './own-state.ts';
import { startProduct } from './product.ts';

const missing = noChromium();
const GUESTS = 200;
/** The state of a large datacentre takes a while to write and to read, so it is not asked for all the time. */
const seldom = { interval: 500 };
/** The other nodes of a cluster show the guests of a lost one unchanged for five minutes: it was lost before that. */
const LOST_S = 310;
const lasting = { riseS: 0, holdS: 86_400, fallS: 0 };

test('in a bad night every number on a screen follows from the state of the API', async (ctx) => {
  if (missing) ctx.skip(missing);
  const closing: (() => unknown)[] = [];
  ctx.onTestFinished(async () => {
    for (const close of closing.toReversed()) await close();
  });
  const lab = await startLab({
    ...{ nodes: 15, guests: GUESTS, clusters: 5, seed: 3, version: 9.2, authDelayMs: 0 },
    ...{ everything: true, plain: true, calm: true },
  });
  closing.push(lab.stop);
  const beside = await startNeighbours(lab, { backupServers: 1, calm: true });
  closing.push(beside.stop);
  const [lostIn, ...others] = lab.clusters;
  const name = lostIn?.nodes.at(-1)?.name ?? '';
  const lost = `${lostIn?.name}-${name}`;
  const paused = lab.guests(others[0]?.name ?? '').find(isRunning);
  if (paused) paused.power = 'paused';
  const troubles = createTroubles({ lab, ...beside }, { seed: 3, everyMs: 500 });
  closing.push(troubles.stop);
  const now = () => Math.floor(Date.now() / 1000);
  troubles.play(
    [
      { trouble: 'datastore-fills', datastore: 'main', to: 97, ...lasting },
      { trouble: 'server-job-fails', job: 'verify' },
      { trouble: 'replication-fails' },
      ...others.map(
        ({ name: cluster }) => ({ trouble: 'guest-metric', cluster, metric: 'cpu', to: 97, ...lasting }) as const,
      ),
    ],
    now() - 120,
  );
  const hosts = [...lab.instances.map(nodeConfig), ...beside.backupServers.map((each) => each.config())];
  const product = await startProduct({ BELFRY_NODES: JSON.stringify(hosts), BELFRY_AUTH_DISABLED: 'true' });
  closing.push(product.stop);
  const fleet = startFleet({
    url: product.url,
    token: 'disabled',
    hosts: 4,
    seed: 7,
    intervalSeconds: 10,
    plain: true,
  });
  closing.push(fleet.stop);
  const state = async () => getState.reply.parse(await (await fetch(`${product.url}/api/state`)).json());
  const guests = async () => {
    const { vms, containers } = await state();
    return vms.length + containers.length;
  };
  // templates are no guests
  await expect.poll(guests, seldom).toBeGreaterThan(GUESTS * 0.95);
  troubles.play([{ trouble: 'node-dies', node: name }], now() - LOST_S);
  const alerts = async () => (await state()).activeAlerts.map(({ id }) => id);
  await expect.poll(alerts, seldom).toContain(`node-offline-${lost}`);
  // One of those that last.
  const busy = async () => (await state()).activeAlerts.find(({ type, value }) => type === 'cpu' && value > 96)?.id;
  await expect.poll(busy, seldom).toBeDefined();
  const taken = encodeURIComponent((await busy()) ?? '');
  await fetch(`${product.url}/api/alerts/${taken}/acknowledge`, { method: 'POST' });

  const browser = await launch();
  closing.push(() => browser.close());
  const { page, errors } = await openPage(browser);
  const all = numberFacts(
    lost,
    lab.instances.map((instance) => instance.name),
  );
  const truth = async (): Promise<Truth> => ({ ...(await ownState(product.url)), ...(await state()) });
  for (const screen of new Set(all.flatMap(({ places }) => places.map((place) => place.screen)))) {
    await page.goto(new URL(screen, product.url).href);
    const differences = async () => {
      const [before, text, after] = [await truth(), await textOf(page), await truth()];
      return all.flatMap((fact) => differencesOf(fact, screen, text, [fact.api(before), fact.api(after)])).join('\n');
    };
    await expect.poll(differences, { ...seldom, message: screen, timeout: 25000 }).toBe('');
  }
  const seen = await truth();
  expect(all.filter(({ api }) => !(api(seen) > 0)).map(({ fact }) => fact)).toEqual([]);
  expect(errors).toEqual([]);
});

const textOf = async (page: Page): Promise<string> =>
  `${await page.title()} ${await page.locator('body').innerText()}`.replaceAll(/\s+/g, ' ');

/** What a screen says otherwise than the API did just before or after it. */
const differencesOf = ({ fact, places }: NumberFact, screen: string, text: string, api: readonly number[]) =>
  places
    .filter((place) => place.screen === screen)
    .map(({ shows }) => ({ shows, said: sumIn(text, shows) }))
    // While the API goes from one number to another, the screen may show any number between them.
    .filter(({ said }) => !(said >= Math.min(...api) && said <= Math.max(...api)))
    .map(({ shows, said }) => `${fact}: ${shows} says ${said}, the API ${api.join(' then ')}`);

/** NaN where the text has no such number. */
function sumIn(text: string, shows: RegExp): number {
  const found = [...text.matchAll(new RegExp(shows, 'g'))].map(([, number = '']) => Number(number.replace(',', '')));
  if (found.length === 0) return Number.NaN;
  return shows.global ? found.reduce((sum, number) => sum + number, 0) : (found[0] as number);
}
