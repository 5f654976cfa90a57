// The backups section with invented backups: chart, filter line, list.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, type TestContext, test } from 'vitest';
import { aGuest, aNode, aPbs, aSnapshot, GB, noon, onServer, onStorage } from './made.ts';
import { column, useStage } from './stage.ts';

const onStage = useStage();
const PATH = '/proxmox/backups';
/** The archives come after the first picture: a journey that has some waits for their rows. */
async function open(ctx: TestContext, path: string, options: Parameters<typeof onStage>[2]) {
  const stage = await onStage(ctx, path, options);
  if (options?.state) await stage.page.locator('[aria-label="Backups"] :is(tr.row, li)').first().waitFor();
  return stage;
}
const stateOfToday = () => ({
  nodes: [aNode('pve1')],
  pbs: [aPbs('main')],
  vms: [aGuest({ vmid: 100, name: 'web' })],
  containers: [aGuest({ vmid: 200, name: 'ct', type: 'lxc' })],
  guestSnapshots: [aSnapshot(100, 'before-upgrade', { description: 'a note that is longer than thirty-five letters' })],
  storageBackups: [
    onStorage(100, { at: noon(1), notes: 'nightly', protected: true, size: 30 * GB }),
    onStorage(200, { at: noon(8), type: 'lxc', size: GB }),
  ],
  pbsBackups: [
    onServer('100', {
      at: noon(0) - 60,
      verified: true,
      verification: 'ok',
      encrypted: true,
      guestInstance: 'dc',
      size: 60 * GB,
    }),
    onServer('mail', { at: noon(40), backupType: 'host', namespace: 'hosts', size: 6 * GB }),
  ],
});
let state = stateOfToday();
// A run may go past midnight.
beforeEach(() => {
  state = stateOfToday();
});
const heads = (page: Page) =>
  page
    .locator('[aria-label="Backups"] thead th')
    .evaluateAll((all) => all.map((th) => th.textContent?.replace(/[↑↓]/g, '')));
const groups = (page: Page) =>
  page
    .locator('[aria-label="Backups"] tr.group')
    .allInnerTexts()
    .then((all) => all.map((text) => text.replace(/\s+/g, ' ')));
const kinds = (page: Page) => column(page, 'Backups').then((all) => all.map((text) => text.trim()));
const pick = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('button', { name, exact: true }).click();
const search = (page: Page) => page.getByRole('textbox', { name: 'Search backups' });
const row = (page: Page, text: string) => page.locator('[aria-label="Backups"] tr.row', { hasText: text }).first();

describe('the list', () => {
  test('the legend names sizes only where there are any, and says that those of a backup server are before deduplication', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await page.getByText('5 backups, 97 GB before deduplication', { exact: true }).waitFor();
    await page.getByText('60 GB', { exact: true }).hover();
    await page.getByText('The size of the guest. The backup server stores data that is the same only once').waitFor();
    await pick(page, 'Kind of backup', 'Snapshots');
    await expect.poll(() => groups(page)).toHaveLength(1);
    await expect.poll(() => page.getByText(/\b0 B\b/).count()).toBe(0);
    await pick(page, 'Kind of backup', 'PVE');
    await page.getByText('2 backups, 31 GB', { exact: true }).waitFor();
  });

  test('the mode decides the columns: Owner and Verified for all and PBS, Size and Location not for snapshots, VMID/Host for PBS', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const all = [
      'Kind',
      'Type',
      'Name',
      'VMID',
      'Node',
      'Time',
      'Backup',
      'Details',
      'Owner',
      'Size',
      'Location',
      'Verified',
    ];
    await expect.poll(() => heads(page)).toEqual(all);
    await pick(page, 'Kind of backup', 'Snapshots');
    await expect.poll(() => heads(page)).toEqual(all.slice(0, 8));
    await pick(page, 'Kind of backup', 'PVE');
    await expect.poll(() => heads(page)).toEqual([...all.slice(0, 8), 'Size', 'Location']);
    await pick(page, 'Kind of backup', 'PBS');
    await expect.poll(() => heads(page)).toEqual(all.map((head) => (head === 'VMID' ? 'VMID/Host' : head)));
  });

  test('backups are grouped by day or by guest, with their counts', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const seen = await groups(page);
    expect(seen.slice(0, 2)).toEqual(['Today 2 backups', 'Yesterday 1 backup']);
    expect(seen[2]).toMatch(/^[A-Z][a-z]+ \d+(st|nd|rd|th)(, \d{4})? 1 backup$/);
    await pick(page, 'Grouping', 'By Guest');
    await expect.poll(() => groups(page)).toEqual(['web · VM 100 3 backups', 'ct · LXC 200 1 backup', 'mail 1 backup']);
  });

  test('shows owners without their realm, marks, short notes, and verification of PBS backups alone', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const remote = page
      .locator('[aria-label="Backups"] tr.row')
      .filter({ has: page.getByText('PBS', { exact: true }) });
    await expect.poll(() => remote.first().getByText('backup', { exact: true }).count()).toBe(1);
    await expect.poll(() => remote.first().getByRole('img', { name: 'verified', exact: true }).count()).toBe(1);
    await expect.poll(() => remote.last().getByRole('img', { name: 'unverified' }).count()).toBe(1);
    await expect.poll(() => remote.first().getByLabel('encrypted').count()).toBe(1);
    const local = row(page, 'nightly');
    await expect.poll(() => local.getByLabel('protected').count()).toBe(1);
    await expect.poll(async () => (await local.locator('td').allInnerTexts()).at(-1)).toBe('–');
    await page.getByText('a note that is longer than thirt…').waitFor();
    await expect.poll(() => remote.last().innerText()).toContain('store/hosts');
  });

  test('marks age from 3, 7 and 30 days and size from 5, 20 and 50 GB, without the colour of a failure', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const look = async (text: string) => {
      const own = row(page, text);
      const marks = own.locator('time [data-grade], td:nth-child(10) [data-grade]');
      return (await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('data-grade')))).join(' ');
    };
    await expect
      .poll(async () => [await look('nightly'), await look('ct'), await look('mail')])
      .toEqual(['ok high', 'high ok', 'crit warn']);
    await expect
      .poll(() => row(page, 'PBS').locator('td:nth-child(10) [data-grade]').getAttribute('data-grade'))
      .toBe('crit');
    const coloured = page.locator('[aria-label="Backups"] .figure:is(.text-ok, .text-warn, .text-fresh, .text-crit)');
    await expect.poll(() => coloured.count()).toBe(0);
  });

  test('shows times as ages when asked to, and remembers the choice', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await page.getByRole('button', { name: 'Relative times' }).click();
    await page.getByText('1 month ago').waitFor();
    await page.reload();
    await page.getByText('1 month ago').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('backupsUseRelativeTime'))).toBe('true');
  });

  test('is a list of cards below the large breakpoint', async (ctx) => {
    const { page } = await open(ctx, PATH, { state, viewport: { width: 1000, height: 900 } });
    await page.locator('ul[aria-label="Backups"] li', { hasText: 'web' }).first().waitFor();
    await expect.poll(() => page.locator('table[aria-label="Backups"]').count()).toBe(0);
  });

  test('on a phone the toggles are behind a button, which shows when one of them hides backups', async (ctx) => {
    const { page } = await open(ctx, PATH, { state, viewport: { width: 390, height: 844 } });
    const filters = page.getByRole('button', { name: 'Show or hide filters' });
    await filters.waitFor();
    const mode = page.getByRole('group', { name: 'Kind of backup' });
    await expect.poll(() => mode.isVisible()).toBe(false);
    const first = await page.locator('ul[aria-label="Backups"] li').first().boundingBox();
    expect(first?.y).toBeLessThan(844 - 2 * (first?.height ?? 844));
    await filters.click();
    await mode.getByRole('button', { name: 'Snapshots' }).click();
    await filters.click();
    await page.getByRole('button', { name: 'Show filters: some are set' }).waitFor();
    await page.getByRole('button', { name: 'Reset' }).first().click();
    await filters.waitFor();
  });

  test('rows keep their places while the pointer is on them; new backups come last in their day', async (ctx) => {
    const { page, show } = await open(ctx, PATH, { state });
    await page.locator('[aria-label="Backups"] tr.row').first().hover();
    show({ guestSnapshots: [...state.guestSnapshots, aSnapshot(100, 'newest', { at: noon() + 60 })] });
    await row(page, 'newest').waitFor();
    const order = () => column(page, 'Backups', 7).then((all) => all.slice(0, 3));
    await expect.poll(() => order()).toEqual(['before-upgrade', 'vm/100', 'newest']);
    await page.mouse.move(5, 5);
    await expect.poll(order).toEqual(['newest', 'before-upgrade', 'vm/100']);
  });
});

describe('the filter line', () => {
  test('mode, kind of guest, sort and Reset; the kind of guest only where hosts have backups', async (ctx) => {
    const { page, show } = await open(ctx, PATH, { state });
    await pick(page, 'Kind of guest', 'LXC');
    await expect.poll(() => column(page, 'Backups', 3)).toEqual(['ct']);
    await pick(page, 'Kind of guest', 'PMG/Host');
    await expect.poll(() => column(page, 'Backups', 3)).toEqual(['mail']);
    await page.getByRole('button', { name: 'Reset' }).first().click();
    await expect.poll(() => kinds(page)).toEqual(['Snapshot', 'PBS', 'PVE', 'PVE', 'PBS']);
    await pick(page, 'Grouping', 'By Guest');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Size');
    await page.getByRole('button', { name: 'Descending: sort ascending' }).click();
    await expect.poll(() => groups(page).then((all) => all[0])).toBe('ct · LXC 200 1 backup');
    await page.getByRole('button', { name: 'Reset' }).first().click();
    await expect
      .poll(() => page.evaluate(() => ({ ...localStorage })))
      .toMatchObject({
        backupsSortKey: 'backupTime',
        backupsSortDirection: 'desc',
      });
    show({ pbsBackups: [] });
    await page.getByRole('group', { name: 'Kind of guest' }).waitFor({ state: 'detached' });
  });

  test('the sort select offers every key, and each gives its own order', async (ctx) => {
    const { page } = await open(ctx, PATH, {
      state,
      stored: { backupsGroupingMode: 'guest', backupsSortDirection: 'asc' },
    });
    const select = page.getByRole('combobox', { name: 'Sort by' });
    const keys = await select
      .locator('option')
      .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    expect(keys).toEqual([
      'backupTime',
      'name',
      'node',
      'vmid',
      'backupType',
      'size',
      'storage',
      'verified',
      'type',
      'owner',
    ]);
    const first = async (key: string) => {
      await select.selectOption(key);
      const direction = page.getByRole('button', { name: /^(A|De)scending/ });
      if ((await direction.getAttribute('aria-label'))?.startsWith('Descending')) await direction.click();
      return (await groups(page))[0]?.split(' ')[0];
    };
    await expect
      .poll(async () => [await first('size'), await first('type'), await first('node'), await first('name')])
      .toEqual(['ct', 'mail', 'web', 'ct']);
  });

  test('time and size sort downwards first, any other column upwards', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const head = (name: string) => page.locator('[aria-label="Backups"] thead').getByRole('button', { name });
    const way = (name: string) =>
      page.locator('[aria-label="Backups"] th', { hasText: name }).getAttribute('aria-sort');
    for (const [name, first] of [
      ['Size', 'descending'],
      ['Name', 'ascending'],
      ['Time', 'descending'],
      ['Owner', 'ascending'],
    ] as const) {
      await head(name).click();
      await expect.poll(() => way(name)).toBe(first);
    }
    await head('Owner').click();
    await expect.poll(() => way('Owner')).toBe('descending');
  });

  test('pbs: shows one namespace of one datastore; a letter goes to the search, Escape resets, a search is remembered', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await page.keyboard.type('pbs:main:store:hosts');
    await expect.poll(() => search(page).inputValue()).toBe('pbs:main:store:hosts');
    await expect.poll(() => column(page, 'Backups', 3)).toEqual(['mail']);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('backupsSearchHistory')))
      .toBe('["pbs:main:store:hosts"]');
    await page.keyboard.press('Escape');
    await expect.poll(() => search(page).inputValue()).toBe('');
  });
});

describe('the chart', () => {
  const option = (page: Page, nth: number) =>
    page.getByRole('listbox', { name: 'Backups per day' }).getByRole('option').nth(nth);

  test('has a bar a day in segments by kind, axes, and ranges of 7, 30, 90 and 365 days, 30 at first', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const days = page.getByRole('listbox', { name: 'Backups per day' }).getByRole('option');
    await expect.poll(() => days.count()).toBe(30);
    await expect.poll(() => days.last().getAttribute('aria-label')).toBe('Today: 2 backups, 1 Snapshot, 0 PVE, 1 PBS');
    await expect.poll(() => days.last().locator('rect.snapshot, rect.remote').count()).toBe(2);
    await expect.poll(() => page.locator('.axis line').count()).toBeGreaterThan(1);
    await expect.poll(() => page.locator('.axis text').count()).toBeGreaterThan(4);
    for (const range of [7, 90, 365]) {
      await pick(page, 'Range of the chart', `${range}d`);
      await expect.poll(() => days.count()).toBe(range);
    }
  });

  test('colours a day by its number: blue up to 5, green up to 10, violet above', async (ctx) => {
    const many = (count: number, day: number) =>
      Array.from({ length: count }, (_, i) => aSnapshot(100, `s${day}-${i}`, { at: noon(day) + i }));
    const guestSnapshots = [...many(5, 0), ...many(6, 1), ...many(10, 2), ...many(11, 3)];
    const { page } = await open(ctx, PATH, { state: { ...state, guestSnapshots, pbsBackups: [], storageBackups: [] } });
    const looks = await Promise.all([29, 28, 27, 26].map((nth) => option(page, nth).getAttribute('class')));
    expect(looks.map((look) => /few|some|many/.exec(look ?? '')?.[0])).toEqual(['few', 'some', 'some', 'many']);
    // the legend has the colours of the bars
    const fill = (rect: SVGElement) => getComputedStyle(rect).fill;
    const legend = page
      .getByRole('listitem')
      .filter({ hasText: /^Snapshots?$/ })
      .locator('rect');
    const bars = [29, 28, 26].map((nth) => option(page, nth).locator('rect.snapshot').first().evaluate(fill));
    expect(await legend.evaluateAll((all: SVGElement[]) => all.map((rect) => getComputedStyle(rect).fill))).toEqual(
      await Promise.all(bars),
    );
    // and says what each means
    const meanings = page.getByRole('region', { name: 'Backups per day' }).getByRole('listitem').allInnerTexts();
    expect(await meanings).toEqual(['Snapshot', 'PVE', 'PBS', 'up to 5 a day', 'up to 10', 'more']);
  });

  test('cuts no number of the axis, and names no colour that no bar has', async (ctx) => {
    const guestSnapshots = Array.from({ length: 12_000 }, (_, i) => aSnapshot(100, `s${i}`, { at: noon(1) }));
    const { page } = await open(ctx, PATH, { state: { ...state, guestSnapshots, pbsBackups: [], storageBackups: [] } });
    const labels = page.locator('.chart .axis text', { hasText: ',000' });
    await labels.first().waitFor();
    const cut = () =>
      labels.evaluateAll((all) => {
        const edge = (own: Element) => own.closest('svg')?.getBoundingClientRect().left ?? 0;
        return all.filter((own) => own.getBoundingClientRect().left < edge(own)).length;
      });
    await expect.poll(cut).toBe(0);
    const legend = page.getByRole('region', { name: 'Backups per day' }).getByRole('listitem');
    await expect.poll(() => legend.allInnerTexts()).toEqual(['Snapshot', 'PVE', 'PBS']);
    await expect.poll(() => legend.first().locator('rect').count()).toBe(1);
  });

  test('describes the day under the pointer, and filters by it on a click until the filter is cleared', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await option(page, 28)
      .locator('.hit')
      .hover({ position: { x: 9, y: 4 } });
    await page.locator('dl', { hasText: 'Total' }).waitFor();
    await option(page, 28)
      .locator('.hit')
      .click({ position: { x: 9, y: 4 } });
    await expect.poll(() => column(page, 'Backups', 3)).toEqual(['web']);
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect.poll(() => column(page, 'Backups', 3)).toHaveLength(5);
  });

  test('shows the mean deduplication with one decimal and x', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await page.getByText('Deduplication 4.0×').waitFor();
  });
});

test('what failed is named in one red line above the backups, with the reasons behind it', async (ctx) => {
  const job = { id: 'offsite', store: 'store', disabled: false, result: 'failed', lastRunState: 'no route' } as const;
  const copy = { id: '100-0', target: 'pve2', disabled: false, result: 'failed', failCount: 4 } as const;
  const { page } = await open(ctx, PATH, {
    state: {
      ...state,
      pbs: [aPbs('main', { syncJobs: [job] })],
      vms: [
        aGuest({ vmid: 100, name: 'web', replication: [{ ...copy, error: 'exit code 1' }] }),
        aGuest({ vmid: 101, name: 'db', haState: 'error' }),
      ],
    },
  });
  const line = page.locator('details summary');
  await expect
    .poll(() => line.innerText())
    .toBe('1 job of backup servers failed · 1 replication job failing · 1 guest in an HA error');
  await expect.poll(() => line.locator('.dot').getAttribute('class')).toBe('dot crit');
  await line.click();
  for (const reason of ['no route', 'exit code 1']) await page.getByText(reason, { exact: true }).waitFor();
});

describe('without backups to show', () => {
  test('there is a text for each reason: loading, no source configured, nothing matches, no backups', async (ctx) => {
    const { page, show } = await open(ctx, PATH, { state: null });
    await page.getByText('Loading backup data...').waitFor();
    await page.getByText('This may take up to 20 seconds on the first load.').waitFor();
    show({});
    await page.getByText('No backup sources configured').waitFor();
    show({ nodes: state.nodes });
    await page.getByText('No backup data').waitFor();
    show(state);
    await search(page).fill('zzz');
    await page.getByText('No backups match your filters').waitFor();
  });

  test('keeps the backups it has while the connection is lost, and says so', async (ctx) => {
    const { page, lose } = await open(ctx, PATH, { state });
    lose();
    await page.getByRole('alert').getByText('Connection lost').waitFor();
    await page.getByText('Attempting to reconnect…').waitFor();
    await expect.poll(() => kinds(page)).toHaveLength(5);
  });
});
