// What a viewer, an operator and an administrator see and may do on each of the five pages of alerts, in the browser and on the server.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { noChromium } from './chromium.ts';
import { withPeople } from './people.ts';

const roles = ['viewer', 'operator', 'admin'] as const;
const buttons = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** The answers of the server to what each button asks for. The bodies are not valid, so that what is allowed is 400 and changes nothing. */
const deeds = {
  acknowledge: ['POST', '/api/alerts/bulk/acknowledge'],
  silence: ['POST', '/api/alerts/silences'],
  window: ['POST', '/api/alerts/maintenance'],
  thresholds: ['PUT', '/api/alerts/config'],
  webhook: ['POST', '/api/notifications/webhooks'],
  email: ['PUT', '/api/notifications/email'],
  mqtt: ['PUT', '/api/notifications/mqtt'],
  test: ['POST', '/api/notifications/webhooks/test'],
} as const;

const statusesOf = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async (all) => {
    const send = (method: string, path: string) => {
      const csrf = /belfry_csrf=([^;]*)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'X-CSRF-Token': csrf };
      return fetch(path, { method, headers, body: '[]' });
    };
    // The first refusal brings the token.
    await send('POST', '/api/alerts/silences');
    const answers: [string, number][] = [];
    for (const [name, [method, path]] of Object.entries(all)) answers.push([name, (await send(method, path)).status]);
    return Object.fromEntries(answers);
  }, deeds);

test('each role sees on the five pages what it may do, and the server refuses the rest', async (ctx) => {
  const missing = noChromium();
  if (missing) ctx.skip(missing);
  const lab = await startLab({ nodes: 3, guests: 9, clusters: 1, seed: 4, version: 9.2, authDelayMs: 0, calm: true });
  ctx.onTestFinished(lab.stop);
  const people = await withPeople(ctx, { BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)) });
  const node = lab.instances[0]?.members[1]?.node ?? '';
  await people.api('POST', '/api/notifications/webhooks', { name: 'ops', url: 'https://ops.example/hook' });
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  await people.api('POST', '/api/alerts/maintenance', {
    ...{ name: 'New disks', targets: [{ kind: 'type', value: 'zfs-pool-errors' }] },
    schedule: { kind: 'once', start: hours(-1), end: hours(1) },
  });
  await lab.fault(node, 'die');

  for (const role of roles) {
    const mayOperate = role === 'viewer' ? 0 : 1;
    const mayConfigure = role === 'admin' ? 1 : 0;
    const page = await people.open(`a-${role}`, role, '/alerts/overview', /status of 40[03]/);
    const visit = async (name: string, title: string) => {
      await page.getByRole('navigation', { name: 'Alert pages' }).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name: title }).waitFor();
    };

    await page.locator('tr.row').filter({ hasText: node }).first().waitFor();
    expect(await buttons(page, 'Acknowledge all').count(), role).toBe(mayOperate);
    expect((await page.getByRole('checkbox').count()) > 0, role).toBe(mayOperate === 1);

    await visit('Thresholds', 'Alert Thresholds');
    await page.locator('tr.resource').first().waitFor();
    expect((await page.locator('button[data-field]').count()) > 0, role).toBe(mayConfigure === 1);
    expect(await page.getByText('Only administrators can change thresholds.').count(), role).toBe(1 - mayConfigure);

    await visit('Notifications', 'Notification Destinations');
    const webhooks = page.getByRole('table', { name: 'Webhooks' });
    await webhooks.getByText('ops', { exact: true }).waitFor();
    expect(await webhooks.getByRole('switch').isEnabled(), role).toBe(mayConfigure === 1);
    expect(await buttons(page, 'Edit ops').count(), role).toBe(mayConfigure);
    expect(await buttons(page, 'Send test email').count(), role).toBe(mayConfigure);

    await visit('Schedule', 'Maintenance Schedule');
    await page.getByRole('table', { name: 'Maintenance windows' }).getByText('New disks').waitFor();
    for (const name of ['Add window', 'Edit New disks', 'End New disks now'])
      expect(await buttons(page, name).count(), `${role}: ${name}`).toBe(mayOperate);
    expect(await page.getByLabel('Repeat after, minutes').isEnabled(), role).toBe(mayConfigure === 1);
    expect(await page.getByText(/Only an administrator can change these settings/).count(), role).toBe(
      1 - mayConfigure,
    );

    await visit('History', 'Alert History');
    await page.getByRole('grid', { name: 'Alert history' }).getByText(node).first().waitFor();
    expect(await page.getByRole('heading', { name: 'Administrative Actions' }).count(), role).toBe(mayConfigure);

    const operated = mayOperate === 1 ? 400 : 403;
    const configured = mayConfigure === 1 ? 400 : 403;
    expect(await statusesOf(page), role).toEqual({
      ...{ acknowledge: operated, silence: operated, window: operated },
      ...{ thresholds: configured, webhook: configured, email: configured, mqtt: configured, test: configured },
    });
    await page.close();
  }
});
