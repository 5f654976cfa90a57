// The polled node of a cluster dies and comes back, seen from a browser that is never reloaded.
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { State } from '@belfry/schema/state';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { type RunningProduct, startProduct } from './product.ts';

const missing = noChromium();
let browser: Browser;
let lab: Lab;
let product: RunningProduct;

const configured = (of: Lab) => JSON.stringify(of.instances.map(nodeConfig));

beforeAll(async () => {
  if (missing) return;
  lab = await startLab({ nodes: 3, guests: 60, clusters: 1, seed: 4, version: 9.2, authDelayMs: 0 });
  product = await startProduct({ BELFRY_NODES: configured(lab), BELFRY_AUTH_DISABLED: 'true' });
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await lab?.stop();
});

/** The most calls of the fast poll since `from`: one every ten seconds, and a few for trying again. */
const fewCalls = (from: number) => 4 + (Date.now() - from) / 8000;

const nodeRow = (page: Page, name: string) => page.locator('table tr', { hasText: name }).first();

test('a cluster whose polled node dies is polled through another; the dead node shows as offline and recovers by itself', async (ctx) => {
  if (missing) ctx.skip(missing);
  const [polled] = lab.instances[0]?.members ?? [];
  if (!polled) throw new Error('no members');
  const { page, errors } = await openPage(browser);
  await page.goto(product.url);
  await nodeRow(page, polled.node).waitFor();
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  // The slow poll asks for the members.
  const healthy = async () => {
    const { instances } = State.pick({ instances: true }).parse(await (await fetch(`${product.url}/api/state`)).json());
    return instances[0]?.endpoints.filter((endpoint) => endpoint.healthy).length;
  };
  await expect.poll(healthy, { interval: 500 }).toBe(3);

  const died = Date.now();
  await lab.fault(polled.node, 'die');
  await expect.poll(() => nodeRow(page, polled.node).getAttribute('class'), { interval: 500 }).toContain('down');
  // its cluster says that it is offline: that is a problem at once, and nothing is stale
  await nodeRow(page, polled.node).getByRole('img', { name: 'offline' }).waitFor();
  await page.getByRole('button', { name: new RegExp(`problems?: ${polled.node} is offline`) }).waitFor();
  expect(lab.requests.count({ path: '/cluster/resources', since: died })).toBeLessThanOrEqual(fewCalls(died));

  const healed = Date.now();
  await lab.heal(polled.node);
  await expect
    .poll(() => nodeRow(page, polled.node).getAttribute('class'), { interval: 500 })
    .not.toMatch(/down|stale/);
  await expect.poll(() => page.evaluate(() => 'untouched' in window)).toBe(true);
  expect(lab.requests.count({ path: '/cluster/resources', since: healed })).toBeLessThanOrEqual(fewCalls(healed));
  expect(errors).toEqual([]);
  await page.context().close();
});

test('when a single host dies, its rows turn stale with the reason, two lines are logged, and it recovers without many requests', async (ctx) => {
  if (missing) ctx.skip(missing);
  const alone = await startLab({ nodes: 1, guests: 12, seed: 9, version: 8.4, authDelayMs: 0 });
  const own = await startProduct({ BELFRY_NODES: configured(alone), BELFRY_AUTH_DISABLED: 'true' });
  const { page, errors } = await openPage(browser);
  await page.goto(own.url);
  const guests = page.locator('[role=treegrid] tbody tr.row');
  await guests.nth(5).waitFor();
  const count = await guests.count();
  const [member] = alone.instances[0]?.members ?? [];
  if (!member) throw new Error('no member');

  const died = Date.now();
  await alone.fault(member.node, 'die');
  // the lab may have other problems too, but this one is the worst
  const unanswered = page.getByRole('button', { name: / does not answer(?! all)/ });
  const looks = () =>
    page.evaluate(() => ({
      headline: [...document.querySelectorAll('button')].some((each) =>
        / does not answer(?! all)/.test(each.textContent),
      ),
      isStale: document.querySelector('table tr.stale') !== null,
    }));
  const seen: Awaited<ReturnType<typeof looks>>[] = [];
  // three intervals without an answer: the headline says so, and at the same moment the figures are marked as old
  await expect
    .poll(async () => seen[seen.push(await looks()) - 1]?.headline, { interval: 200, timeout: 60_000 })
    .toBe(true);
  for (const { headline, isStale } of seen) expect(isStale).toBe(headline);
  await unanswered.click();
  await page.getByText('unreachable').first().waitFor();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => nodeRow(page, alone.instances[0]?.name ?? '').getAttribute('class'), { interval: 500 })
    .toContain('stale');
  await page
    .getByText(/^not reached since \d\d:\d\d$/)
    .first()
    .waitFor();
  await expect.poll(() => guests.count()).toBe(count);
  const stale = State.pick({ nodes: true, vms: true }).parse(await (await fetch(`${own.url}/api/state`)).json());
  // to clients that do not know staleSince the host is offline; its guests keep their status
  expect(stale.nodes).toMatchObject([{ status: 'offline', connectionHealth: 'error', staleSince: expect.any(String) }]);
  expect(stale.vms.some(({ status, staleSince }) => status === 'running' && staleSince !== undefined)).toBe(true);
  expect(alone.requests.connections()).toBeLessThan(20);

  const healed = Date.now();
  await alone.heal(member.node);
  await expect.poll(() => unanswered.count(), { interval: 500 }).toBe(0);
  const calls = alone.requests.count({ path: '/cluster/resources', since: healed });
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThanOrEqual(fewCalls(healed));
  const outage = own
    .output()
    .split('\n')
    // lines about polls, and not about the import of the past
    .filter((line) => line.includes('"instance"') && line.includes('"poll"'));
  expect(outage.filter((line) => JSON.parse(line).time >= died)).toHaveLength(2);
  expect(errors).toEqual([]);
  await page.context().close();
  await own.stop();
  await alone.stop();
});
