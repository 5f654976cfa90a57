// Backups → Protection, with an invented datacentre: did last night's backups work, and what would be lost now?
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { Page } from 'playwright-core';
import { describe, expect, type TestContext, test } from 'vitest';
import { noChromium } from './chromium.ts';
import { aGuest, aNode, anInstance } from './made.ts';
import { withPeople } from './people.ts';
import { type AskedFor, answerProtection, cases, estate, guestsOf, hours, protectionOf } from './protected-guests.ts';
import { useStage } from './stage.ts';
import { expectWhole, sizes } from './views.ts';

const onStage = useStage();
const PATH = '/proxmox/backups/protection';
const TABLE = 'table[aria-label="Protection of guests"]';

type Decided = Parameters<typeof answerProtection>[1];

async function open(ctx: TestContext, options: Parameters<typeof onStage>[2] = {}, path = PATH, decided: Decided = {}) {
  let asked: AskedFor[] = [];
  const stage = await onStage(ctx, path, {
    state: estate,
    ...options,
    async prepare({ page }) {
      asked = await answerProtection(page, decided);
    },
  });
  return { ...stage, asked };
}

const row = (page: Page, name: string) => page.locator(`${TABLE} tr.row`, { hasText: name }).first();
const names = (page: Page) =>
  page.locator(`${TABLE} tr.row b.title`).evaluateAll((all) => all.map((name) => name.textContent));
const groups = (page: Page) =>
  page.locator(`${TABLE} tr.group b`).evaluateAll((all) => all.map((name) => name.textContent));
const counter = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^\\d+ ?${name}$`) });

describe('the first lines', () => {
  test('say how last night went, what would be lost now and who would lose most', async (ctx) => {
    const { page } = await open(ctx);
    await page
      .getByText('All planned backups of last night worked, except mail-archive, k3s-worker-2 and unifi-video.')
      .waitFor();
    await page
      .getByText('If everything died now, 8 of 12 covered guests would lose no more than their schedule allows.')
      .waitFor();
    await page.getByText('3 guests would be lost whole.').waitFor();
    await page.getByText('Worst of the covered: mail-archive, 3d 3h.').waitFor();
  });

  test('name no guest when all backups worked', async (ctx) => {
    const guestProtection = [protectionOf(100), protectionOf(101)];
    const { page } = await open(ctx, { state: { ...estate, guestProtection, backupGroups: [] } });
    await page.getByText('All 2 planned backups of last night worked.').waitFor();
    await page.getByText('No backup is of a guest that is gone.').waitFor();
  });

  test('are filters: each counter shows its guests, in the URL, and once more shows all', async (ctx) => {
    const { page } = await open(ctx);
    await row(page, 'postgres-a').waitFor();
    await counter(page, 'not covered').click();
    await expect.poll(() => names(page)).toEqual(['frigate', 'immich', 'test-win']);
    await expect.poll(() => new URL(page.url()).searchParams.get('show')).toBe('not-covered');
    await page.reload();
    await expect.poll(() => names(page)).toEqual(['frigate', 'immich', 'test-win']);
    await counter(page, 'not covered').click();
    await row(page, 'postgres-a').waitFor();
    await counter(page, 'no copy elsewhere').click();
    await expect.poll(() => names(page)).toEqual(['mail-archive', 'dns-2']);
  });
});

describe('the table', () => {
  test('problems are first, each with the first line of its error; then guests in no job, unknown ones, the others, and those left out', async (ctx) => {
    const { page } = await open(ctx);
    await expect
      .poll(() => groups(page))
      .toEqual(['Problems', 'Not covered', 'Unknown', 'Protected', 'Left out on purpose']);
    await expect
      .poll(async () => (await names(page)).slice(0, 3))
      .toEqual(['mail-archive', 'k3s-worker-2', 'unifi-video']);
    const note = page.locator(`${TABLE} tr.detail`, { hasText: 'No space left on device' });
    await expect.poll(() => note.innerText()).toMatch(/^3 nights in a row\s+ERROR: backup write data failed/);
    await expect.poll(() => note.innerText()).not.toContain('second line');
    await page.getByText('no backup, and no task that failed').waitFor();
    await row(page, 'immich').getByText('The job nightly leaves it out by its number.').waitFor();
  });

  test('a row says what is lost if the guest dies now, its next run, copy, verification, encryption, size and nights', async (ctx) => {
    // a window of 1440 pixels has no room for the size
    const { page } = await open(ctx, { viewport: { width: 1920, height: 1080 } });
    const own = row(page, 'vault-prod');
    await expect.poll(() => own.innerText()).toMatch(/3h [345]\dm\s*of 24h/);
    const loss = own.locator('[data-hint*="vault-prod dies"]');
    await expect.poll(() => loss.getAttribute('data-hint')).toMatch(/^If vault-prod dies now you lose 3h [345]\dm\.$/);
    await expect.poll(() => own.locator('[data-hint="synchronised to dr:store"]').count()).toBe(1);
    await expect.poll(() => own.getByLabel('encrypted').count()).toBe(1);
    await expect.poll(() => own.innerText()).toContain('40 GB');
    await expect.poll(() => own.getByRole('img', { name: 'Last nights: 14 worked' }).count()).toBe(1);
    await expect.poll(() => row(page, 'k3s-worker-2').innerText()).toContain('damaged');
    await expect.poll(() => row(page, 'dns-2').innerText()).toMatch(/never/);
  });

  test('the details of a guest say why: jobs with schedule and retention, the error, disks left out, the next prune', async (ctx) => {
    const { page } = await open(ctx);
    await row(page, 'mail-archive').click();
    const detail = page.locator(`${TABLE} tr.detail`, { hasText: 'If mail-archive dies now' });
    for (const text of [
      'If mail-archive dies now you lose 3d 3h.',
      '02:00 (Europe/Berlin)',
      'all guests but 1',
      'the last 3, 7 daily, 4 weekly',
      'scsi1',
      'removes 3 backups',
      '14 backups, 1 protected',
    ])
      await detail.getByText(text).first().waitFor();
    await row(page, 'edge-router').click();
    await page.getByText('The account of Belfry lacks a privilege: Datastore.Audit on /storage/pbs').last().waitFor();
  });

  test('the groups can be nodes or jobs, which is remembered, and a head sorts', async (ctx) => {
    const { page } = await open(ctx);
    await page.getByRole('button', { name: 'By job' }).click();
    await expect.poll(() => groups(page)).toEqual(['In no job', 'nightly']);
    await page.getByRole('button', { name: 'By node' }).click();
    await expect.poll(() => groups(page)).toEqual(['lab1', 'pve1', 'pve2', 'pve3']);
    await page.goto(new URL(PATH, page.url()).href);
    await expect.poll(() => groups(page)).toEqual(['lab1', 'pve1', 'pve2', 'pve3']);
    await page.locator('thead').getByRole('button', { name: 'Lost if it dies now' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('-loss');
  });

  test('a search finds states and jobs, and says when nothing is found', async (ctx) => {
    const { page } = await open(ctx);
    const search = page.getByRole('textbox', { name: 'Search protection' });
    await search.fill('status:late');
    await expect.poll(() => names(page)).toEqual(['unifi-video']);
    await search.fill('nobody');
    await page.getByText('No guest matches "nobody".').waitFor();
    await page.keyboard.press('Escape');
    await row(page, 'postgres-a').waitFor();
  });

  test('of 10,000 guests those that are well fold into one row; unfolded, only those in view have rows', async (ctx) => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ vmid: 1000 + i, name: `vm-${i}` }));
    const guestProtection = many.map(({ vmid }, i) =>
      protectionOf(vmid, i % 500 === 0 ? { state: 'late', lastGood: hours(-30) } : {}),
    );
    const { page } = await open(ctx, { state: { ...estate, vms: guestsOf(many), guestProtection } });
    await expect.poll(() => page.locator(`${TABLE} tr.row`).count()).toBe(40);
    await page.getByRole('button', { name: '9,960 more, all of them protected' }).click();
    await expect.poll(() => page.locator(TABLE).getAttribute('aria-rowcount')).toBe(String(10_000 + 2 + 1));
    await expect.poll(() => page.locator(`${TABLE} tbody tr`).count()).toBeLessThan(90);
  });
});

describe('what people decide', () => {
  test('a guest is left out on purpose with a note and an end; without a note it is not', async (ctx) => {
    const { page, asked } = await open(ctx);
    await row(page, 'immich').click();
    await page.getByRole('button', { name: 'Exclude on purpose' }).click();
    const dialog = page.getByRole('dialog', { name: 'Exclude immich on purpose' });
    await dialog.getByRole('button', { name: 'Exclude', exact: true }).click();
    await dialog.getByText('Say why').waitFor();
    await dialog.getByLabel('Why it needs no backup').fill('photos are on the NAS');
    await dialog.getByLabel('Until').fill('2099-12-31');
    await dialog.getByRole('button', { name: 'Exclude', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(asked[0]).toMatchObject({ method: 'PUT', path: '/api/protection/exclusions/dc-175' });
    expect(asked[0]?.body).toEqual({
      note: 'photos are on the NAS',
      until: expect.stringMatching(/^2(099-12-31|100-01-01)T/),
    });
  });

  test('an exclusion says by whom and until when, and ends with one click', async (ctx) => {
    const exclusions = [
      { guest: 'dc-190', note: 'built anew each night', until: hours(24 * 30), by: 'ana', since: hours(-1) },
    ];
    const { page } = await open(ctx, {}, PATH, { exclusions });
    await row(page, 'ci-cache').click();
    await page.getByText(/by ana, until/).waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.getByRole('button', { name: 'Needs backups again' }).click();
    expect(decodeURIComponent((await sent).url())).toContain('/api/protection/exclusions/dc-190');
  });

  test('backups that may belong to two guests are given to one of them with one click, which can be undone', async (ctx) => {
    const { page, asked, show } = await open(ctx);
    const table = page.getByRole('table', { name: 'Backups with an unclear owner' });
    await table.getByRole('button', { name: 'VM 107 belongs to print-1, dc' }).click();
    await expect
      .poll(() => asked)
      .toEqual([
        { method: 'PUT', path: '/api/protection/assignments/main:shared qemu/107', body: { guest: 'dc-107' } },
      ]);
    show({ backupGroups: estate.backupGroups?.filter(({ kind }) => kind !== 'ambiguous') ?? [] });
    await table.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => asked.at(-1)?.method).toBe('DELETE');
  });

  test('an assignment is listed with who made it, and can be taken back later', async (ctx) => {
    const assignment = { group: 'main:shared qemu/107', guest: 'dc-107', by: 'ana', since: hours(-1) };
    const { page } = await open(ctx, {}, PATH, { assignments: [assignment] });
    const sent = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.getByRole('button', { name: 'Take the assignment of main:shared qemu/107 back' }).click();
    expect(decodeURIComponent((await sent).url())).toContain('/assignments/main:shared qemu/107');
  });

  test('a restore test is noted by hand for any guest, and never of the future', async (ctx) => {
    const { page, asked } = await open(ctx);
    await page.getByText('Nobody has noted a restore test yet.').waitFor();
    await page.getByRole('button', { name: 'Note a restore test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Note a restore test' });
    await dialog.getByLabel('Day').fill('2099-01-01');
    await dialog.getByRole('button', { name: 'Note it' }).click();
    await dialog.getByText('Enter a day that is not in the future').waitFor();
    await dialog.getByRole('combobox', { name: 'Guest' }).fill('vault');
    await page.getByRole('option', { name: /vault-prod/ }).click();
    await dialog.getByLabel('Day').fill('2026-01-31');
    await dialog.getByRole('button', { name: 'It failed' }).click();
    await dialog.getByLabel('Note').fill('the disk did not boot');
    await dialog.getByRole('button', { name: 'Note it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/api/protection/restore-tests' });
    expect(asked[0]?.body).toMatchObject({ guest: 'dc-104', result: 'failed', note: 'the disk did not boot' });
  });

  test('guests without a restore test for too long are counted, and the last test stands in the details of its guest', async (ctx) => {
    const restoreTests = [
      {
        id: '1',
        guest: 'dc-104',
        at: hours(-24 * 95),
        result: 'ok' as const,
        note: 'in 20 minutes',
        by: 'ana',
        since: hours(0),
      },
    ];
    const { page } = await open(ctx, {}, PATH, { restoreTests, reminderDays: 180 });
    await page.getByText('10 guests have no restore test of the last 180 days.').waitFor();
    await row(page, 'vault-prod').click();
    await page.getByText('3 months ago, it worked').waitFor();
    await page.getByRole('button', { name: 'Show them' }).click();
    await expect.poll(() => names(page)).not.toContain('vault-prod');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByLabel('Remind after').selectOption('365 days');
    expect((await sent).postDataJSON()).toEqual({ days: 365 });
    const removed = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.getByRole('button', { name: 'Remove the restore test of vault-prod' }).click();
    expect((await removed).url()).toContain('/restore-tests/1');
  });
});

describe('backups without a certain guest', () => {
  test('backups whose guest is gone are listed with their size, what the guest was called, and who has the number now', async (ctx) => {
    const { page } = await open(ctx);
    const orphans = page.locator('table[aria-label="Orphaned backups"] tr.row');
    await expect.poll(() => orphans.count()).toBe(3);
    await expect.poll(() => orphans.first().innerText()).toMatch(/crm-old\s+157\s+41\s+188 GB/);
    await page
      .getByText('of guests that are gone, or that Belfry does not watch; they take 216 GB before deduplication')
      .waitFor();
    await orphans.getByText('its number belongs to postgres-a now: do not restore by number').waitFor();
    await orphans.getByText('1 backup protected').waitFor();
    await counter(page, 'orphaned').click();
    await page.locator(TABLE).waitFor({ state: 'detached' });
    await expect.poll(() => orphans.count()).toBe(3);
  });
});

test('a viewer sees everything and can change nothing; an operator can', async (ctx) => {
  const missing = noChromium();
  if (missing) ctx.skip(missing);
  const lab = await startLab({ nodes: 2, guests: 6, clusters: 1, seed: 4, version: 9.2, authDelayMs: 0, calm: true });
  ctx.onTestFinished(lab.stop);
  const people = await withPeople(ctx, { BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)) });
  const buttons = (page: Page) => page.getByRole('button', { name: /^(Exclude on purpose|Note a restore test)$/ });
  const opened = async (page: Page) => {
    await page.locator(`${TABLE} tr.row`).first().click();
    await page.getByRole('link', { name: 'Page of the guest' }).waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Restore tests' }).count()).toBe(1);
    // the order changes while the configurations of the guests are read, so the first row may be another one now
    return (await page.locator(`${TABLE} tr.row[aria-expanded=true] b.title`).textContent()) ?? '';
  };

  const viewer = await people.open('a-viewer', 'viewer', PATH, /status of 403/);
  await opened(viewer);
  await expect.poll(() => buttons(viewer).count()).toBe(0);
  await expect.poll(() => viewer.getByLabel('Remind after').isDisabled()).toBe(true);
  const status = await viewer.evaluate(async () => {
    const send = () => {
      const csrf = /belfry_csrf=([^;]*)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'X-CSRF-Token': csrf };
      return fetch('/api/protection/reminder', { method: 'PUT', headers, body: '{"days":30}' });
    };
    // the first refusal brings the token
    await send();
    return (await send()).status;
  });
  expect(status).toBe(403);

  const operator = await people.open('an-operator', 'operator', PATH);
  const name = await opened(operator);
  await expect.poll(() => buttons(operator).count()).toBe(3);
  await buttons(operator).first().click();
  await operator.getByLabel('Why it needs no backup').fill('built anew each night');
  await operator.getByRole('button', { name: 'Exclude', exact: true }).click();
  await counter(operator, 'left out on purpose').click();
  await expect.poll(() => names(operator)).toEqual([name]);
  await expect.poll(() => row(viewer, name).innerText()).toContain('Left out on purpose: built anew each night');
});

describe('nothing to show', () => {
  test.for([
    ['no Proxmox VE is watched', {}, 'No Proxmox VE is watched'],
    ['there are no guests', { instances: [anInstance('dc')], nodes: [aNode('pve1')] }, 'There are no guests'],
    [
      'nothing has been read yet',
      { instances: [anInstance('dc')], nodes: [aNode('pve1')], vms: [aGuest()] },
      'Belfry is reading backups and jobs for the first time',
    ],
  ] as const)('%s: the page says what comes next', async ([, state, title], ctx) => {
    const { page } = await open(ctx, { state: { ...state } as never });
    await page.getByRole('heading', { name: title }).waitFor();
  });

  test('nobody makes backups: the first line says so, and the guests can still be left out on purpose', async (ctx) => {
    const bare = { backups: 0, jobs: [], lastGood: undefined, lastRun: undefined, offSite: undefined };
    const guestProtection = [100, 101].map((vmid) =>
      protectionOf(vmid, { ...bare, state: 'not-covered', reason: { kind: 'in-no-job' } }),
    );
    const { page } = await open(ctx, { state: { ...estate, guestProtection, backupJobs: [], backupGroups: [] } });
    await page.getByText('None of the 2 guests has a backup.').waitFor();
    await expect.poll(() => groups(page)).toEqual(['Not covered']);
  });

  test('a missing privilege is named above the table', async (ctx) => {
    const gaps = [{ part: 'backup jobs', kind: 'forbidden' as const, message: '403', needs: 'Sys.Audit on /' }];
    const { page } = await open(ctx, { state: { ...estate, instances: [anInstance('dc', { gaps })] } });
    await page.getByText('Sys.Audit on /').waitFor();
  });
});

describe('the whole page', () => {
  test.for(sizes)('is whole and accessible at $width px in both themes, with details', async (viewport, ctx) => {
    const { page } = await open(ctx, { viewport });
    await row(page, 'mail-archive').waitFor();
    await expectWhole(page, 'protection');
    await row(page, 'mail-archive').click();
    await page.getByText('If mail-archive dies now').first().waitFor();
    await expectWhole(page, 'protection-detail');
  });

  test('is reached by the tab beside the list and by the palette, and its rows by the keyboard', async (ctx) => {
    const { page } = await open(ctx, {}, '/proxmox/backups');
    await page
      .getByRole('navigation', { name: 'Parts of the backups' })
      .getByRole('link', { name: 'Protection' })
      .click();
    await page.waitForURL(`**${PATH}`);
    await row(page, 'mail-archive').waitFor();
    await page.locator(`${TABLE} tr[tabindex="0"]`).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('If mail-archive dies now').first().waitFor();
    await page.goto(new URL('/proxmox/overview', page.url()).href);
    await page.getByText(/Last refresh/).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill('recovery point');
    await page.getByRole('option', { name: /Protection of guests/ }).click();
    await page.waitForURL(`**${PATH}`);
  });

  test('rows keep their places while the pointer is over them', async (ctx) => {
    const { page, show } = await open(ctx);
    await row(page, 'mail-archive').hover();
    const before = await names(page);
    show({ guestProtection: cases.map(({ vmid }) => protectionOf(vmid)) });
    // the page counts whole minutes, so it may be one less than three hours and a half
    await expect.poll(() => row(page, 'mail-archive').innerText()).toMatch(/3h [2-5]\dm/);
    expect((await names(page)).slice(0, 3)).toEqual(before.slice(0, 3));
    await page.mouse.move(0, 0);
    await expect.poll(async () => (await names(page))[0]).not.toBe('mail-archive');
  });

  test('the page of a guest says what is lost if it dies now, and leads here', async (ctx) => {
    const { page } = await open(ctx, {}, '/guests/dc-131');
    await page.getByText('If mail-archive dies now you lose 3d 3h.').waitFor();
    await page.getByText('No space left on device').first().waitFor();
    await page.getByRole('link', { name: 'Protection of all guests' }).click();
    await page.waitForURL(`**${PATH}?search=mail-archive`);
  });
});
