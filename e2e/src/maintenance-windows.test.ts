// Maintenance windows: the list, the calendar, the form, and what a window does.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { expect, test } from 'vitest';
import { launch, openPage } from './chromium.ts';
import { openDialog } from './dialog.ts';
import { startProduct } from './product.ts';
import { HOUR_MS, missing, once, repeat, visit, window } from './schedule-page.ts';

test('windows are shown as a list and a calendar, which the keyboard alone works with', async (ctx) => {
  const windows = [
    window({ schedule: once(-1, 1) }),
    window({
      ...{ id: 'p', name: 'Patches', targets: [{ kind: 'tag', value: 'prod' }] },
      schedule: { kind: 'weekly', weekdays: [6], start: '22:00', minutes: 480, timeZone: 'Europe/Berlin' },
    }),
  ];
  const { page } = await visit(ctx, { windows });
  await page
    .getByRole('list', { name: 'In force now' })
    .getByText('Firmware mutes pve1 and everything on it')
    .waitFor();
  const list = page.getByRole('table', { name: 'Maintenance windows' });
  const patches = list.getByRole('row', { name: /Patches/ });
  await patches.getByText('22:00 to 06:00 of the next day').waitFor();
  await patches.getByText('every Sat').waitFor();
  await list
    .getByRole('row', { name: /Firmware/ })
    .getByText(/(59m|1h) left/)
    .waitFor();

  await page.getByRole('button', { name: 'Month', exact: true }).focus();
  await page.keyboard.press('Enter');
  const calendar = page.getByRole('list', { name: 'Calendar of maintenance windows' });
  await calendar
    .getByRole('button', { name: /^22:00→ Patches/ })
    .first()
    .waitFor();
  await calendar.locator('[aria-current=date] [data-day-focus]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  const day = new Date(Date.now() + 8 * 24 * HOUR_MS);
  const iso = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(day);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-day]')?.getAttribute('data-day')))
    .toBe(iso);
  await page.keyboard.press('Enter');
  const dialog = openDialog(page);
  await expect.poll(() => dialog.getByLabel('From', { exact: true }).inputValue()).toBe(`${iso}T08:00`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a form that is not complete says so beside each field and sends nothing', async (ctx) => {
  const { page } = await visit(ctx);
  await page.getByRole('button', { name: 'Add window' }).click();
  const dialog = openDialog(page);
  await dialog.getByRole('button', { name: 'Save window' }).click();
  await dialog.getByText('Give it a name').waitFor();
  await dialog.getByText('Choose at least one').waitFor();
  await dialog.getByRole('button', { name: 'Every week' }).click();
  await dialog.getByLabel('Lasts, hours').fill('9');
  await dialog.getByLabel('Start', { exact: true }).fill('20:00');
  await dialog.getByText('Ends at 05:00 on the next day.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay here' }).click();
  await dialog.getByLabel('Lasts, hours').waitFor();
});

test('a maintenance window mutes: the alert is seen, Overview and History say why nobody is notified; when it ends, it is sent', async (ctx) => {
  if (missing) ctx.skip(missing);
  const told: string[] = [];
  const receiver = createServer((request, response) => {
    request.on('data', (bytes) => told.push(String(bytes)));
    request.on('end', () => response.end('ok'));
  });
  await new Promise<void>((ready) => void receiver.listen(0, '127.0.0.1', () => ready()));
  const lab = await startLab({ nodes: 3, guests: 9, clusters: 1, seed: 4, version: 9.2, authDelayMs: 0, calm: true });
  const product = await startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
    BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8',
    BELFRY_TRUSTED_PROXIES: '127.0.0.1',
    BELFRY_PROXY_AUTH_SECRET: 's',
  });
  const browser = await launch();
  ctx.onTestFinished(async () => {
    await browser.close();
    await product.stop();
    await lab.stop();
    receiver.close();
    receiver.closeAllConnections();
  });
  const at = async (role: string, path: string) => {
    const headers = { 'X-Proxy-Secret': 's', 'X-Proxy-User': `a-${role}`, 'X-Proxy-Roles': role };
    const { page, errors } = await openPage(browser, { extraHTTPHeaders: headers, timezoneId: 'UTC' });
    await page.goto(new URL(path, product.url).href);
    return { page, errors };
  };
  const admin = await at('admin', '/alerts/schedule');
  const { page } = admin;
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/ops`;
  const added = await page.evaluate(async (to) => {
    const body = JSON.stringify({ name: 'ops', url: to, method: 'POST', enabled: true, service: 'generic' });
    const send = () => {
      const csrf = /belfry_csrf=([^;]*)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'X-CSRF-Token': csrf };
      return fetch('/api/notifications/webhooks', { method: 'POST', headers, body });
    };
    // a refusal sets the cookie with the token
    const first = await send();
    return first.ok ? first.status : (await send()).status;
  }, url);
  expect(added).toBe(200);

  const node = lab.instances[0]?.members[1]?.node ?? '';
  await page.getByRole('button', { name: 'Add window' }).click();
  const dialog = openDialog(page);
  await dialog.getByLabel('Name', { exact: true }).fill('New disks');
  await dialog.getByRole('combobox', { name: 'What it is about' }).fill(node);
  await page.getByRole('option', { name: node, exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('From', { exact: true }).fill(new Date(Date.now() - HOUR_MS).toISOString().slice(0, 16));
  await dialog.getByRole('button', { name: 'Save window' }).click();
  await page.getByText('Maintenance window saved').first().waitFor();
  await page.getByRole('list', { name: 'In force now' }).getByText(`New disks mutes ${node}`).waitFor();
  await page.getByRole('combobox', { name: 'Resource' }).fill(`${node} node`);
  await page.getByRole('option', { name: new RegExp(`^${node} ?node`) }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(/ops waits: maintenance window New disks until/).waitFor();

  await lab.fault(node, 'die');
  const overview = await at('viewer', '/alerts/overview');
  const alert = overview.page.getByRole('row', { name: new RegExp(node) }).first();
  // the first cell has the same text for a phone
  await alert
    .locator('td:not(:first-child)')
    .getByText(/maintenance New disks/)
    .first()
    .waitFor();
  const history = await at('viewer', '/alerts/history');
  await history.page.getByRole('img', { name: 'Muted by the maintenance window New disks' }).first().waitFor();
  expect(told.filter((body) => body.includes(node))).toEqual([]);

  const operator = await at('operator', '/alerts/schedule');
  await operator.page.getByText(/Only an administrator can change these settings/).waitFor();
  await expect.poll(() => repeat(operator.page).isDisabled()).toBe(true);
  const viewer = await at('viewer', '/alerts/schedule');
  await viewer.page.getByRole('table', { name: 'Maintenance windows' }).getByText('New disks').waitFor();
  await expect.poll(() => viewer.page.getByRole('button', { name: /Add window|End New disks|Delete/ }).count()).toBe(0);

  await operator.page.getByRole('button', { name: 'End New disks now' }).click();
  await operator.page.getByRole('button', { name: 'End now', exact: true }).click();
  await operator.page.getByText('Maintenance window ended').first().waitFor();
  await expect.poll(() => told.some((body) => body.includes(node))).toBe(true);
  const unexpected = ({ errors }: typeof admin) => errors.filter((text) => !text.includes('403'));
  for (const each of [admin, overview, history, operator, viewer]) expect(unexpected(each)).toEqual([]);
});
