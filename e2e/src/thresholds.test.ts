// The thresholds that screens show: of each row its own, as the configuration of alerts says.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGuest, aNode, aPbs, aStorage } from './made.ts';
import { useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const open = useStage();
const at = (trigger: number) => ({ trigger, clear: trigger - 5 });
const CONFIG = '/api/alerts/config';
const config: AlertConfig = {
  ...factoryConfig,
  storageDefault: at(70),
  overrides: {
    'dc-100': { cpu: at(60), disk: { trigger: -1, clear: 0 } },
    'tag:prod': { memory: at(50) },
    'node:dc-pve2': { cpu: at(40) },
    'dc-pve1': { cpu: at(30) },
    'pbs-vault': { memory: at(20) },
    'dc-pve1-local': { usage: at(10) },
    'docker:h1/old': { cpu: at(55), name: 'web' },
  },
};
const state = {
  nodes: [aNode('pve1'), aNode('pve2')],
  pbs: [aPbs('vault')],
  vms: [
    aGuest({ vmid: 100, name: 'web', tags: ['prod'] }),
    aGuest({ vmid: 101, name: 'db', node: 'pve2' }),
    aGuest({ vmid: 102, name: 'plain' }),
  ],
  storage: [aStorage('local', 'pve1'), aStorage('other', 'pve1')],
  dockerHosts: [
    aDockerHost({ containers: [aContainer({ id: 'new', name: 'web' }), aContainer({ id: 'c2', name: 'db' })] }),
  ],
};
const marksIn = (page: Page, table: string) => async (name: string) => {
  const row = page.locator(`[aria-label="${table}"] tr.row`, { hasText: name }).first();
  return row.locator('.tick').evaluateAll((ticks) => ticks.map((tick) => tick.getAttribute('aria-label')));
};

test('the mark on a bar stands at the threshold of its own row, and says where it comes from', async (ctx) => {
  const stage = await open(ctx, '/proxmox/overview', { state, prepare: ({ answer }) => answer(CONFIG, config) });
  const { page, goto } = stage;
  const guest = marksIn(page, 'Guests');
  await expect.poll(() => guest('web')).toEqual(['Alert at 60% (override)', 'Alert at 50% (from the tag prod)']);
  await expect
    .poll(() => guest('db'))
    .toEqual(['Alert at 40% (from the node dc-pve2)', 'Alert at 85% (default)', 'Alert at 90% (default)']);
  const node = marksIn(page, 'Nodes');
  await expect.poll(async () => (await node('pve1'))[0]).toBe('Alert at 30% (override)');
  await expect
    .poll(async () => (await node('vault')).slice(0, 2))
    .toEqual(['Alert at 80% (default)', 'Alert at 20% (override)']);

  const mark = page.getByRole('img', { name: 'Alert at 60% (override)' });
  // the middle of the mark, in percent of the bar
  const place = () =>
    mark.evaluate((tick) => {
      const [own, bar] = [tick, tick.parentElement ?? tick].map((each) => each.getBoundingClientRect());
      return own && bar ? ((own.left + own.width / 2 - bar.left) / bar.width) * 100 : 0;
    });
  await expect.poll(async () => Math.abs((await place()) - 60)).toBeLessThan(2);
  await mark.hover();
  await page.locator('[data-side]', { hasText: 'Alert at 60% (override)' }).first().waitFor();
  await expectAccessible(page);

  await goto('/proxmox/storage');
  const pool = marksIn(page, 'Storage Pools');
  await expect.poll(() => pool('local')).toEqual(['Alert at 10% (override)']);
  await expect.poll(() => pool('other')).toEqual(['Alert at 70% (default)']);

  await goto('/docker');
  const container = marksIn(page, 'Containers');
  await expect.poll(() => container('web')).toEqual(['Alert at 55% (override)', 'Alert at 85% (default)']);
});

test('a change of the configuration is shown without a reload, and nothing is shown where alerts are switched off', async (ctx) => {
  const { page, answer, say } = await open(ctx, '/proxmox/overview', {
    state,
    prepare: (stage) => stage.answer(CONFIG, config),
  });
  const guest = marksIn(page, 'Guests');
  await expect.poll(() => guest('plain')).toHaveLength(3);
  await answer(CONFIG, { ...config, guestDefaults: { ...config.guestDefaults, cpu: at(33) } });
  say({ type: 'alert_config_changed', data: {} });
  await expect.poll(async () => (await guest('plain'))[0]).toBe('Alert at 33% (default)');
  await answer(CONFIG, { ...config, disableAllGuests: true });
  say({ type: 'alert_config_changed', data: {} });
  await expect.poll(() => guest('plain')).toEqual([]);
});
