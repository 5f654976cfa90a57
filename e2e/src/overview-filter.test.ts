// The Overview with invented guests: its filter line, and its texts without guests.
import { describe, expect, test } from 'vitest';
import { anInstance } from './made.ts';
import { names, PATH, reset, search, state, toggle } from './overview-page.ts';
import { useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const open = useStage();

describe('the filter line', () => {
  test('VMs, LXCs, Running and Stopped narrow the list; a click on the active one returns to All', async (ctx) => {
    const { page } = await open(ctx, PATH, { state, stored: { dashboardGroupingMode: 'flat' } });
    await toggle(page, 'Type', 'LXCs').click();
    await expect.poll(() => names(page)).toEqual(['ct']);
    await toggle(page, 'Type', 'LXCs').click();
    await expect.poll(() => names(page)).toHaveLength(5);
    await toggle(page, 'Type', 'VMs').click();
    await toggle(page, 'Status', 'Stopped').click();
    await expect.poll(() => names(page)).toEqual(['old']);
    await toggle(page, 'Status', 'Stopped').click();
    await expect.poll(() => toggle(page, 'Status', 'All').getAttribute('aria-pressed')).toBe('true');
    await toggle(page, 'Status', 'Running').click();
    await expect.poll(() => names(page)).toEqual(['web', 'db']);
    await toggle(page, 'Status', 'Running').click();
    await toggle(page, 'Type', 'VMs').click();
    await expect.poll(() => names(page)).toHaveLength(5);
  });

  test('a wrong search names the nearest right one, and the tips have the examples of the parser', async (ctx) => {
    const { page } = await open(ctx, PATH, { state, stored: { dashboardGroupingMode: 'flat' } });
    await search(page).fill('nod:pve1');
    await page.getByText('Did you mean node:pve1?').waitFor();
    await expect.poll(() => names(page)).toEqual([]);
    await search(page).fill('-lxc');
    await expect.poll(() => names(page)).not.toContain('ct');
    await expect.poll(() => page.getByText('Did you mean').count()).toBe(0);
    await page.getByRole('button', { name: 'Search tips' }).click();
    await page.getByText('without this tag; a minus sign reverses any term').waitFor();
    await expectAccessible(page);
  });

  test('a search that was just typed is in its field on the way back, whichever way the page was left', async (ctx) => {
    const { page } = await open(ctx, PATH, { state, expected: /404/ });
    const node = page.locator('[aria-label="Nodes"] [data-key="dc-pve1"]');
    const ways: readonly (readonly [text: string, leave: () => Promise<unknown>, url: string])[] = [
      ['link', () => page.getByRole('link', { name: 'Storage', exact: true }).click(), '**/proxmox/storage'],
      ['choice', () => node.click(), '**?search=choice&node=dc-pve1'],
      ['web', () => page.keyboard.press('Enter').then(() => page.keyboard.press('o')), '**?search=web&beside=*'],
      ['site', () => page.goto('about:blank'), 'about:blank'],
    ];
    for (const [text, leave, url] of ways) {
      await search(page).fill(text);
      await leave();
      await page.waitForURL(url);
      await page.goBack();
      await page.waitForURL(`**${PATH}?search=${text}`);
      await expect.poll(() => search(page).inputValue()).toBe(text);
    }
  });

  test('on a phone the toggles are behind a button, which shows that one of them hides guests', async (ctx) => {
    const { page } = await open(ctx, PATH, { state, viewport: { width: 390, height: 844 } });
    const filters = page.getByRole('button', { name: 'Show or hide filters' });
    await filters.waitFor();
    await expect.poll(() => page.getByRole('group', { name: 'Type' }).count()).toBe(0);
    await filters.click();
    await toggle(page, 'Type', 'LXCs').click();
    await filters.click();
    await page.getByRole('button', { name: 'Show filters: some are set' }).waitFor();
    await reset(page).click();
    await filters.waitFor();
  });

  test('Reset clears the search and sets vmid upwards, All, All and Grouped', async (ctx) => {
    const { page } = await open(ctx, PATH, {
      state,
      stored: {
        sortKey: 'cpu',
        sortDirection: 'desc',
        dashboardViewMode: 'lxc',
        dashboardStatusMode: 'running',
        dashboardGroupingMode: 'flat',
      },
    });
    await search(page).fill('nothing');
    await reset(page).click();
    await expect.poll(() => search(page).inputValue()).toBe('');
    await expect.poll(() => names(page)).toEqual(['web', 'db', 'old', 'ct', 'far']);
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({
      sortKey: 'vmid',
      sortDirection: 'asc',
      dashboardViewMode: 'all',
      dashboardStatusMode: 'all',
      dashboardGroupingMode: 'grouped',
    });
  });

  test('searches are remembered on Enter, when the field is left and when one is picked; one or all can be removed', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const box = search(page);
    await expect.poll(() => box.getAttribute('placeholder')).toBe('Search or filter...');
    const history = page.getByRole('button', { name: 'Recent searches' });
    await history.click();
    await page.getByText('Searches you run will appear here.').waitFor();
    await page.keyboard.press('Escape');
    await box.fill('web');
    await page.keyboard.press('Enter');
    await box.fill('db');
    await page
      .locator('h1')
      .first()
      .evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => box.inputValue()).toBe('');
    await history.click();
    const entries = () => page.evaluate(() => JSON.parse(localStorage.getItem('dashboardSearchHistory') ?? '[]'));
    await expect.poll(() => entries()).toEqual(['db', 'web']);
    await page.getByRole('button', { name: 'web', exact: true }).click();
    await expect.poll(async () => [await box.inputValue(), await entries()]).toEqual(['web', ['web', 'db']]);
    await history.click();
    await page.getByRole('button', { name: 'Remove "db" from the history' }).click();
    await expect.poll(entries).toEqual(['web']);
    await page.getByRole('button', { name: 'Clear history' }).click();
    await expect.poll(entries).toEqual([]);
  });

  test('the tips say what the search understands', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await page.getByRole('button', { name: 'Search tips' }).click();
    await page.getByRole('dialog', { name: 'Search tips' }).getByText('cpu>80', { exact: true }).waitFor();
  });

  test('Escape deselects the node, then clears the filters, then hides the filter line; a letter goes to the search', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await page.locator('[aria-label="Nodes"] tr', { hasText: 'solo' }).click();
    await expect.poll(() => names(page)).toEqual(['ct']);
    await page.keyboard.type('c');
    await expect.poll(() => search(page).inputValue()).toBe('c');
    await page.keyboard.press('Escape');
    await expect.poll(() => search(page).inputValue()).toBe('c');
    await expect.poll(() => page.locator('tr.selected').count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => search(page).inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await toggle(page, 'Type', 'VMs').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await toggle(page, 'Type', 'VMs').waitFor();
  });

  test('invalid stored choices are ignored, and the valid ones are used', async (ctx) => {
    const stored = Object.fromEntries(
      [
        'dashboardViewMode',
        'dashboardStatusMode',
        'dashboardGroupingMode',
        'sortKey',
        'sortDirection',
        'dashboardShowFilters',
        'dashboardSearchHistory',
        'dashboardColumns',
        'platformsSeen',
        'activeTab',
        'darkMode',
      ].map((key) => [key, '{"__proto__":[1]}x']),
    );
    const { page } = await open(ctx, PATH, { state, stored: { ...stored, dashboardStatusMode: 'running' } });
    await expect.poll(() => names(page)).toEqual(['web', 'db', 'ct']);
    await expect.poll(() => toggle(page, 'Type', 'All').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => toggle(page, 'Status', 'Running').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('without guests to show', () => {
  test('says what it waits for until the first data comes', async (ctx) => {
    const { page } = await open(ctx, PATH, { state: null });
    await page.getByText('Loading dashboard data...').waitFor();
    await page.getByText('Connecting to monitoring service').waitFor();
  });

  test('says that no node is configured, and leads to the settings', async (ctx) => {
    const { page } = await open(ctx, PATH);
    await page.getByText('No hypervisor nodes configured').waitFor();
    await page.getByRole('link', { name: 'Go to Settings' }).click();
    await page.waitForURL('**/settings/pve');
  });

  test('names the hosts that have not answered yet, and why', async (ctx) => {
    const error = { kind: 'auth', message: 'the token was refused', since: new Date().toISOString() } as const;
    const { page } = await open(ctx, PATH, { state: { instances: [anInstance('dc', { error })] } });
    await page.getByText('the token was refused').first().waitFor();
  });

  test('says that the connection was lost before any data came, and tries again on request', async (ctx) => {
    const stage = await open(ctx, PATH, { state: null, prepare: (own) => own.lose() });
    const { page } = stage;
    await page.getByRole('heading', { name: 'Connection lost' }).waitFor();
    await page.getByText('Attempting to reconnect…').first().waitFor();
    await stage.restoreOnPress();
    await page.getByRole('button', { name: 'Reconnect now' }).click();
    await page.getByText('Loading dashboard data...').waitFor();
  });

  test('says that it reconnects while no data has come over the first connection', async (ctx) => {
    const stage = await open(ctx, PATH, { state: null });
    const { page } = stage;
    await page.getByText('Connecting to monitoring service').waitFor();
    stage.lose();
    await page.getByRole('heading', { name: 'Connection lost' }).waitFor();
    stage.restore();
    await page.getByText('Loading dashboard data...').waitFor();
    await page.getByText('Reconnecting to monitoring service…').waitFor();
  });

  test('names the search that found nothing, or says that the filters did', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await search(page).fill('zzz');
    await page.getByText('No guests found').waitFor();
    await page.getByText('No guests match your search "zzz"').waitFor();
    await reset(page).click();
    await page.locator('[aria-label="Nodes"] tr', { hasText: 'solo' }).click();
    await toggle(page, 'Type', 'VMs').click();
    await page.getByText('No guests match your current filters').waitFor();
  });
});

test('a cluster without a quorum says so above its nodes, until it has one again', async (ctx) => {
  const cluster = { id: 'dc', instance: 'dc', name: 'prod', quorate: false, nodes: 3, nodesOnline: 1 };
  const { page, show } = await open(ctx, PATH, { state: { ...state, pveClusters: [cluster] } });
  const notice = page.getByRole('status').filter({ hasText: 'No quorum' });
  await notice.getByText('1 of 3 nodes online').waitFor();
  await expectAccessible(page);
  show({ pveClusters: [{ ...cluster, quorate: true, nodesOnline: 3 }] });
  await notice.waitFor({ state: 'detached' });
});
