// Measures the page of thresholds in a browser: time to its first rows after the click, the work of a keystroke, and a save of many values.
import { setTimeout as pause } from 'node:timers/promises';
import { launch, openPage } from '@belfry/e2e/chromium';
import { startProduct } from '@belfry/e2e/product';
import { mainThreadTasks, type TraceEvent } from './browser.ts';
import { startLabProcess } from './lab-process.ts';
import { type Page, watchMainThread } from './main-thread.ts';
import { median } from './median.ts';

export interface ThresholdsCost {
  guests: number;
  /** From the click on the link to the first guest in the document, median of `OPENINGS`. */
  firstRowsMs: number;
  /** The main-thread time of it, median. */
  firstRowsCpuMs: number;
  /** Main-thread time of a keystroke in an open cell, median. */
  cellKeyMs: number;
  /** From the click on the button that shows all rows to the first of them, and the main-thread time of it. */
  allRowsMs: number;
  allRowsCpuMs: number;
  /** A letter in the search over all rows: the main thread from the key until the letter is painted. Median. */
  searchKeyMs: number;
  /** From the key until the list has the rows that match, by the clock. Median. */
  searchListMs: number;
  /** The main thread in `SETTLED_MS` after the key: also the list, the URL, and the live updates of that time. Median. */
  searchWorkMs: number;
  /** The longest task of it, which no other key can interrupt. Median. */
  searchTaskMs: number;
  /** Values that were pasted and saved. */
  pasted: number;
  saves: number;
  /** From the click on Save to the message. */
  saveMs: number;
}

const OPENINGS = 5;
const KEYS = 20;
const PASTED = 500;
/** All that follows from a key has happened by then. */
const SETTLED_MS = 600;
const GUESTS = 'table[aria-label="VMs & Containers"]';

export async function measureThresholds(guests: number): Promise<ThresholdsCost> {
  const lab = await startLabProcess(5, guests, 1);
  const product = await startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances),
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LOG_LEVEL: 'warn',
  });
  const browser = await launch();
  const state = async () =>
    (await (await fetch(`${product.url}/api/state`)).json()) as Record<string, { vmid: number }[]>;
  const known = async () => {
    const { vms = [], containers = [] } = await state();
    return [...vms, ...containers].map(({ vmid }) => vmid);
  };
  while ((await known()).length < guests * 0.9) await pause(500);
  const vmids = (await known()).slice(0, PASTED);

  const { page } = await openPage(browser);
  await page.goto(`${product.url}/alerts/overview`);
  await page.getByText('Connected').waitFor();
  // late chunks are loaded while the browser is idle
  await pause(3000);
  const busy = await watchMainThread(page);
  const openings: number[] = [];
  const costs: number[] = [];
  for (let i = 0; i < OPENINGS; i++) {
    const before = await busy();
    openings.push(await untilShown(page, 'a[href$="/alerts/thresholds"]', `${GUESTS} tr.row`));
    costs.push((await busy()) - before);
    if (i + 1 < OPENINGS) await page.goBack();
    await pause(500);
  }
  const before = await busy();
  const allRowsMs = await untilShown(page, `:has(> ${GUESTS}) h2 + button`, `${GUESTS} tr.resource`);
  await pause(SETTLED_MS);
  const allRowsCpuMs = (await busy()) - before;

  const { puts, saveMs } = await pasteAndSave(page, vmids);
  const cell = page.locator(`${GUESTS} tr.resource [data-field="cpu"]`).nth(3);
  await cell.click();
  const cellKeyMs = await keystrokes(page, busy);
  await page.keyboard.press('Escape');
  await page.getByPlaceholder('Search resources...').click();
  const search = await searchKeys(browser, page);

  await browser.close();
  await product.stop();
  await lab.stop();
  return {
    guests,
    firstRowsMs: median(openings),
    firstRowsCpuMs: median(costs),
    cellKeyMs,
    allRowsMs,
    allRowsCpuMs,
    ...search,
    pasted: vmids.length,
    saves: puts,
    saveMs,
  };
}

/** Measured in the page, from the click to the first frame with the element. */
const untilShown = (page: Page, button: string, shown: string): Promise<number> =>
  page.evaluate(
    ([button, shown]) =>
      new Promise<number>((done) => {
        const start = performance.now();
        const look = () =>
          document.querySelector(shown) ? done(performance.now() - start) : requestAnimationFrame(look);
        document.querySelector<HTMLElement>(button)?.click();
        look();
      }),
    [button, shown] as const,
  );

/** The main-thread time of each key and of what follows from it, median. */
async function keystrokes(page: Page, busy: () => Promise<number>): Promise<number> {
  const costs: number[] = [];
  for (let i = 0; i < KEYS; i++) {
    const before = await busy();
    await page.keyboard.press(i % 2 === 0 ? '1' : 'Backspace');
    await pause(150);
    costs.push((await busy()) - before);
  }
  return median(costs);
}

/** From a trace, because it says how long each task was. The page sets marks: see `markKeys`. */
async function searchKeys(
  browser: Awaited<ReturnType<typeof launch>>,
  page: Page,
): Promise<Pick<ThresholdsCost, 'searchKeyMs' | 'searchListMs' | 'searchWorkMs' | 'searchTaskMs'>> {
  await page.evaluate(markKeys);
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'],
  });
  for (let i = 0; i < KEYS; i++) {
    await page.keyboard.press(i % 2 === 0 ? '1' : 'Backspace');
    await pause(SETTLED_MS);
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const marks = (mark: string) => traceEvents.filter(({ name }) => name === mark).sort((a, b) => a.ts - b.ts);
  const [keys, painted, filtered] = [marks('key'), marks('painted'), marks('filtered')];
  const tasks = mainThreadTasks(traceEvents, keys[0]?.pid);
  const after = ({ ts }: TraceEvent, events: readonly TraceEvent[]) =>
    events.find((event) => event.ts >= ts)?.ts ?? Number.POSITIVE_INFINITY;
  const between = (from: number, to: number) =>
    tasks.filter((task) => task.ts + (task.dur ?? 0) >= from && task.ts < to).map(({ tdur = 0 }) => tdur / 1000);
  const sum = (times: readonly number[]) => times.reduce((total, each) => total + each, 0);
  const all = keys.map(({ ts }) => between(ts, ts + SETTLED_MS * 1000));
  return {
    searchKeyMs: median(keys.map((key) => sum(between(key.ts, after(key, painted))))),
    searchListMs: median(keys.map((key) => (after(key, filtered) - key.ts) / 1000)),
    searchWorkMs: median(all.map(sum)),
    searchTaskMs: median(all.map((times) => Math.max(...times))),
  };
}

/** Runs in the page. The letter is painted in the frame after the key; a message comes right after this frame. */
function markKeys(): void {
  let isFiltering = false;
  addEventListener(
    'keydown',
    () => {
      performance.mark('key');
      isFiltering = true;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => performance.mark('painted');
      requestAnimationFrame(() => port2.postMessage(''));
    },
    { capture: true },
  );
  const tables = document.querySelector('.thresholds');
  if (!tables) throw new Error('no tables');
  new MutationObserver(() => {
    if (isFiltering) performance.mark('filtered');
    isFiltering = false;
  }).observe(tables, { childList: true, characterData: true, subtree: true });
}

async function pasteAndSave(page: Page, vmids: readonly number[]): Promise<{ puts: number; saveMs: number }> {
  let puts = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts++;
  });
  await page.locator(`${GUESTS} tr.resource`).first().focus();
  await page.keyboard.press('ArrowRight');
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    },
    vmids.map((vmid) => `${vmid}\t71`).join('\n'),
  );
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await bar.getByText(`${vmids.length} changes`).waitFor();
  const start = performance.now();
  await bar.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Configuration saved successfully!').first().waitFor();
  return { puts, saveMs: performance.now() - start };
}
