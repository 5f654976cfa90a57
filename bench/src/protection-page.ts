// Measures how fast Backups → Protection opens, in a real browser with the built product and an invented state: from the click on the
// tab beside the list of all backups until its rows are painted.
//
//   node bench/src/protection-page.ts [guests, 10000] [backups, 100000]
import { setTimeout as pause } from 'node:timers/promises';
import { emptyState } from '@belfry/domain/delta/empty-state';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import { launch, openPage } from '@belfry/e2e/chromium';
import { onServer } from '@belfry/e2e/made';
import { startProduct } from '@belfry/e2e/product';
import { hours, protectionOf } from '@belfry/e2e/protected-guests';
import { archiveNames } from '@belfry/schema/archives';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import { type Page, watchMainThread } from './main-thread.ts';
import { median } from './median.ts';

/** Milliseconds. */
export interface ProtectionPageCost {
  guests: number;
  backups: number;
  /** By the clock, from the click until the rows are painted: median and largest of `OPENINGS`. */
  openMs: number;
  slowestMs: number;
  /** The processor time of the main thread until the page is quiet, median. It does not depend on what else the machine does. */
  workMs: number;
  /** The first opening, by the clock: the code of the page is not compiled yet. */
  firstMs: number;
}

const OPENINGS = 11;
const SETTLED_MS = 1500;
const HOUR_S = 3600;
const NODES = 50;
const ORPHANS = 100;
const CLUSTER = 'dc';
const TAB = 'nav a[href="/proxmox/backups/protection"]';
const LIST = 'nav a[href="/proxmox/backups"]';
const ROWS = 'table[aria-label="Protection of guests"] tr.row';
const BACKUPS = 'table[aria-label="Backups"] tr.row';
const names = ['web', 'db', 'mail', 'proxy', 'build', 'cache', 'queue'];

/** One of fifty failed, one of a hundred is late, three of a hundred are in no job. */
function protectionAt(i: number): GuestProtection {
  const vmid = 100 + i;
  if (i % 50 === 0) {
    const error = 'ERROR: backup write data failed: No space left on device (os error 28)';
    const lastRun = { job: 'nightly', at: hours(-3), result: 'failed' as const, error, task: `UPID:${i}` };
    return protectionOf(vmid, { state: 'failed', lastGood: hours(-27 - (i % 9)), lastRun });
  }
  if (i % 100 === 1) return protectionOf(vmid, { state: 'late', lastGood: hours(-30) });
  if (i % 33 === 2)
    return protectionOf(vmid, {
      ...{ state: 'not-covered', reason: { kind: 'in-no-job' }, jobs: [], backups: 0, lastGood: undefined },
    });
  return protectionOf(vmid);
}

function invented(guests: number, backups: number) {
  const vmids = Array.from({ length: guests }, (_, i) => 100 + i);
  const each = Math.floor(backups / guests);
  const now = Math.floor(Date.now() / 1000);
  return {
    ...emptyState,
    nodes: Array.from({ length: NODES }, (_, i) => aNode({ name: `pve${i}` })),
    vms: vmids.map((vmid, i) => aGuest({ vmid, name: `${names[i % names.length]}-${i}`, node: `pve${i % NODES}` })),
    backupJobs: [
      {
        ...{ id: 'nightly', instance: CLUSTER, enabled: true, schedule: '02:00', storage: 'pbs', comment: 'nightly' },
        selection: { kind: 'all' as const, exclude: [] },
      },
    ],
    guestProtection: vmids.map((_, i) => protectionAt(i)),
    backupGroups: Array.from({ length: ORPHANS }, (_, i) => ({
      ...{ id: `main:store/dc qemu/${900_000 + i}`, kind: 'orphan' as const, place: 'main:store/dc', backups: 9 },
      ...{ type: 'qemu' as const, vmid: 900_000 + i, protectedBackups: 0, size: 2 ** 35, isReused: false },
      ...{ oldest: hours(-5000), newest: hours(-3000), candidates: [] },
    })),
    pbsBackups: vmids.flatMap((vmid, i) =>
      Array.from({ length: each }, (_, night) =>
        onServer(`${vmid}`, {
          ...{ at: now - night * 24 * HOUR_S - i, namespace: 'dc', comment: `${names[i % names.length]}-${i}` },
        }),
      ),
    ),
  };
}

export async function measureProtectionPage(guests: number, backups: number): Promise<ProtectionPageCost> {
  const state = invented(guests, backups);
  const isArchive = (name: string) => (archiveNames as readonly string[]).includes(name);
  const message = (type: string, archived: boolean) => {
    const data = Object.fromEntries(Object.entries(state).filter(([name]) => isArchive(name) === archived));
    return JSON.stringify({ type, revision: 1, data });
  };
  const [snapshot, archives] = [message('snapshot', false), message('archives', true)];
  const until = Array.from({ length: 14 }, (_, i) => Date.now() - (13 - i) * 24 * HOUR_S * 1000);
  const letters = Object.fromEntries(
    state.vms.map(({ id }, i) => [id, i % 50 === 0 ? 'ooooooooooofff' : 'oooooooooooooo']),
  );

  await using stack = new AsyncDisposableStack();
  const started = await startProduct({ BELFRY_AUTH_DISABLED: 'true', BELFRY_LOG_LEVEL: 'warn' });
  const product = stack.adopt(started, async (each) => void (await each.stop()));
  const browser = stack.adopt(await launch(), (each) => each.close());
  const { page } = await openPage(browser);
  await page.routeWebSocket(/\/ws\b/, (socket) => {
    socket.onMessage((text) => {
      const { type, data } = JSON.parse(String(text));
      if (type === 'requestArchives') socket.send(archives);
      if (type === 'ping') socket.send(JSON.stringify({ type: 'pong', data }));
    });
    socket.send(snapshot);
  });
  await page.route('**/api/protection/nights?*', (route) =>
    route.fulfill({ json: { revision: '1', instances: { [CLUSTER]: { until, guests: letters } } } }),
  );
  await page.goto(`${product.url}/proxmox/backups`);
  await page.locator(BACKUPS).first().waitFor();
  // Late code is loaded while the browser is idle.
  await pause(3000);

  const work = await watchMainThread(page);
  const opened: number[] = [];
  const worked: number[] = [];
  for (let i = 0; i <= OPENINGS; i++) {
    const before = await work();
    opened.push(await untilPainted(page, TAB, ROWS));
    await pause(SETTLED_MS);
    worked.push((await work()) - before);
    await untilPainted(page, LIST, BACKUPS);
    await pause(SETTLED_MS);
  }
  const [firstMs = Number.NaN, ...later] = opened;
  return {
    ...{ guests, backups: state.pbsBackups.length, openMs: median(later), slowestMs: Math.max(...later) },
    ...{ workMs: median(worked.slice(1)), firstMs },
  };
}

/** Measured in the page: from the click until the frame with the element is painted. A message comes right after that frame. */
const untilPainted = (page: Page, link: string, shown: string): Promise<number> =>
  page.evaluate(
    ([link, shown]) =>
      new Promise<number>((done) => {
        const start = performance.now();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now() - start);
        const look = () => (document.querySelector(shown) ? port2.postMessage('') : requestAnimationFrame(look));
        document.querySelector<HTMLElement>(link)?.click();
        requestAnimationFrame(look);
      }),
    [link, shown] as const,
  );

if (import.meta.main) {
  const [guests = 10_000, backups = 100_000] = process.argv.slice(2).map(Number);
  console.info(await measureProtectionPage(guests, backups));
}
