// The life of an alert, from the lab to the history, by keys alone, with two people who see what the other does and one who may only look.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { startProduct } from './product.ts';
import { expectAccessible } from './views.ts';

const missing = noChromium();

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('data-key') ?? element?.textContent ?? '';
  });

/** Presses a key until the focus is on a row or an element with this text. */
async function walkTo(page: Page, key: string, wanted: string): Promise<void> {
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press(key);
    if ((await focused(page)) === wanted) return;
  }
  throw new Error(`${key} does not lead to ${wanted}`);
}

test('an alert is seen, explained, acknowledged, taken back, silenced and resolved by keys alone; others see it at once, and the history has it all', async (ctx) => {
  if (missing) ctx.skip(missing);
  const lab = await startLab({ nodes: 3, guests: 12, clusters: 1, seed: 4, version: 9.2, authDelayMs: 0, calm: true });
  const product = await startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
    BELFRY_TRUSTED_PROXIES: '127.0.0.1',
    BELFRY_PROXY_AUTH_SECRET: 's',
  });
  const browser = await launch();
  ctx.onTestFinished(async () => {
    await browser.close();
    await product.stop();
    await lab.stop();
  });
  const open = async (user: string, role: string) => {
    const extraHTTPHeaders = { 'X-Proxy-Secret': 's', 'X-Proxy-User': user, 'X-Proxy-Roles': role };
    const { page, errors } = await openPage(browser, { extraHTTPHeaders });
    ctx.onTestFinished(() => expect(errors).toEqual([]));
    await page.goto(new URL('/alerts', product.url).href);
    return page;
  };
  const node = lab.instances[0]?.members[1]?.node ?? '';
  const id = `node-offline-${lab.instances[0]?.name}-${node}`;
  const [ada, ben, eve] = await Promise.all([open('ada', 'operator'), open('ben', 'admin'), open('eve', '')]);
  const row = (page: Page) => page.locator(`tr.row[data-key="${id}"]`);
  const shows = (page: Page, text: string | RegExp) =>
    row(page).locator('td:not(:first-child)').getByText(text).waitFor();

  await lab.fault(node, 'die');
  for (const page of [ada, ben, eve]) await row(page).waitFor();
  await walkTo(ada, 'ArrowDown', id);
  await ada.keyboard.press('Enter');
  await ada.locator('tr.detail').getByText('What was compared').waitFor();
  await ada.locator('tr.detail').getByText('No notification has been sent.').waitFor();
  await expectAccessible(ada);

  await ada.keyboard.press('a');
  for (const page of [ada, ben, eve]) await shows(page, /^ada, /);
  await ada.keyboard.press('u');
  for (const page of [ada, ben, eve]) await shows(page, 'firing');
  await ada.keyboard.press('s');
  await ada.getByRole('dialog', { name: `Silence ${node}` }).waitFor();
  await expect.poll(() => focused(ada)).toBe('Silence');
  await ada.keyboard.press('Enter');
  for (const page of [ada, ben, eve]) await shows(page, /^silenced until /);
  await expect.poll(() => focused(ada)).toBe(id);
  await ada.keyboard.press('u');
  for (const page of [ada, ben, eve]) await shows(page, 'firing');

  // who may only look has neither the buttons nor the keys
  await expect.poll(() => eve.getByRole('button', { name: /^(Acknowledge|Silence)/ }).count()).toBe(0);
  await expect.poll(() => eve.getByRole('checkbox').count()).toBe(0);
  await row(eve).focus();
  await eve.keyboard.press('?');
  const help = eve.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('First and last row').waitFor();
  await expect
    .poll(async () => (await help.locator('kbd').allInnerTexts()).filter((key) => /^[ausx]$/.test(key)))
    .toEqual([]);

  await lab.heal(node);
  for (const page of [ada, ben]) await row(page).waitFor({ state: 'detached' });
  for (const [page, mayClear] of [
    [ada, 0],
    [ben, 1],
  ] as const) {
    await walkTo(page, 'Tab', 'History');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/alerts/history');
    const ended = page.getByRole('grid', { name: 'Alert history' }).getByRole('row', { name: new RegExp(node) });
    await ended.first().getByText('Resolved').waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Administrative Actions' }).count()).toBe(mayClear);
  }
  await expectAccessible(ada);
  const [entry] = (await (
    await ada.request.get(new URL(`/api/alerts/history?type=connectivity&node=${node}`, product.url).href)
  ).json()) as { id: string; changes: { kind: string; by?: string }[] }[];
  expect(entry?.id).toBe(id);
  expect(entry?.changes.map(({ kind }) => kind)).toEqual([
    ...['raised', 'acknowledged', 'unacknowledged', 'silenced', 'unsilenced', 'resolved'],
  ]);
});
