// All of the alerts area in one journey, with keys alone: an administrator configures, an operator acts, a viewer looks on, and a
// datacentre has trouble.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { Page } from 'playwright-core';
import { expect, type TestContext, test } from 'vitest';
import { noChromium } from './chromium.ts';
import { openDialog } from './dialog.ts';
import { activate, expectFocus, press, retype, walkTo } from './keys.ts';
import { type People, withPeople } from './people.ts';
import { expectAccessible } from './views.ts';

const SECRET = 'aB3-token_token_token';

/** Accepts every message. `heard` are their bodies. */
async function startReceiver(ctx: TestContext) {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => {
      body += bytes;
    });
    request.on('end', () => {
      heard.push(body);
      response.end('thank you');
    });
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', () => ready()));
  ctx.onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${SECRET}`, heard };
}

async function setUp(ctx: TestContext) {
  const missing = noChromium();
  if (missing) ctx.skip(missing);
  const [lab, receiver] = await Promise.all([
    startLab({ nodes: 5, guests: 10, clusters: 1, seed: 4, version: 9.2, authDelayMs: 0, calm: true }),
    startReceiver(ctx),
  ]);
  ctx.onTestFinished(lab.stop);
  const people = await withPeople(ctx, {
    BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
    BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  const [ben, ada, eve] = await Promise.all([
    people.open('ben', 'admin', '/alerts', /status of 403/),
    people.open('ada', 'operator', '/alerts', /status of 403/),
    people.open('eve', 'viewer', '/alerts'),
  ]);
  const { name: instance = '', members = [] } = lab.instances[0] ?? {};
  const [broken = '', serviced = ''] = members.slice(1, 3).map(({ node }) => node);
  const guest = await aRunningGuest(people, [broken, serviced]);
  return { lab, people, receiver, ben, ada, eve, instance, broken, serviced, guest };
}

interface GuestOfState {
  id: string;
  name: string;
  node: string;
  status: string;
}

async function aRunningGuest({ api }: People, nodes: readonly string[]): Promise<GuestOfState> {
  let found: GuestOfState | undefined;
  await expect
    .poll(async () => {
      const { vms, containers } = (await api('GET', '/api/state')) as Record<'vms' | 'containers', GuestOfState[]>;
      found = [...vms, ...containers].find(({ node, status }) => status === 'running' && !nodes.includes(node));
      return found !== undefined;
    })
    .toBe(true);
  return found as GuestOfState;
}

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const visit = async (page: Page, name: string, title: string) => {
  await activate(page, new RegExp(`^${name}\\s*\\d*$`));
  await page.getByRole('heading', { name: title }).waitFor();
};
const row = (page: Page, id: string) => page.locator(`tr.row[data-key="${id}"]`);
/** The first cell has the texts for a phone. */
const shows = (page: Page, id: string, text: string | RegExp) =>
  row(page, id).locator('td:not(:first-child)').getByText(text).first().waitFor();
const webhook = (page: Page, name: string) => page.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name });

async function addDestination(page: Page, url: string): Promise<void> {
  await visit(page, 'Notifications', 'Notification Destinations');
  await said(page, 'No webhooks configured');
  await activate(page, 'Add webhook');
  await expectFocus(page, 'Name');
  await page.keyboard.type('on-call');
  await walkTo(page, 'Tab', 'URL');
  await page.keyboard.type(url);
  const form = page.getByRole('region', { name: 'Add webhook', exact: true });
  await expect.poll(() => form.getByLabel('Value of Content-Type (1)').inputValue()).toBe('application/json');
  await walkTo(page, 'Tab', 'All levels');
  await press(page, 'ArrowRight', 'Enter');
  await form.getByText('Gets every critical alert, at any time.').waitFor();
  await activate(page, 'Test');
  await said(page, 'Test webhook sent successfully!');
  await form.getByText('200 thank you').waitFor();
  await activate(page, 'Add webhook');
  await said(page, 'Webhook added successfully');
  await webhook(page, 'on-call').getByText('Critical only').waitFor();
}

/** A threshold that the memory of the guest is over at once. */
async function overrideThreshold(page: Page, { id, name }: GuestOfState): Promise<void> {
  await visit(page, 'Thresholds', 'Alert Thresholds');
  await page.locator(`tr.row[data-key="guests:${id}"]`).waitFor();
  await page.keyboard.type(name);
  await expect.poll(() => page.locator('tr.resource').count()).toBe(1);
  await walkTo(page, 'Tab', 'VMs & Containers: delay in seconds before an alert');
  await retype(page, '0');
  await walkTo(page, 'Tab', /^guests:/);
  await walkTo(page, 'ArrowDown', `guests:${id}`);
  await press(page, 'ArrowRight', 'ArrowRight', '1', 'Enter');
  await row(page, `guests:${id}`).getByText('Custom', { exact: true }).waitFor();
  await activate(page, 'Save Changes');
  await said(page, 'Configuration saved successfully!');
}

async function addWindow(page: Page, node: string): Promise<void> {
  await visit(page, 'Schedule', 'Maintenance Schedule');
  await activate(page, 'Add window');
  await openDialog(page).waitFor();
  await walkTo(page, 'Tab', 'Name');
  await page.keyboard.type('New disks');
  await walkTo(page, 'Tab', /^What it is about/);
  await page.keyboard.type(node);
  await page.getByRole('option', { name: node, exact: true }).waitFor();
  await press(page, 'Enter');
  await walkTo(page, 'Tab', 'From');
  // month, day, year: since a year ago
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowDown');
  await activate(page, 'Save window');
  await said(page, 'Maintenance window saved');
  await page.getByRole('list', { name: 'In force now' }).getByText(`New disks mutes ${node}`).waitFor();
}

test('with keys alone: a destination, a threshold and a window are made; alerts are explained, acknowledged, silenced and muted; others see it, and the history has it all', async (ctx) => {
  const { lab, people, receiver, ben, ada, eve, instance, broken, serviced, guest } = await setUp(ctx);
  const [brokenId, servicedId] = [broken, serviced].map((node) => `node-offline-${instance}-${node}`) as [
    string,
    string,
  ];
  const everybody = [ben, ada, eve];

  await addDestination(ben, receiver.url);
  expect(receiver.heard).toHaveLength(1);
  await overrideThreshold(ben, guest);
  await addWindow(ada, serviced);
  await Promise.all([broken, serviced].map((node) => lab.fault(node, 'die')));
  await visit(ben, 'Overview', 'Alerts Overview');
  await visit(ada, 'Overview', 'Alerts Overview');
  for (const page of everybody) {
    await shows(page, `${guest.id}-memory`, /memory usage is/);
    for (const id of [brokenId, servicedId]) await row(page, id).waitFor();
  }

  // seen, explained, delivered
  await walkTo(ada, 'ArrowDown', brokenId);
  await press(ada, 'Enter');
  const detail = ada.locator('tr.detail');
  await detail.getByText('What was compared').waitFor();
  await detail.getByText('not in the 7 days before.').waitFor();
  await detail.getByText('delivered').first().waitFor();
  await expectAccessible(ada);
  await press(ada, 'Enter');
  await detail.waitFor({ state: 'detached' });

  // acknowledged and silenced in one browser, seen in the others
  await press(ada, 'a');
  for (const page of everybody) await shows(page, brokenId, /^ada, /);
  await press(ada, 'u');
  for (const page of everybody) await shows(page, brokenId, /^open$/);
  await press(ada, 's');
  await openDialog(ada).waitFor();
  await expectFocus(ada, 'Silence');
  await press(ada, 'Enter');
  for (const page of everybody) await shows(page, brokenId, /^silenced until /);
  await expectFocus(ada, brokenId);
  await press(ada, 'u');
  for (const page of everybody) await shows(page, brokenId, /^open$/);

  // a viewer has neither the buttons nor the keys
  await expect.poll(() => eve.getByRole('button', { name: /^(Acknowledge|Silence)/ }).count()).toBe(0);
  await expect.poll(() => eve.getByRole('checkbox').count()).toBe(0);
  await walkTo(eve, 'ArrowDown', brokenId);
  await press(eve, '?');
  const help = eve.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('First and last row').waitFor();
  expect((await help.locator('kbd').allInnerTexts()).filter((key) => /^[ausx]$/.test(key))).toEqual([]);
  await press(eve, 'Escape');

  // the destination shows its delivery, and is changed
  await visit(ben, 'Notifications', 'Notification Destinations');
  await webhook(ben, 'on-call')
    .getByText(/^Delivered/)
    .waitFor();
  await activate(ben, 'Edit on-call');
  await expectFocus(ben, 'Name');
  await retype(ben, 'night shift');
  const form = ben.getByRole('region', { name: 'Edit on-call', exact: true });
  await form.getByText(/In the last 7 days: \d+ of \d+ alerts\./).waitFor();
  await walkTo(ben, 'Tab', 'Critical only');
  await press(ben, 'ArrowLeft', 'Enter');
  await activate(ben, 'Update webhook');
  await said(ben, 'Webhook updated successfully');
  await webhook(ben, 'night shift').getByText('Warning and critical').waitFor();
  await visit(eve, 'Notifications', 'Notification Destinations');
  await webhook(eve, 'night shift').waitFor();
  expect(await eve.evaluate(async () => (await fetch('/api/notifications/webhooks')).text())).not.toContain(SECRET);

  // what the window mutes is seen and not sent; it is changed, ended and removed
  await shows(ada, servicedId, /maintenance New disks/);
  expect(receiver.heard.filter((body) => body.includes(serviced))).toEqual([]);
  await visit(ada, 'Schedule', 'Maintenance Schedule');
  await activate(ada, 'Edit New disks');
  await openDialog(ada).waitFor();
  await walkTo(ada, 'Tab', 'Name');
  await retype(ada, 'New fans');
  await activate(ada, 'Save window');
  await openDialog(ada).waitFor({ state: 'detached' });
  await activate(ada, 'End New fans now');
  await openDialog(ada).waitFor();
  await activate(ada, 'End now');
  await said(ada, 'Maintenance window ended');
  await expect.poll(() => receiver.heard.some((body) => body.includes(serviced))).toBe(true);
  await openDialog(ada).waitFor({ state: 'detached' });
  await activate(ada, 'Delete New fans');
  await openDialog(ada).waitFor();
  await activate(ada, 'Delete');
  await said(ada, 'There is no maintenance window.');

  // resolved, and in the history
  await Promise.all([broken, serviced].map((node) => lab.heal(node)));
  for (const [page, mayClear] of [
    [ada, 0],
    [ben, 1],
    [eve, 0],
  ] as const) {
    await visit(page, 'History', 'Alert History');
    const rows = page
      .getByRole('grid', { name: 'Alert history' })
      .getByRole('row')
      .filter({ hasText: /offline/i });
    const ended = (node: string) => rows.filter({ hasText: node }).getByText('Resolved');
    for (const node of [broken, serviced]) await ended(node).first().waitFor();
    await page
      .getByRole('img', { name: /^Muted by the maintenance window/ })
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Administrative Actions' }).count()).toBe(mayClear);
  }
  const query = `type=connectivity&node=${broken}`;
  const [entry] = (await people.api('GET', `/api/alerts/history?${query}`)) as {
    id: string;
    changes: { kind: string }[];
  }[];
  expect(entry?.id).toBe(brokenId);
  expect(entry?.changes.map(({ kind }) => kind).filter((kind) => kind !== 'notified')).toEqual([
    ...['raised', 'acknowledged', 'unacknowledged', 'silenced', 'unsilenced', 'resolved'],
  ]);
});
