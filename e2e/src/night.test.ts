// A bad night in a large estate: a node dies with its guests, a datastore fills, a backup fails, and there is noise around. From the
// link of the message it is two clicks to what ran on the lost node, and every place says the same numbers. At each size: with
// BELFRY_PICTURES `artifacts` has the pictures.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { openProblems, problemsOf } from '@belfry/domain/problems/problems';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { startNeighbours } from '@belfry/lab/neighbours';
import { createTroubles } from '@belfry/lab/trouble/player';
import type { Script } from '@belfry/lab/trouble/script';
import { isRunning } from '@belfry/lab/world/guest';
import { getState } from '@belfry/schema/http/monitoring';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inMotion, launch, noChromium, openPage } from './chromium.ts';
import { artifacts, freePort, startProduct } from './product.ts';
import { expectWhole, sizes } from './views.ts';

const missing = noChromium();
const commandLine = path.resolve(import.meta.dirname, '../../apps/cli/dist/belfry.js');
const GUESTS = 200;
/** The state of a large datacentre takes a while to write and to read, so it is not asked for all the time. */
const seldom = { interval: 500 };
/** The other nodes of a cluster show the guests of a lost one unchanged for five minutes: it was lost before that. */
const LOST_S = 310;
/** How many alerts it has, by type: a backup that failed, a node, a busy guest in each of the other clusters, a datastore. */
const NIGHT = { 'backup-failed': 1, connectivity: 1, cpu: 4, usage: 1 };
const lasting = { riseS: 0, holdS: 86_400, fallS: 0 };
/** What a destination was sent. */
interface Message {
  url?: string;
  message: string;
  alert: { type: string; resource_name: string };
}

/** The node with the most guests that HA does not start elsewhere, in a cluster of several. */
function fullestNode(lab: Lab) {
  const all = lab.clusters.flatMap((cluster) =>
    cluster.nodes.map(({ name }) => {
      const there = lab.guests(cluster.name).filter((guest) => guest.node === name && isRunning(guest));
      const namesOf = (guests: typeof there) => guests.map((each) => each.name).sort();
      const byHand = namesOf(there.filter(({ ha }) => ha === undefined));
      return { name, cluster: cluster.name, ran: namesOf(there), byHand };
    }),
  );
  const [fullest] = all.sort((a, b) => b.byHand.length - a.byHand.length);
  if (!fullest || fullest.byHand.length < 3) throw new Error('no node has enough guests');
  return { ...fullest, id: `${fullest.cluster}-${fullest.name}` };
}

test('from the link of the message it is two clicks to what ran on the lost node, and every number agrees', async (ctx) => {
  if (missing) ctx.skip(missing);
  const closing: (() => unknown)[] = [];
  ctx.onTestFinished(async () => {
    for (const close of closing.toReversed()) await close();
  });
  const heard: Message[] = [];
  const receiver = createServer(async (request, response) => {
    heard.push(JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString()));
    response.end();
  });
  await new Promise<void>((ready) => void receiver.listen(0, '127.0.0.1', () => ready()));
  closing.push(() => receiver.close());
  const lab = await startLab({
    ...{ nodes: 20, guests: GUESTS, clusters: 5, seed: 3, version: 9.2, authDelayMs: 0 },
    ...{ everything: true, plain: true, calm: true },
  });
  closing.push(lab.stop);
  const beside = await startNeighbours(lab, { backupServers: 1, calm: true });
  closing.push(beside.stop);
  const lost = fullestNode(lab);
  const elsewhere = lab.clusters.filter(({ name }) => name !== lost.cluster).map(({ name }) => name);
  const troubles = createTroubles({ lab, ...beside }, { seed: 3, everyMs: 500 });
  closing.push(troubles.stop);
  const now = () => Math.floor(Date.now() / 1000);
  const noise: Script = [
    { trouble: 'datastore-fills', datastore: 'main', to: 97, ...lasting },
    { trouble: 'backup-fails', cluster: elsewhere[0] },
    ...elsewhere.map((cluster) => ({ trouble: 'guest-metric', cluster, metric: 'cpu', to: 97, ...lasting }) as const),
  ];
  // a backup server measures its disks once a minute
  troubles.play(noise, now() - 120);

  const port = await freePort();
  const hosts = [...lab.instances.map(nodeConfig), ...beside.backupServers.map((each) => each.config())];
  const product = await startProduct({
    ...{ BELFRY_PORT: String(port), BELFRY_PUBLIC_URL: `http://127.0.0.1:${port}` },
    ...{ BELFRY_NODES: JSON.stringify(hosts), BELFRY_AUTH_DISABLED: 'true' },
    BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  closing.push(product.stop);
  const call = async (method: string, address: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`${product.url}/api/${address}`, {
      ...{ method, headers: { 'content-type': 'application/json' } },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const stateNow = async () => getState.reply.parse(await call('GET', 'state'));
  const { port: hears } = receiver.address() as AddressInfo;
  const webhook = { service: 'generic', name: 'on call', url: `http://127.0.0.1:${hears}/` };
  await call('POST', 'notifications/webhooks', webhook);
  const config = (await call('GET', 'alerts/config')) as { schedule: { grouping: object } };
  const grouping = { ...config.schedule.grouping, enabled: false };
  const schedule = { ...config.schedule, grouping };
  await call('PUT', 'alerts/config', { ...config, schedule, timeThreshold: 0, timeThresholds: {} });
  await expect
    .poll(async () => {
      const { vms, containers } = await stateNow();
      return vms.length + containers.length;
    }, seldom)
    .toBe(GUESTS);
  troubles.play([{ trouble: 'node-dies', node: lost.name }], now() - LOST_S);
  const message = () => heard.find(({ alert }) => alert.resource_name === lost.name);
  await expect.poll(() => message()?.url).toBeDefined();
  // On a busy machine there may be others, such as a host that did not answer in time.
  const missingOf = (types: readonly string[]) =>
    Object.entries(NIGHT).filter(([type, count]) => types.filter((each) => each === type).length < count);
  const notThere = async () => missingOf((await stateNow()).activeAlerts.map(({ type }) => type));
  await expect.poll(notThere, seldom).toEqual([]);
  await expect.poll(() => missingOf(heard.map(({ alert }) => alert.type))).toEqual([]);
  expect(message()?.message).toContain(`${lost.ran.length} guests`);
  const problems = async () => openProblems(problemsOf(await stateNow())).length;

  const browser = await launch();
  closing.push(() => browser.close());
  for (const viewport of sizes) {
    const { page, errors } = await openPage(browser, { ...inMotion, viewport });
    const clicks = await countClicks(page);
    await page.goto(message()?.url ?? '');
    const row = page.locator(`tr.row[data-key="node-offline-${lost.id}"]`);
    await row.getByText(`${lost.ran.length} guests ran there`).filter({ visible: true }).first().waitFor();
    await expectWhole(page, 'night-alert');
    await expect.poll(() => page.locator('tr.row').first().getAttribute('data-key')).toBe(`node-offline-${lost.id}`);
    await expect.poll(async () => Number(/^\((\d+)\)/.exec(await page.title())?.[1]) - (await problems())).toBe(0);

    // the first click is needed only where the row is not open yet
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
    await page
      .getByRole('navigation', { name: 'Where it leads' })
      .getByRole('link', { name: lost.name, exact: true })
      .click();
    await page.waitForURL(`**/nodes/${lost.id}`);
    const ran = page.getByRole('grid', { name: 'What ran here' });
    await expect
      .poll(async () => (await ran.locator('tbody tr td:first-child').allInnerTexts()).sort())
      .toEqual(lost.ran);
    expect(clicks()).toBeGreaterThan(0);
    expect(clicks()).toBeLessThanOrEqual(2);
    const matter = page.getByRole('region', { name: 'What is the matter' });
    await expect.poll(() => matter.innerText()).toContain(`${lost.ran.length} guests ran here`);
    // the headline and the page say the same start
    const [, since] = /not answered since (\S+)\./.exec(await matter.innerText()) ?? [];
    expect(since).toBeDefined();
    await expect
      .poll(() => page.getByRole('complementary', { name: 'Status' }).innerText())
      .toContain(`since ${since}`);
    await expectWhole(page, 'night-node');

    await ran.getByRole('link', { name: new RegExp(`${lost.byHand[0]}$`) }).click();
    await expect.poll(() => matter.innerText()).toMatch(/has not answered since .*It ran then/);
    await expectWhole(page, 'night-guest');
    await expectOnScreens(page, product.url);
    expect(errors).toEqual([]);
    await page.context().close();
  }
  await expectElsewhere(product.url);
});

/** Counts the clicks in a page. They are counted here, because each document begins anew. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('clicked', () => ++clicks);
  await page.addInitScript(() => addEventListener('click', () => Reflect.get(window, 'clicked')(), true));
  return () => clicks;
}

/** The number in a text; NaN while it is not there. */
const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]?.replace(',', ''));

/** What follows from the state that the API gives at the moment. */
function truths(url: string) {
  const state = async () => getState.reply.parse(await (await fetch(`${url}/api/state`)).json());
  return {
    problems: async () => openProblems(problemsOf(await state())).length,
    alerts: async () => (await state()).activeAlerts.length,
    guests: (status: string) => async () => {
      const { vms, containers } = await state();
      return [...vms, ...containers].filter((guest) => guest.status === status).length;
    },
  };
}
const agree = (read: () => Promise<number>, truth: () => Promise<number>) =>
  expect.poll(async () => (await read()) - (await truth())).toBe(0);

async function expectOnScreens(page: Page, url: string): Promise<void> {
  const { problems, alerts, guests } = truths(url);
  const text = (pattern: RegExp) => async () => numberIn(await page.locator('body').innerText(), pattern);
  const title = async () => numberIn(await page.title(), /^\((\d+)\)/);
  await page.goto(new URL('/proxmox/overview?grouping=flat', url).href);
  await agree(text(/([\d,]+) running/), guests('running'));
  await agree(text(/ ([\d,]+) stopped/), guests('stopped'));
  await agree(text(/ ([\d,]+) unknown/), guests('unknown'));
  await agree(title, problems);
  await picture(page, 'night-overview');
  await page.goto(new URL('/proxmox/overview?kiosk=1', url).href);
  await agree(text(/(\d+)\s+problems/), problems);
  await picture(page, 'night-kiosk');
  await page.goto(new URL('/alerts/overview', url).href);
  await agree(text(/Active Alerts\s+(\d+)/), alerts);
  await agree(text(/Active Alerts\s+\d+\s+(\d+) open/), problems);
  await agree(text(/Acknowledge all\s+(\d+)/), problems);
  await picture(page, 'night-alerts');
}

/** The metrics and the command line. */
async function expectElsewhere(url: string): Promise<void> {
  const { problems, alerts, guests } = truths(url);
  const metric = (name: string) => async () => {
    const lines = await (await fetch(`${url}/metrics`)).text();
    const values = lines.matchAll(new RegExp(`^${name}{.*} (\\d+)$`, 'gm'));
    return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
  };
  const cli = (of: (status: CliStatus) => number) => async () => of(JSON.parse(await belfry(url, 'status')));
  await agree(metric('belfry_alerts_open'), problems);
  await agree(metric('belfry_alerts_active'), alerts);
  await agree(metric('belfry_guest_up'), guests('running'));
  await agree(
    cli(({ open }) => open.total),
    problems,
  );
  await agree(
    cli((status) => status.alerts.critical + status.alerts.warning),
    alerts,
  );
  await agree(
    cli((status) => status.guests.running),
    guests('running'),
  );
}

interface CliStatus {
  open: { total: number };
  alerts: { critical: number; warning: number };
  guests: { running: number };
}

/** It ends with 2 while something is critical. */
const belfry = (url: string, command: string): Promise<string> =>
  new Promise((settle) => {
    const env = { PATH: process.env.PATH ?? '', BELFRY_URL: url };
    execFile(process.execPath, [commandLine, command, '--json'], { env }, (_, out) => settle(out));
  });

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(artifacts, `${name}-${page.viewportSize()?.width}.png`) });
}
