// A node is lost and comes back. The page of alerts shows this without a reload.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { createTroubles } from '@belfry/lab/trouble/player';
import { listAlertHistory } from '@belfry/schema/http/alerts';
import { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { startProduct } from './product.ts';

const missing = noChromium();
/** The default polling interval of the product. */
const POLL_S = 10;

test('a lost node is one alert with its guests; those that HA starts elsewhere leave it; it ends when the node is back', async (ctx) => {
  if (missing) ctx.skip(missing);
  const options = { nodes: 3, guests: 30, seed: 3, version: 9.2 as const, authDelayMs: 0 };
  const lab = await startLab({ ...options, everything: true, plain: true, calm: true });
  const troubles = createTroubles({ lab }, { everyMs: 500 });
  const product = await startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
    BELFRY_AUTH_DISABLED: 'true',
  });
  const browser = await launch();
  ctx.onTestFinished(async () => {
    troubles.stop();
    await browser.close();
    await product.stop();
    await lab.stop();
  });
  const [cluster] = lab.clusters;
  const lost = cluster?.nodes[1]?.name ?? '';
  const there = lab.guests(cluster?.name ?? '').filter((g) => g.node === lost && g.power === 'running');
  const namesOf = (isManaged: boolean) => there.filter((g) => (g.ha !== undefined) === isManaged).map((g) => g.name);
  const [managed, others] = [namesOf(true), namesOf(false)];
  expect([managed.length > 0, others.length > 0]).toEqual([true, true]);

  const { page, errors } = await openPage(browser);
  await page.goto(new URL('/alerts', product.url).href);
  const state = async () => {
    const reply = await fetch(`${product.url}/api/state`);
    return State.pick({ activeAlerts: true, recentlyResolved: true, nodes: true }).parse(await reply.json());
  };
  /** When the server raised its newest alert, epoch ms. */
  const raisedAt = async () => {
    const reply = await fetch(`${product.url}/api/alerts/history?limit=1`);
    const [entry] = listAlertHistory.reply.parse(await reply.json());
    return Date.parse(entry?.changes.find(({ kind }) => kind === 'raised')?.at ?? '');
  };
  // The product has read the datacentre, and there is no problem.
  await expect.poll(async () => (await state()).nodes.length, { interval: 500 }).toBe(3);
  await page.getByText('No active alerts').waitFor();
  await page.evaluate(() => Object.assign(window, { untouched: true }));

  // Fencing is faster than on a real cluster, where it takes two minutes.
  const died = Date.now();
  troubles.play([{ trouble: 'node-dies', node: lost, fenceS: 45, recoverS: 75, forS: 150, guestsS: 10 }]);
  const alerts = page.getByRole('treegrid', { name: 'Active alerts' }).locator('tr.row');
  await alerts.first().waitFor();
  // A busy machine polls late. So the test counts the polls that were answered before the server raised the alert.
  const raised = await raisedAt();
  const polls = lab.requests.recent({ path: '/cluster/resources', since: died });
  const answered = polls.filter(({ at, status }) => status === 200 && at <= raised).length;
  expect(answered).toBeGreaterThan(0);
  expect(answered * POLL_S).toBeLessThanOrEqual(60);
  await expect.poll(() => alerts.count()).toBe(1);
  await expect.poll(() => alerts.innerText()).toMatch(new RegExp(`${lost}[^]*is offline`));
  await expect.poll(() => alerts.innerText()).toMatch(/\d+ guests ran there/);
  const affected = async () => {
    const { activeAlerts } = await state();
    return activeAlerts.flatMap(({ metadata }) => metadata?.affects?.resources.map(({ name }) => name) ?? []);
  };
  await expect.poll(() => affected()).toEqual(expect.arrayContaining([...managed, ...others]));

  await expect
    .poll(async () => (await affected()).filter((name) => managed.includes(name)), { interval: 500 })
    .toEqual([]);
  await expect.poll(() => affected()).toEqual(expect.arrayContaining(others));
  await expect.poll(() => alerts.count()).toBe(1);
  await expect.poll(() => alerts.innerText()).toContain(`${there.length} guests ran there`);

  // the page of the node still has all that ran there, and says which of them run elsewhere now
  const { page: beside } = await openPage(browser);
  await beside.goto(new URL(`/nodes/${cluster?.name}-${lost}`, product.url).href);
  const matter = beside.getByRole('region', { name: 'What is the matter' });
  await expect
    .poll(() => matter.innerText())
    .toContain(
      `${there.length} guests ran here. High availability has started ${managed.length} of them elsewhere. High availability does not manage the other ${others.length}`,
    );
  const rows = beside.getByRole('grid', { name: 'What ran here' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(there.length);
  for (const name of managed)
    await expect.poll(() => rows.filter({ hasText: name }).last().innerText()).toMatch(/runs on \S+ now/);
  await rows
    .last()
    .getByRole('link', { name: new RegExp(`${managed.join('|')}$`) })
    .click();
  await beside.getByRole('link', { name: `was on ${lost}, lost` }).waitFor();
  await beside.close();

  await page.getByText('No active alerts').waitFor();
  // Nothing else was raised: this is the only ended alert.
  expect((await state()).recentlyResolved.map(({ resourceName }) => resourceName)).toEqual([lost]);
  await expect.poll(() => page.evaluate(() => 'untouched' in window)).toBe(true);
  expect(errors).toEqual([]);
});
