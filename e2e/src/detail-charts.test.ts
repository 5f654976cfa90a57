// The charts of a page: spans of time, zoom, one crosshair, gaps, what comes from Proxmox, keys, words for screen readers.
import type { Task, TaskKind } from '@belfry/schema/entities/task';
import type { HistoryReply, HistorySeries } from '@belfry/schema/http/history';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGuest, aNode, anInstance, aSnapshot } from './made.ts';
import { type Stage, useStage } from './stage.ts';
import { expectWhole, sizes } from './views.ts';

const open = useStage();
const PATH = '/guests/dc-120';
const HOUR = 3_600_000;
const guest = aGuest({
  vmid: 120,
  name: 'vault-prod',
  cpu: 0.34,
  networkIn: 1e5,
  networkOut: 5e6,
  diskRead: 1e7,
  diskWrite: 1e6,
});
const state = () => ({
  instances: [anInstance('dc', { lastSeen: new Date().toISOString() })],
  nodes: [aNode('pve1')],
  vms: [guest],
});
const metrics = ['cpu', 'memory', 'disk', 'diskread', 'diskwrite', 'netin', 'netout'] as const;

const aTask = (kind: TaskKind, agoMs: number, vmid = 120): Task => ({
  id: `dc-UPID:${kind}`,
  instance: 'dc',
  node: 'pve1',
  kind,
  vmid,
  user: 'ana@pve',
  startTime: new Date(Date.now() - agoMs).toISOString(),
  endTime: new Date(Date.now() - agoMs + 160_000).toISOString(),
});

interface Made {
  /** Whether there is no value at this share of the span. */
  isGap?(share: number): boolean;
  /** The share of the span until which the values are from Proxmox. */
  imported?: number;
  /** The same for a second part, after that share. */
  again?: readonly [from: number, to: number];
  /** Metrics beside those that every guest has. */
  more?: readonly string[];
}

/** What the server would answer, and the spans that were asked for. */
async function answerHistory(
  { page }: Pick<Stage, 'page'>,
  { isGap = () => false, imported = 0, again, more = [] }: Made = {},
) {
  const asked: { from: number; to: number; ids: string }[] = [];
  await page.route('**/api/history?*', (route) => {
    const search = new URL(route.request().url()).searchParams;
    const [from, to] = [Number(search.get('from')), Number(search.get('to'))];
    asked.push({ from, to, ids: search.get('ids') ?? '' });
    const step = (to - from) / 240;
    const steps = Array.from({ length: 240 }, (_, n) => n);
    const kept = ([start, end]: readonly [number, number]) =>
      ({ source: 'proxmox', from: from + start * (to - from), to: from + end * (to - from) }) as const;
    const series = [...metrics, ...more].map((metric): HistorySeries => {
      const top = metric.startsWith('net') || (metric.startsWith('disk') && metric !== 'disk') ? 2e7 : 100;
      const value = (n: number) => top * (0.5 + 0.4 * Math.sin(n / 9 + metric.length));
      // an estimate in a tenth of the span
      const isKnown = (n: number) => !isGap(n / 240) && (metric !== 'memory.estimate' || (n >= 120 && n < 144));
      const column = (of: (n: number) => number) => steps.map((n) => (isKnown(n) ? of(n) : null));
      return {
        kind: 'guest',
        id: 'dc-120',
        metric,
        unit: top === 100 ? 'percent' : 'bytes/s',
        from,
        step,
        min: column((n) => value(n) * 0.9),
        mean: column(value),
        max: column((n) => value(n) * 1.1),
        parts: [...(imported > 0 ? [kept([0, imported])] : []), ...(again ? [kept(again)] : [])],
      };
    });
    const reply: HistoryReply = { from, to, series };
    return route.fulfill({ json: reply });
  });
  return asked;
}
const charts = (page: Page) => page.locator('.charts .uplot');
const shownValues = (page: Page) => page.locator('.cross-value:not([hidden])').allInnerTexts();

test('each figure has its chart, and a sentence for screen readers', async (ctx) => {
  const { page } = await open(ctx, PATH, { state: state(), ownPast: true, prepare: answerHistory });
  await expect.poll(() => charts(page).count()).toBe(5);
  await page.getByText(/^CPU: at least 9%, on average \d+%, at most 98%, last 34%$/).waitFor();
  await expect.poll(() => page.getByText(/^Network In: .*MB\/s/).count()).toBe(1);
});

test('the pointer moves one crosshair through all charts', async (ctx) => {
  const { page } = await open(ctx, PATH, { state: state(), ownPast: true, prepare: answerHistory });
  await expect.poll(() => charts(page).count()).toBe(5);
  const box = await charts(page).first().locator('.u-over').boundingBox();
  if (!box) throw new Error('the chart has no place');
  await page.mouse.move(box.x + box.width / 2, box.y + 20);
  await expect.poll(async () => (await shownValues(page)).length).toBe(7);
  await page.mouse.move(5, 5);
  await expect.poll(async () => (await shownValues(page)).length).toBe(0);
});

test('a drag zooms all charts and is a step back in the browser; a double click shows all', async (ctx) => {
  let asked: Awaited<ReturnType<typeof answerHistory>> = [];
  const { page } = await open(ctx, PATH, {
    state: state(),
    ownPast: true,
    prepare: async (stage) => {
      asked = await answerHistory(stage);
    },
  });
  await expect.poll(() => charts(page).count()).toBe(5);
  const box = await charts(page).first().locator('.u-over').boundingBox();
  if (!box) throw new Error('the chart has no place');
  await page.mouse.move(box.x + box.width * 0.25, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await page.waitForURL(/zoom=\d+-\d+/);
  await expect.poll(() => (asked.at(-1)?.to ?? 0) - (asked.at(-1)?.from ?? 0)).toBeLessThan(7 * HOUR);
  expect((asked.at(-1)?.to ?? 0) - (asked.at(-1)?.from ?? 0)).toBeGreaterThan(5 * HOUR);
  await page.goBack();
  await page.waitForURL((url) => !url.search.includes('zoom'));
  await page.goForward();
  await page.waitForURL(/zoom=/);
  await charts(page).first().locator('.u-over').dblclick();
  await page.waitForURL((url) => !url.search.includes('zoom'));
});

test('the span is in the address, and another one asks for other values', async (ctx) => {
  let asked: Awaited<ReturnType<typeof answerHistory>> = [];
  const { page } = await open(ctx, `${PATH}?range=7d`, {
    state: state(),
    ownPast: true,
    prepare: async (stage) => {
      asked = await answerHistory(stage);
    },
  });
  await expect.poll(() => charts(page).count()).toBe(5);
  expect((asked[0]?.to ?? 0) - (asked[0]?.from ?? 0)).toBe(7 * 24 * HOUR);
  await page.getByRole('button', { name: '1h', exact: true }).click();
  await page.waitForURL('**?range=1h');
  await expect.poll(() => (asked.at(-1)?.to ?? 0) - (asked.at(-1)?.from ?? 0)).toBe(HOUR);
});

test('keys move the crosshair and zoom', async (ctx) => {
  const { page } = await open(ctx, PATH, { state: state(), ownPast: true, prepare: answerHistory });
  await expect.poll(() => charts(page).count()).toBe(5);
  const slider = page.getByRole('slider', { name: /^Charts/ });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await shownValues(page)).length).toBe(7);
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/: CPU \d+%, Memory \d+%/);
  await page.keyboard.press('+');
  await page.waitForURL(/zoom=/);
});

test('a gap is a gap: no line, no value at the crosshair', async (ctx) => {
  const isGap = (share: number) => share > 0.4 && share < 0.6;
  const { page } = await open(ctx, PATH, {
    state: state(),
    ownPast: true,
    prepare: (stage) => answerHistory(stage, { isGap }),
  });
  await expect.poll(() => charts(page).count()).toBe(5);
  const box = await charts(page).first().locator('.u-over').boundingBox();
  if (!box) throw new Error('the chart has no place');
  await page.mouse.move(box.x + box.width * 0.2, box.y + 20);
  await expect.poll(async () => (await shownValues(page)).length).toBe(7);
  await page.mouse.move(box.x + box.width * 0.5, box.y + 20);
  await expect.poll(async () => (await shownValues(page)).length).toBe(0);
});

test('what Proxmox had kept is named as such: in the legend, at the crosshair and for screen readers', async (ctx) => {
  const { page } = await open(ctx, PATH, {
    state: state(),
    ownPast: true,
    prepare: (stage) => answerHistory(stage, { imported: 0.3 }),
  });
  await page.getByText(/^history before .* comes from Proxmox$/).waitFor();
  await expect.poll(() => charts(page).count()).toBe(5);
  const box = await charts(page).first().locator('.u-over').boundingBox();
  if (!box) throw new Error('the chart has no place');
  const time = page.locator('.cross-time:not([hidden])');
  await page.mouse.move(box.x + box.width * 0.2, box.y + 20);
  await expect.poll(() => time.innerText()).toMatch(/^\d\d:\d\d: from Proxmox$/);
  await page.mouse.move(box.x + box.width * 0.6, box.y + 20);
  await expect.poll(() => time.innerText()).toMatch(/^\d\d:\d\d$/);
  const slider = page.getByRole('slider', { name: /^Charts/ });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/, from Proxmox$/);
  await page.keyboard.press('End');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).not.toMatch(/from Proxmox/);
});

test('a gap that was filled later is no history before a time: the legend speaks of the parts, the lane has each', async (ctx) => {
  const { page } = await open(ctx, PATH, {
    state: state(),
    ownPast: true,
    prepare: (stage) => answerHistory(stage, { imported: 0.2, again: [0.5, 0.6] }),
  });
  await page.getByText('parts with this background come from Proxmox').waitFor();
  await expect.poll(() => page.getByRole('region', { name: 'Events' }).locator('.mark.imported').count()).toBe(2);
});

test('an estimate of the past is called one', async (ctx) => {
  const { page } = await open(ctx, PATH, {
    state: state(),
    ownPast: true,
    prepare: (stage) => answerHistory(stage, { more: ['memory.estimate'] }),
  });
  const events = page.getByRole('region', { name: 'Events' });
  await events.getByText('Memory estimated').waitFor();
  await expect.poll(() => events.locator('.mark.estimated').count()).toBe(1);
});

test('the pressure of a guest has a chart where its host reports it, and is not mentioned elsewhere', async (ctx) => {
  const pressure = ['pressure.cpu', 'pressure.io', 'pressure.memory'];
  const { page, show } = await open(ctx, PATH, {
    state: { ...state(), vms: [{ ...guest, pressure: { cpu: 0.4, io: 1.7, memory: 1.1 } }] },
    ownPast: true,
    prepare: (stage) => answerHistory(stage, { more: pressure }),
  });
  await expect.poll(() => charts(page).count()).toBe(6);
  const row = page.locator('.chart-row').filter({ has: page.getByRole('heading', { name: 'Pressure' }) });
  await row.getByText('1.7%', { exact: true }).waitFor();
  await row.getByText(/^Proxmox VE, .+ ago$/).waitFor();
  // a guest that is switched off has no figure, but still its past
  show({ vms: [{ ...guest, status: 'stopped', cpu: 0, uptime: 0 }] });
  await row.getByText('not running').waitFor();
  await expect.poll(() => charts(page).count()).toBe(6);
});

test('events stand in lanes below the charts; a mark and its row in the table belong together, and the crosshair follows', async (ctx) => {
  const isGap = (share: number) => share > 0.4 && share < 0.45;
  const { page } = await open(ctx, PATH, {
    state: {
      ...state(),
      guestSnapshots: [aSnapshot(120, 'pre-upgrade', { time: new Date(Date.now() - 5 * HOUR).toISOString() })],
      tasks: [aTask('migrated', 3 * HOUR), aTask('reconfigured', 2 * HOUR), aTask('started', 1 * HOUR, 130)],
    },
    ownPast: true,
    prepare: (stage) => answerHistory(stage, { isGap, imported: 0.2 }),
  });
  const events = page.getByRole('region', { name: 'Events' });
  await expect.poll(() => events.getByRole('button').count()).toBe(3);
  await events.getByText('Proxmox', { exact: true }).waitFor();
  await events.getByText('no data').waitFor();
  const changes = events.getByRole('toolbar', { name: 'Changes' });
  await changes.getByRole('button', { name: /Migrated, 120 away from pve1, by ana@pve$/ }).focus();
  await expect.poll(async () => (await shownValues(page)).length).toBe(7);
  const row = page.getByRole('table', { name: 'What happened' }).locator('tr[data-pointed]');
  await expect.poll(() => row.innerText()).toContain('Migrated');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => row.innerText()).toContain('Configuration changed');
  await page.getByRole('table', { name: 'What happened' }).getByText('Snapshot pre-upgrade').hover();
  await expect.poll(() => events.locator('.snapshot[data-pointed]').count()).toBe(1);
  await expect
    .poll(() => events.evaluate((element) => (element as HTMLElement).style.getPropertyValue('--cross')))
    .toMatch(/^\d/);
  await expectWhole(page, 'detail-events');
});

test('without any history the page says so and has no empty charts', async (ctx) => {
  const { page } = await open(ctx, PATH, {
    state: state(),
    ownPast: true,
    prepare: (stage) => answerHistory(stage, { isGap: () => true }),
  });
  await page.getByText('No history yet.').waitFor();
  await expect.poll(() => charts(page).count()).toBe(0);
  await page.getByRole('list', { name: 'Live figures' }).getByText('34%').waitFor();
});

test('a failure is said in its place: the charts that were drawn stay', async (ctx) => {
  const { page, answer } = await open(ctx, PATH, {
    state: state(),
    ownPast: true,
    prepare: answerHistory,
    expected: /503/,
  });
  await expect.poll(() => charts(page).count()).toBe(5);
  await answer('/api/history?*', { error: 'The disk is full', code: 'unavailable', status_code: 503 }, 503);
  await page.getByRole('button', { name: '1h', exact: true }).click();
  await page.getByText(/^The history cannot be shown: /).waitFor();
  await expect.poll(() => charts(page).count()).toBe(5);
});

test('the charts are whole and accessible at every size in both themes', async (ctx) => {
  const isGap = (share: number) => share > 0.4 && share < 0.45;
  const { page } = await open(ctx, PATH, {
    state: { ...state(), vms: [{ ...guest, pressure: { cpu: 0.4, io: 1.7, memory: 1.1 } }] },
    ownPast: true,
    prepare: (stage) =>
      answerHistory(stage, { isGap, imported: 0.2, again: [0.75, 0.8], more: ['memory.estimate', 'pressure.io'] }),
  });
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await expect.poll(() => charts(page).count()).toBe(6);
    const box = await charts(page).first().locator('.u-over').boundingBox();
    if (box) await page.mouse.move(box.x + box.width * 0.7, box.y + 20);
    await expectWhole(page, 'detail-charts');
  }
});

test('in high contrast a chart is lines on the background of the system, also where Proxmox has measured', async (ctx) => {
  const { page } = await open(ctx, PATH, {
    state: state(),
    forcedColors: 'active',
    ownPast: true,
    prepare: (stage) => answerHistory(stage, { imported: 0.8 }),
  });
  /** The share of the first chart that is not transparent and not the background of the system. */
  const inked = () =>
    page
      .locator('.charts canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'Canvas';
        const paper = getComputedStyle(probe).color.match(/\d+/g)?.slice(0, 3).join();
        probe.remove();
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] };
        let count = 0;
        for (let at = 0; at < data.length; at += 4)
          if (data[at + 3] !== 0 && [data[at], data[at + 1], data[at + 2]].join() !== paper) count++;
        return count / (width * height);
      });
  await expect.poll(inked).toBeGreaterThan(0);
  expect(await inked()).toBeLessThan(0.3);
});
