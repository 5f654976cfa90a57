// A night: a node is lost with its guests. From the link of the message it is two clicks to what ran there, and every number agrees.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGuest, aNode, anAlert, anInstance } from './made.ts';
import { artifacts } from './product.ts';
import { useStage } from './stage.ts';

const open = useStage();
const at = new Date(Date.now() - 29 * 60_000).toISOString();
const last = { at, uptime: 4_000_000, cpu: 0.11, memory: { total: 8e9, used: 4e9, usage: 50 } };
const RAN = 36;
const lost = Array.from({ length: 42 }, (_, i): Guest => {
  const status = i < RAN ? 'running' : 'stopped';
  return aGuest({
    ...{ instance: 'dc', vmid: 100 + i, name: `lost-${i}`, node: 'pve2', status: 'unknown', cpu: 0, uptime: 0 },
    lastKnown: { ...last, status, ...(i === 0 && { ipAddresses: ['10.30.4.45'] }) },
  });
});
const LOST = 'node-offline-dc-pve2';
const about = { unit: 'none', instanceId: 'dc', list: 'nodes', resourceType: 'node' };
const state = {
  instances: [anInstance('dc')],
  nodes: [
    aNode('pve1', { instance: 'dc', isClusterMember: true, clusterName: 'dc' }),
    aNode('pve2', {
      ...{ instance: 'dc', isClusterMember: true, clusterName: 'dc', status: 'offline', uptime: 0, cpu: 0 },
      lastKnown: { ...last, disk: { total: 9e10, used: 3e10, usage: 33 } },
    }),
  ],
  vms: [...lost, aGuest({ instance: 'dc', vmid: 200, name: 'well', node: 'pve1' })],
  activeAlerts: [
    anAlert('noise', { level: 'critical', resourceName: 'well', startTime: new Date().toISOString() }),
    anAlert(LOST, {
      ...{ type: 'connectivity', level: 'critical', resourceId: 'dc-pve2', resourceName: 'pve2', node: 'pve2' },
      ...{ message: 'Node pve2 is offline.', startTime: at },
      metadata: {
        ...about,
        occurrence: LOST,
        depends: { guests: RAN, others: 0 },
        affects: { count: 38, resources: [{ id: 'dc', name: 'dc' }] },
      },
    }),
    anAlert('effect', { metadata: { ...about, occurrence: 'effect', cause: LOST } }),
  ],
};
const picture = async (page: Page, name: string) => {
  const folder = path.join(artifacts, 'night');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
};

test.for([
  [1440, 900],
  [1280, 720],
  [390, 844],
] as const)(
  'at %i × %i the link of the message leads in two clicks to the guests that ran on the lost node',
  async ([width, height], ctx) => {
    const { page } = await open(ctx, `/alerts/overview#${LOST}`, { state, viewport: { width, height } });
    const row = page.locator(`tr.row[data-key="${LOST}"]`);
    await row.getByText(`${RAN} guests ran there`).first().waitFor();
    await picture(page, `alerts-${width}`);
    // the node with its guests is before what is only newer, and what it explains is counted with it
    await expect.poll(() => page.title()).toMatch(/^\(2\) /);
    const keys = page.locator('tr.row');
    await expect.poll(() => keys.first().getAttribute('data-key')).toBe(LOST);

    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
    await page
      .getByRole('navigation', { name: 'Where it leads' })
      .getByRole('link', { name: 'pve2', exact: true })
      .click();
    await page.waitForURL('**/nodes/dc-pve2');
    const ran = page.getByRole('table', { name: 'What ran here' });
    await expect.poll(() => ran.locator('tbody tr').count()).toBe(RAN);
    const matter = page.getByRole('region', { name: 'What is the matter' });
    await expect
      .poll(() => matter.innerText())
      .toMatch(new RegExp(`pve2 has not answered since .*${RAN} guests ran here`));
    await picture(page, `node-${width}`);

    await ran.getByRole('link', { name: 'lost-0', exact: true }).click();
    await page.waitForURL('**/guests/dc-100');
    await expect.poll(() => matter.innerText()).toMatch(/Its node pve2 has not answered since .*It ran then/);
    await page.getByText('10.30.4.45').first().waitFor();
    await picture(page, `guest-${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  },
);
