// More than a thousand guests of several clusters: the page gets the figures of the clusters that it shows, and never shows a figure that may
// be old.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGuest, aNode, anInstance } from './made.ts';
import { PATH, row, search } from './overview-page.ts';
import { scrollable } from './scroll-through.ts';
import { type Stage, useStage } from './stage.ts';

const open = useStage();
const EACH = 600;
const clusters = ['a', 'b'];
const vms = clusters.flatMap((instance, cluster) =>
  Array.from({ length: EACH }, (_, i) =>
    aGuest({ instance, vmid: 100 + cluster * EACH + i, node: 'pve1', cpu: 0.25, name: `${instance}-${i}` }),
  ),
);
const last = vms.at(-1) as (typeof vms)[0];
/** A delta names guests by their places, in the order of their ids. */
const at = [[...vms].sort((one, other) => (one.id < other.id ? -1 : 1)).findIndex(({ id }) => id === last.id)];
const state = {
  instances: clusters.map((instance) => anInstance(instance)),
  nodes: clusters.map((instance) => aNode('pve1', { instance, clusterName: instance })),
  vms,
};
const GUESTS = 'table[aria-label="Guests"]';
const FIGURES = 'Live figures';

const asked = ({ heard }: Stage) =>
  heard.filter(({ type }) => type === 'view').map((message) => (message as never as Viewing).data.instances);
type Viewing = { data: { instances: 'all' | string[] } };
const answer = (stage: Stage, instances: 'all' | string[], cpu?: number) =>
  stage.say({
    ...{ type: 'viewed', revision: 1 },
    data: {
      instances,
      changes: { lastUpdate: 1, ...(cpu !== undefined && { vms: { columns: [{ field: 'cpu', at, to: [cpu] }] } }) },
    },
  } as never);
const cpuOf = async (page: Page, id: string) =>
  (await row(page, id).locator('td').allInnerTexts()).find((text) => /^\d+\s?%/.test(text))?.match(/^\d+/)?.[0];

test('what comes into view has no figures until they are here, in the table, its searches and the page of a guest', async (ctx) => {
  const stage = await open(ctx, PATH, { state, viewport: { width: 1600, height: 900 } });
  const { page } = stage;
  await scrollable(page, GUESTS);
  // a full state is current, so nothing waits at first
  expect(await cpuOf(page, 'a-100')).toBe('25');
  await expect.poll(() => asked(stage)).toEqual([['a']]);
  answer(stage, ['a']);

  await search(page).fill(last.name);
  await row(page, last.id).waitFor();
  await expect.poll(() => cpuOf(page, last.id)).toBe(undefined);
  await expect.poll(() => asked(stage).at(-1)).toEqual(['a', 'b']);
  await page.getByRole('link', { name: last.name }).first().click();
  await page.getByText('figures are on their way').first().waitFor();
  await expect.poll(() => page.getByRole('list', { name: FIGURES }).getByText('25').count()).toBe(0);
  answer(stage, ['a', 'b'], 0.77);
  await page.getByText('77', { exact: false }).first().waitFor();
  await expect.poll(() => page.getByText('figures are on their way').count()).toBe(0);

  await page.goBack();
  await expect.poll(() => cpuOf(page, last.id)).toBe('77');
  await search(page).fill('cpu>70');
  await page.getByText('The figures of all guests are on their way.', { exact: false }).waitFor();
  await expect.poll(() => page.getByText('No guests found').count()).toBe(0);
  await expect.poll(() => asked(stage).at(-1)).toBe('all');
  answer(stage, 'all');
  await expect.poll(() => cpuOf(page, last.id)).toBe('77');
  await expect.poll(() => page.locator(`${GUESTS} tr[data-key^="a-"]`).count()).toBe(0);
  await expect.poll(() => page.getByText('on their way', { exact: false }).count()).toBe(0);

  await search(page).fill('');
  // rows below the pointer keep their places
  await page.mouse.move(0, 0);
  await expect.poll(() => asked(stage).at(-1)).toEqual(['a']);
});

test('after a lost connection the page asks again, and a small installation never asks', async (ctx) => {
  const stage = await open(ctx, PATH, { state });
  await scrollable(stage.page, GUESTS);
  await expect.poll(() => asked(stage)).toEqual([['a']]);
  answer(stage, ['a']);
  stage.lose();
  stage.restore();
  await expect.poll(() => asked(stage)).toEqual([['a'], ['a']]);

  const small = await open(ctx, PATH, { state: { ...state, vms: vms.filter(({ vmid = 0 }) => vmid % 2 === 0) } });
  await scrollable(small.page, GUESTS);
  await small.page.waitForTimeout(4000);
  expect(asked(small)).toEqual([]);
});
