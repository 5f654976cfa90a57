// The trend of the last hour in the rows of the Overview: what it costs, what it shows, and how it is switched on and off.
import type { StripsReply } from '@belfry/schema/http/history';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { guests, PATH, row, state, toggle } from './overview-page.ts';
import { type Stage, useStage } from './stage.ts';
import { expectWhole, sizes } from './views.ts';

const open = useStage();
const MINUTE_MS = 60_000;
/** Half percents: the memory is even, the processor as given. */
const strip = (cpu: readonly number[]) => Buffer.from([...cpu, ...cpu.map(() => 100)]).toString('base64');
const rising = Array.from({ length: 60 }, (_, n) => 20 + n * 3);
const even = Array(60).fill(40);

/** What the server would answer, and the cursors it was asked with. */
async function answerStrips({ page }: Pick<Stage, 'page'>, change: Partial<StripsReply> = {}) {
  const asked: (string | null)[] = [];
  const from = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 60 * MINUTE_MS;
  const hour: StripsReply = {
    ...{ enabled: true, cursor: 'first', isFilling: false, from, minutes: 60 },
    guests: { [guests[0]?.id ?? '']: strip(rising), [guests[1]?.id ?? '']: strip(even) },
    nodes: { 'dc-pve1': strip(rising) },
    ...change,
  };
  const later: StripsReply = {
    ...{ enabled: true, cursor: 'second', isFilling: false, from: from + 60 * MINUTE_MS, minutes: 1 },
    guests: { [guests[1]?.id ?? '']: strip([180]) },
    nodes: {},
  };
  await page.route('**/api/history/strips*', (route) => {
    const after = new URL(route.request().url()).searchParams.get('after');
    asked.push(after);
    return route.fulfill({ json: after === null ? hour : later });
  });
  return asked;
}
const strips = (page: Page, table: string) => page.locator(`[aria-label="${table}"] .strip`);
const cpuOf = (page: Page, place: number) =>
  row(page, guests[place]?.id ?? '').getByRole('img', { name: /^CPU in the last hour/ });

test('switched off it asks for nothing and loads no code; switched on it shows guests and nodes, and is remembered', async (ctx) => {
  let asked: (string | null)[] = [];
  const code: string[] = [];
  const { page, goto } = await open(ctx, PATH, {
    state,
    async prepare(stage) {
      asked = await answerStrips(stage);
      stage.page.on('request', (request) => {
        if (/trend-columns|strip-feed/.test(request.url())) code.push(request.url());
      });
    },
  });
  await row(page, guests[0]?.id ?? '').waitFor();
  expect([asked, code]).toEqual([[], []]);

  await toggle(page, 'Time shown', 'Trend 1 h').click();
  await cpuOf(page, 0).waitFor();
  await expect.poll(() => strips(page, 'Guests').count()).toBe(4);
  await expect.poll(() => strips(page, 'Nodes').count()).toBe(2);
  await page.waitForURL('**trend=hour**');
  // only what is above the threshold has a colour
  await expect.poll(() => cpuOf(page, 0).locator('.warn, .crit').count()).toBe(1);
  await expect.poll(() => cpuOf(page, 1).locator('.calm').count()).toBe(1);
  await page.getByRole('img', { name: 'CPU in the last hour: 10% to 99%, at the end 99%' }).first().waitFor();
  expect(asked).toEqual([null]);

  await goto(PATH);
  await cpuOf(page, 0).waitFor();
  await toggle(page, 'Time shown', 'Now').click();
  await expect.poll(() => page.locator('.strip').count()).toBe(0);
});

test('a later answer adds its minutes to the strips', async (ctx) => {
  let asked: (string | null)[] = [];
  const { page } = await open(ctx, `${PATH}?trend=hour`, {
    state,
    // while the server reads the past, the page asks again after a few seconds
    prepare: async (stage) => {
      asked = await answerStrips(stage, { isFilling: true });
    },
  });
  await page.getByRole('img', { name: 'CPU in the last hour: 20% to 90%, at the end 90%' }).waitFor();
  expect(asked.slice(0, 2)).toEqual([null, 'first']);
  // nothing was measured of this guest in the minute that was added
  await page.getByRole('img', { name: 'CPU in the last hour: 12% to 99%, at the end 99%' }).first().waitFor();
});

test('the palette switches it on and off, and says when the history is off', async (ctx) => {
  const { page } = await open(ctx, PATH, {
    state,
    prepare: (stage) => answerStrips(stage, { enabled: false, guests: {}, nodes: {} }),
  });
  await row(page, guests[0]?.id ?? '').waitFor();
  const choose = async (name: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill(name);
    await page.getByRole('option', { name }).click();
  };
  await choose('Show the trend of the last hour');
  await page.getByText('The history is switched off').waitFor();
  await choose('Hide the trend of the last hour');
  await page.getByText('The history is switched off').waitFor({ state: 'detached' });
});

test('the Overview with trends is whole and accessible at every size in both themes', async (ctx) => {
  const { page } = await open(ctx, `${PATH}?trend=hour`, { state, prepare: answerStrips });
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    if (viewport.width >= 720) await cpuOf(page, 0).waitFor();
    else await expect.poll(() => page.locator('.strip').count()).toBe(0);
    await expectWhole(page, 'overview-trends');
  }
});
