// The page of the schedule: settings that several administrators edit, quiet hours, maintenance windows, silences.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Page } from 'playwright-core';
import { expect, type TestContext, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { openDialog } from './dialog.ts';
import { aGuest, aNode } from './made.ts';
import { startProduct } from './product.ts';
import { useStage } from './stage.ts';
import { expectWhole, sizes } from './views.ts';

const missing = noChromium();
const open = useStage();

const CONFIG = '/api/alerts/config';
const WINDOWS = '/api/alerts/maintenance';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();
const toggle = (page: Page, name: string) => page.getByRole('switch', { name: new RegExp(`^${name}: `) });
const repeat = (page: Page) => field(page, 'Repeat after, minutes');
const perHour = (page: Page) => field(page, 'At most, per hour');

const HOUR_MS = 3_600_000;
const state = { nodes: [aNode('pve1')], vms: [aGuest({ vmid: 100, name: 'web', tags: ['prod'] })] };
const window = (fields: object) => ({
  ...{ id: 'w', name: 'Firmware', by: 'ann', changedAt: '2026-11-22T13:00:00Z', enabled: true },
  targets: [{ kind: 'node', value: 'dc-pve1' }],
  ...fields,
});
const once = (from: number, to: number) => ({
  kind: 'once',
  start: new Date(Date.now() + from * HOUR_MS).toISOString(),
  end: new Date(Date.now() + to * HOUR_MS).toISOString(),
});

interface VisitOptions {
  config?: AlertConfig;
  windows?: object[];
  silences?: object[];
  recipients?: object[];
  timezoneId?: string;
  expected?: RegExp;
}

/** Opens the page with an invented configuration. `sent` are the configurations that it saved. */
async function visit(ctx: TestContext, options: VisitOptions = {}) {
  const { config = factoryConfig, windows = [], silences = [], recipients = [] } = options;
  const sent: AlertConfig[] = [];
  let current = config;
  let refusal: object | undefined;
  const stage = await open(ctx, '/alerts/schedule', {
    state,
    timezoneId: options.timezoneId ?? 'Europe/Berlin',
    ...(options.expected && { expected: options.expected }),
    async prepare({ page, answer }) {
      await answer(WINDOWS, windows);
      await answer('/api/alerts/silences', silences);
      await page.route('**/api/notifications/recipients?*', (route) => route.fulfill({ json: recipients }));
      await page.route(`**${CONFIG}`, (route) => {
        if (route.request().method() === 'GET') return route.fulfill({ json: current });
        if (refusal) return route.fulfill({ status: 400, json: refusal });
        current = route.request().postDataJSON();
        sent.push(current);
        return route.fulfill({ json: { status: 'success' } });
      });
    },
  });
  await repeat(stage.page).waitFor();
  return {
    ...stage,
    sent,
    /** Somebody else saves this. The server announces it or not. */
    somebodySaves(schedule: Partial<AlertConfig['schedule']>, announced = true) {
      current = { ...current, schedule: { ...current.schedule, ...schedule } };
      if (announced) stage.say({ type: 'alert_config_changed', data: {} });
    },
    refuse: (answer?: object) => {
      refusal = answer;
    },
  };
}

test('each part has a switch, and its fields are there only while it is on', async (ctx) => {
  const { page } = await visit(ctx);
  await page.getByRole('heading', { name: 'Maintenance Schedule' }).waitFor();
  for (const title of ['Configuration summary', 'Quiet hours', 'Alert cooldown', 'Smart grouping', 'Alert escalation'])
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
  expect(await field(page, 'Start').count()).toBe(0);
  await toggle(page, 'Quiet hours').click();
  expect([await field(page, 'Start').inputValue(), await field(page, 'End').inputValue()]).toEqual(['22:00', '08:00']);
  expect(await field(page, 'Time zone').locator('option').count()).toBeGreaterThanOrEqual(67);
  const chosen = page.getByRole('group', { name: 'Nights that begin on' }).locator('[aria-pressed=true]');
  expect(await chosen.allInnerTexts()).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']);
  await toggle(page, 'Alert cooldown').click();
  expect(await repeat(page).count()).toBe(0);
  await toggle(page, 'Alert cooldown').click();
  expect([await repeat(page).inputValue(), await perHour(page).inputValue()]).toEqual(['30', '3']);
  expect(await field(page, 'Collect for, minutes').inputValue()).toBe('5');
  expect(await field(page, 'By node').isChecked()).toBe(true);
  expect(await field(page, 'By guest').isChecked()).toBe(false);
  await toggle(page, 'Smart grouping').click();
  expect(await field(page, 'Collect for, minutes').count()).toBe(0);
});

test('a new level of the escalation comes 15 minutes after the alert, the next one 30 minutes later, to all', async (ctx) => {
  const { page, sent } = await visit(ctx);
  await toggle(page, 'Alert escalation').click();
  await page.getByRole('button', { name: 'Add level' }).click();
  await page.getByRole('button', { name: 'Add level' }).click();
  expect(await field(page, 'Level 2, minutes').inputValue()).toBe('45');
  await field(page, 'Level 1, notify').selectOption('email');
  await field(page, 'Level 2, minutes').fill('181');
  await page.getByText('Use a whole number from 5 to 180').waitFor();
  await field(page, 'Level 2, minutes').fill('60');
  await save(page);
  await page.getByText('Configuration saved successfully!').first().waitFor();
  expect(sent[0]?.schedule.escalation).toEqual({
    enabled: true,
    levels: [
      { after: 15, notify: 'email' },
      { after: 60, notify: 'all' },
    ],
  });
  await page.getByRole('button', { name: 'Remove level 1' }).click();
  expect(await field(page, 'Level 1, minutes').inputValue()).toBe('60');
});

test('the bar names what changed; a value out of bounds keeps its text, says the bounds and is not saved', async (ctx) => {
  const { page, sent } = await visit(ctx);
  await repeat(page).fill('45');
  await perHour(page).fill('99');
  await bar(page).getByText('Not saved: 1 change').waitFor();
  await bar(page).getByText('Repeat after 30 min → 45 min').waitFor();
  await bar(page).getByText('One value is not valid and is not saved').waitFor();
  await page.getByText('Use a whole number from 1 to 10').waitFor();
  await save(page);
  await page.getByText('Configuration saved successfully!').first().waitFor();
  expect(sent.map(({ schedule }) => [schedule.cooldown, schedule.maxAlertsHour])).toEqual([[45, 3]]);
  expect(await perHour(page).inputValue()).toBe('99');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Changes discarded').first().waitFor();
  expect(await perHour(page).inputValue()).toBe('3');
  expect(await bar(page).count()).toBe(0);
});

test('a save that fails keeps everything, with the words of the server beside the field', async (ctx) => {
  const { page, refuse, sent } = await visit(ctx, { expected: /400/ });
  refuse({ error: 'Cooldown is not good', code: 'bad_request', details: { 'schedule.cooldown': 'is not good today' } });
  await repeat(page).fill('45');
  await save(page);
  await page.getByText('is not good today').waitFor();
  await bar(page).getByText('Cooldown is not good').waitFor();
  expect(await repeat(page).inputValue()).toBe('45');
  refuse();
  await repeat(page).fill('46');
  await save(page);
  await page.getByText('Configuration saved successfully!').first().waitFor();
  expect(sent[0]?.schedule.cooldown).toBe(46);
});

test('two administrators: the second is told what the first has saved and loses nothing', async (ctx) => {
  const { page, sent, somebodySaves } = await visit(ctx);
  await repeat(page).fill('45');
  somebodySaves({ cooldown: 60, maxAlertsHour: 7 });
  await bar(page).getByText('Alerts per hour 3 → 7').waitFor();
  await bar(page).getByText('Repeat after 30 min → 60 min (yours differs)').waitFor();
  expect([await perHour(page).inputValue(), await repeat(page).inputValue()]).toEqual(['7', '45']);
  await page.getByText('Changed by somebody else in the meantime. The server has: 60 min').waitFor();
  await save(page);
  await page.getByText('Configuration saved successfully!').first().waitFor();
  expect(sent.map(({ schedule }) => [schedule.cooldown, schedule.maxAlertsHour])).toEqual([[45, 7]]);
});

test('a change that was saved a moment ago stops the save, and the value of the other can be taken', async (ctx) => {
  const { page, sent, somebodySaves } = await visit(ctx);
  await repeat(page).fill('45');
  await perHour(page).fill('4');
  somebodySaves({ cooldown: 60 }, false);
  await save(page);
  await bar(page).getByText('Somebody else has just changed a value that you changed too.').waitFor();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Use this value' }).click();
  expect(await repeat(page).inputValue()).toBe('60');
  await save(page);
  await page.getByText('Configuration saved successfully!').first().waitFor();
  expect(sent.map(({ schedule }) => [schedule.cooldown, schedule.maxAlertsHour])).toEqual([[60, 4]]);
});

test('changes stay on the way through the area, and leaving it asks first', async (ctx) => {
  const { page } = await visit(ctx);
  await repeat(page).fill('45');
  const pages = page.getByRole('navigation', { name: 'Alert pages' });
  await pages.getByRole('link', { name: 'History' }).click();
  await page.getByRole('heading', { name: 'Alert History' }).waitFor();
  expect(await bar(page).count()).toBe(0);
  await page.getByRole('banner').getByRole('link', { name: 'Proxmox' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await pages.getByRole('link', { name: 'Schedule' }).click();
  expect(await repeat(page).inputValue()).toBe('45');
  await page.getByRole('banner').getByRole('link', { name: 'Proxmox' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/proxmox/overview');
});

test('quiet hours say in which time zone they are, what time it is there, and that a night ends the next day', async (ctx) => {
  const { quietHours } = factoryConfig.schedule;
  const config = {
    ...factoryConfig,
    schedule: { ...factoryConfig.schedule, quietHours: { ...quietHours, enabled: true, timezone: 'Asia/Tokyo' } },
  };
  const { page } = await visit(ctx, { config });
  await page.getByText('ends the next day').waitFor();
  const tokyo = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'Asia/Tokyo' }).format();
  await page.getByText(new RegExp(`It is ${tokyo} \\d\\d:\\d\\d in Asia/Tokyo now\\. Quiet hours `)).waitFor();
  await field(page, 'End').fill('23:30');
  await page.getByRole('group', { name: 'Days', exact: true }).waitFor();
  expect(await page.getByText('ends the next day').count()).toBe(0);
  await field(page, 'Time zone').selectOption('Europe/Berlin');
  await page.getByText(/in Europe\/Berlin now\./).waitFor();
  await field(page, 'Storage').check();
  await bar(page).getByText('Not saved: 3 changes').waitFor();
  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  expect(await field(page, 'Start').count()).toBe(0);
});

test('the summary says who hears of it now, and what holds the others back', async (ctx) => {
  const until = new Date(Date.now() + HOUR_MS).toISOString();
  const recipients = [
    { id: 'email', name: 'E-mail', channel: 'email', service: 'email', when: 'now', escalations: [] },
    {
      ...{ id: 'webhook:ops', name: 'ops', channel: 'webhook', service: 'generic', when: 'later', escalations: [] },
      heldBack: { by: 'quietHours', until },
    },
  ];
  const { page } = await visit(ctx, { recipients });
  await page.getByText('E-mail hears of it at once.').waitFor();
  await page.getByText(/ops waits: quiet hours until/).waitFor();
  await page.getByText(/again every 30 min until somebody acknowledges it, at most 3 times an hour/).waitFor();
});

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
  expect(await dialog.getByLabel('From', { exact: true }).inputValue()).toBe(`${iso}T08:00`);
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

test('the page is readable and accessible at every size', async (ctx) => {
  const { quietHours } = factoryConfig.schedule;
  const escalation = {
    enabled: true,
    levels: [
      { after: 15, notify: 'email' as const },
      { after: 60, notify: 'all' as const },
    ],
  };
  const config = {
    ...factoryConfig,
    schedule: { ...factoryConfig.schedule, escalation, quietHours: { ...quietHours, enabled: true } },
  };
  const windows = [window({ schedule: once(-1, 1) }), window({ id: 'x', name: 'Later', schedule: once(30, 33) })];
  const target = { kind: 'resource', value: 'dc-100' };
  const silence = {
    id: 's',
    target,
    reason: 'new disk',
    by: 'ann',
    since: '2026-11-22T13:00:00Z',
    until: once(0, 2).end,
  };
  const { page } = await visit(ctx, { config, windows, silences: [silence] });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expectWhole(page, 'alert-schedule');
    await page.getByRole('button', { name: 'Month', exact: true }).click();
    await page.getByRole('list', { name: 'Calendar of maintenance windows' }).scrollIntoViewIfNeeded();
    await expectWhole(page, 'alert-schedule-month');
  }
  await page.getByRole('button', { name: 'Add window' }).click();
  await expectWhole(page, 'alert-schedule-window');
});

test('a maintenance window mutes: the alert is seen, Overview and History say why nobody is told; when it ends, it is sent', async (ctx) => {
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
  expect(await repeat(operator.page).isDisabled()).toBe(true);
  const viewer = await at('viewer', '/alerts/schedule');
  await viewer.page.getByRole('table', { name: 'Maintenance windows' }).getByText('New disks').waitFor();
  expect(await viewer.page.getByRole('button', { name: /Add window|End New disks|Delete/ }).count()).toBe(0);

  await operator.page.getByRole('button', { name: 'End New disks now' }).click();
  await operator.page.getByRole('button', { name: 'End now', exact: true }).click();
  await operator.page.getByText('Maintenance window ended').first().waitFor();
  await expect.poll(() => told.some((body) => body.includes(node))).toBe(true);
  const unexpected = ({ errors }: typeof admin) => errors.filter((text) => !text.includes('403'));
  for (const each of [admin, overview, history, operator, viewer]) expect(unexpected(each)).toEqual([]);
});
