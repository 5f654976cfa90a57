import type { Guest } from '@belfry/schema/entities/guest';
import { expect, test } from 'vitest';
import { urlRows } from './rows.ts';

const guest = (vmid: number, name: string, node: string) =>
  ({ id: `dc-${vmid}`, vmid, name, node, instance: 'dc' }) as Guest;
const guests = [guest(101, 'web', 'pve2'), guest(100, 'Mail', 'pve1'), guest(102, 'db', 'pve1')];
const keys = (search: string) =>
  urlRows(guests, search, ({ vmid }) => (vmid === 101 ? 'https://shop.lan' : '')).map(({ key }) => key);

test('guests are below their node, by name', () => {
  expect(keys('')).toEqual(['node:dc/pve1', 'dc-102', 'dc-100', 'node:dc/pve2', 'dc-101']);
});

test('every word must be in name, node, VMID or address, in upper or lower case; a node without guests is not shown', () => {
  expect(keys('MAIL pve1')).toEqual(['node:dc/pve1', 'dc-100']);
  expect(keys('shop')).toEqual(['node:dc/pve2', 'dc-101']);
  expect(keys('102')).toEqual(['node:dc/pve1', 'dc-102']);
  expect(keys('mail pve2')).toEqual([]);
});
