// The page about nodes that die, with an invented cluster.
import type { NodeLoss } from '@belfry/schema/entities/node-loss';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGuest, aNode } from './made.ts';
import { useStage } from './stage.ts';

const open = useStage();
const PATH = '/proxmox/node-loss';
const GiB = 1024 ** 3;

const node = (name: string, used: number) =>
  aNode(name, {
    instance: 'dc',
    isClusterMember: true,
    clusterName: 'attic',
    memory: { total: 64 * GiB, used: used * GiB, free: (64 - used) * GiB, usage: (used / 64) * 100 },
  });
const guest = (vmid: number, name: string, gib: number) =>
  aGuest({
    instance: 'dc',
    node: 'pve1',
    vmid,
    name,
    cpus: 4,
    memory: { total: gib * GiB, used: GiB, free: (gib - 1) * GiB, usage: 10 },
  });
const loss = (own: string, guests: NodeLoss['guests']): NodeLoss => ({
  id: `dc-${own}`,
  instance: 'dc',
  node: own,
  guests,
  isQuorate: false,
});
const state = {
  nodes: [node('pve1', 32), node('pve2', 48), aNode('shed', { instance: 'alone' })],
  vms: [guest(101, 'web', 8), guest(102, 'erp', 32), guest(103, 'films', 4)],
  guestSnapshots: [
    {
      ...{ id: 's1', name: 'before-upgrade', node: 'pve1', instance: 'dc', type: 'qemu' as const, vmid: 101 },
      ...{ time: '2025-01-01T00:00:00Z', vmstate: true },
    },
  ],
  pveClusters: [
    {
      ...{ id: 'dc', instance: 'dc', name: 'attic', quorate: true, nodes: 2, nodesOnline: 2 },
      quorumDevice: { votes: true, state: 'Connected' },
    },
  ],
  nodeLosses: [
    loss('pve1', [
      { vmid: 101, to: 'pve2', isManaged: true },
      { vmid: 102, isManaged: true, obstacles: [{ kind: 'memory', node: 'pve2', freeBytes: 8 * GiB }] },
      { vmid: 103, isManaged: false, obstacles: [{ kind: 'usb', what: 'usb0' }] },
    ]),
    loss('pve2', []),
  ],
};
const card = async (page: Page, name: string) =>
  (await page.getByRole('region', { name, exact: true }).innerText()).replace(/\s+/g, ' ');

test('each node says which of its guests fit elsewhere, and why the others do not', async (ctx) => {
  const { page } = await open(ctx, PATH, { state });
  await expect.poll(() => card(page, 'pve1')).toContain('1 of 3 guests fits elsewhere.');
  await page.getByText('The quorum device votes and is counted.').waitFor();
  const text = await card(page, 'pve1');
  expect(text).toContain('erp 102 HA needs 32 GB of memory; the most that would be free is 8 GB on pve2');
  expect(text).toContain('films 103 uses a USB device of this node (usb0)');
  expect(text).toContain('even with a quorum device: no guest starts there');
  expect(text).not.toContain('HA starts');
  expect(text).toContain('44 GB of memory (68% of the node) and 12 virtual CPUs');
  await expect.poll(() => page.getByRole('img', { name: '75% in use now, 87% then' }).count()).toBe(1);
  expect(await card(page, 'pve2')).toContain('No guest runs here.');
  expect(await card(page, 'attic')).toContain('Not all guests fit elsewhere if pve1 dies.');
});

test('HA starts the guests that fit where the majority stays', async (ctx) => {
  const nodeLosses = state.nodeLosses.map((entry) => ({ ...entry, isQuorate: true }));
  const { page } = await open(ctx, PATH, { state: { ...state, nodeLosses } });
  await expect.poll(() => card(page, 'pve1')).toContain('1 of 3 guests fits elsewhere. HA starts it.');
  expect(await card(page, 'pve1')).not.toContain('no guest starts there');
});

test('a single host has no place for its guests, and says so', async (ctx) => {
  const { page } = await open(ctx, PATH, { state: { nodes: [aNode('shed', { instance: 'alone' })] } });
  await expect
    .poll(() => card(page, 'Single hosts'))
    .toContain('If shed dies, nothing can move: there is no other node.');
});

test('old snapshots are listed with their age and the memory in them', async (ctx) => {
  const { page } = await open(ctx, PATH, { state });
  const row = page.getByRole('table', { name: 'Old or large snapshots' }).getByRole('row', { name: /web/ });
  await expect
    .poll(async () => (await row.innerText()).replace(/\s+/g, ' '))
    .toMatch(/before-upgrade .*days about 8 GB/);
});

test('by keyboard, the guests that fit open below their line, and the page of a node leads here', async (ctx) => {
  const { page } = await open(ctx, PATH, { state });
  const where = page.getByRole('region', { name: 'pve1', exact: true }).getByText('Where the guest that fits would go');
  await where.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => card(page, 'pve1')).toContain('→ pve2');
  await page.getByRole('region', { name: 'pve1', exact: true }).getByRole('link', { name: 'Page of the node' }).click();
  await page.getByRole('link', { name: 'Where they would go' }).click();
  await page.waitForURL(`**${PATH}`);
});
