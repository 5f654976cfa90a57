// The page of active alerts: what one browser acknowledges shows in another, and what the server does not confirm is taken back.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { Alert } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { startProduct } from './product.ts';
import { useStage } from './stage.ts';

const missing = noChromium();
const stage = useStage();

test('an alert that is acknowledged in one browser is acknowledged in another, with the name; a viewer has no buttons', async (ctx) => {
  if (missing) ctx.skip(missing);
  const lab = await startLab({ nodes: 3, guests: 30, clusters: 1, seed: 4, version: 9.2, authDelayMs: 0 });
  const product = await startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
    BELFRY_TRUSTED_PROXIES: '127.0.0.1',
    BELFRY_PROXY_AUTH_SECRET: 's',
  });
  const browser = await launch();
  ctx.onTestFinished(async () => {
    await browser.close();
    await product.stop();
    await lab.stop();
  });
  const open = async (user: string, role: string) => {
    const headers = { 'X-Proxy-Secret': 's', 'X-Proxy-User': user, 'X-Proxy-Roles': role };
    const { page, errors } = await openPage(browser, { extraHTTPHeaders: headers });
    await page.goto(new URL('/alerts', product.url).href);
    return { page, errors };
  };
  await lab.fault(lab.instances[0]?.members[1]?.node ?? '', 'die');
  const [ada, ben, eve] = await Promise.all([open('ada', 'admin'), open('ben', 'admin'), open('eve', '')]);
  const alerts = ({ page }: typeof ada) => page.getByRole('list', { name: 'Active alerts' }).getByRole('listitem');
  await alerts(ada).first().waitFor();
  const name = await ada.page
    .getByRole('button', { name: /^Acknowledge / })
    .first()
    .getAttribute('aria-label');
  const restore = (name ?? '').replace('Acknowledge', 'Unacknowledge');
  await ada.page.getByRole('button', { name: name ?? '', exact: true }).click();
  await ada.page.getByText('Alert acknowledged', { exact: true }).first().waitFor();
  const byAda = ({ page }: typeof ada) => page.getByText('acknowledged by ada').first().waitFor();
  await Promise.all([ada, ben, eve].map(byAda));
  expect(await eve.page.getByRole('button', { name: /cknowledge / }).count()).toBe(0);

  await ben.page.getByRole('button', { name: restore, exact: true }).click();
  await ben.page.getByText('Alert restored', { exact: true }).first().waitFor();
  await ada.page.getByRole('button', { name: name ?? '', exact: true }).waitFor();
  for (const { errors } of [ada, ben, eve]) expect(errors).toEqual([]);
});

const alert: Alert = {
  ...{ id: 'dc-100/cpu', type: 'cpu', level: 'warning', resourceId: 'dc-100', resourceName: 'mail', node: 'pve1' },
  ...{ instance: 'dc', message: 'CPU is at 85 %', value: 85, threshold: 80, acknowledged: false },
  startTime: '2026-01-02T03:04:05.000Z',
};

test('an acknowledgement shows at once and stays while old states come; after 15 s without confirmation it is taken back', async (ctx) => {
  const { page, show, answer } = await stage(ctx, '/alerts', { state: { activeAlerts: [alert] } });
  await answer('/api/alerts/*/acknowledge', { success: true });
  await page.getByRole('button', { name: 'Acknowledge mail, cpu', exact: true }).click();
  const restore = page.getByRole('button', { name: 'Unacknowledge mail, cpu' });
  await restore.waitFor();
  expect(await restore.isDisabled()).toBe(true);
  show({ activeAlerts: [{ ...alert, message: 'CPU is at 86 %', value: 86 }] });
  await page.getByText('CPU is at 86 %').waitFor();
  expect(await restore.count()).toBe(1);
  await page
    .getByText('Server did not confirm the alert acknowledgment in time. Re-syncing from latest data.')
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Acknowledge mail, cpu', exact: true }).waitFor();
});

test('an acknowledgement that is refused is taken back at once, with a message', async (ctx) => {
  const { page, answer } = await stage(ctx, '/alerts', { state: { activeAlerts: [alert] }, expected: /404/ });
  await answer(
    '/api/alerts/*/acknowledge',
    { error: 'Not found', code: 'not_found', status_code: 404, timestamp: 0 },
    404,
  );
  const acknowledge = page.getByRole('button', { name: 'Acknowledge mail, cpu', exact: true });
  await acknowledge.click();
  await page.getByText('Failed to acknowledge alert', { exact: true }).first().waitFor();
  await acknowledge.waitFor();
  await expect.poll(() => acknowledge.isEnabled()).toBe(true);
});

test('each problem of the server itself is shown on every page', async (ctx) => {
  const message = 'The file of alerts was damaged. It was kept as alerts-damaged-1.db.';
  const { page } = await stage(ctx, '/', { state: { serverProblems: { alerts: { message, since: '' } } } });
  await page.getByRole('alert').getByText(message).waitFor();
});
