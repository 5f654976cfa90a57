// The Overview with invented guests, and the locators its tests share.
import type { Page } from 'playwright-core';
import { aGuest, aNode } from './made.ts';
import { column } from './stage.ts';

export const PATH = '/proxmox/overview';
export const guests = [
  aGuest({ vmid: 100, name: 'web', tags: ['production', 'dmz', 'eu', 'tier-1', 'team-a'], lock: 'backup', cpu: 0.5 }),
  aGuest({ vmid: 101, name: 'db', cpu: 0.9, uptime: 1800 }),
  aGuest({ vmid: 102, name: 'old', status: 'stopped', cpu: 0, uptime: 0 }),
  aGuest({ vmid: 103, name: 'far', node: 'pve2', cpu: 0.7 }),
];
export const state = {
  nodes: [aNode('pve1'), aNode('pve2', { status: 'offline', uptime: 0 }), aNode('solo', { isClusterMember: false })],
  vms: guests,
  containers: [aGuest({ vmid: 200, name: 'ct', type: 'lxc', node: 'solo' })],
};
export const names = async (page: Page) => (await column(page, 'Guests')).map((text) => text.split('\n')[0]);
export const row = (page: Page, id: string) => page.locator(`tr[data-key="${id}"]`);
export const toggle = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('button', { name, exact: true });
export const reset = (page: Page) => page.getByRole('button', { name: 'Reset' }).first();
export const search = (page: Page) => page.getByRole('textbox', { name: 'Search guests' });
