import { emptyState } from '@belfry/domain/delta/empty-state';
import { factsOf } from '@belfry/domain/guest-figures';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import { aBackupServer, aDatastore } from '@belfry/domain/testing/pbs';
import { aStorage } from '@belfry/domain/testing/storage';
import { expect, test } from 'vitest';
import type { Facts } from '../../../live/figures.ts';
import { createFind } from './matches.ts';
import { statusOf } from './status.ts';
import { thingsOf } from './things.ts';

const node = aNode({ name: 'pve1', status: 'online', uptime: 5 });
const guest = aGuest({
  name: 'web',
  vmid: 104,
  node: 'pve1',
  status: 'running',
  ipAddresses: ['10.0.0.5'],
  tags: ['shop'],
});
const state: Facts = {
  ...emptyState,
  nodes: [node],
  vms: [factsOf(guest)],
  storage: [aStorage({ name: 'local-zfs', node: 'pve1' })],
  pbs: [aBackupServer({ id: 'pbs-vault', name: 'vault', datastores: [aDatastore({ name: 'nightly' })] })],
};

function chosen(text: string): string[] {
  const went: string[] = [];
  const find = createFind(thingsOf(state, [], (address) => went.push(address)));
  for (const choice of find(text, 10).best) choice.run();
  return went;
}

test('a guest without a number is found by its name, and its kind has no number', () => {
  const { vmid: _, ...named } = guest;
  const own = thingsOf({ ...state, vms: [factsOf(named)] }, [], () => {});
  expect(createFind(own)('web', 10).best.map(({ name, what }) => [name, what])).toEqual([['web', 'VM']]);
});

test('each thing leads to its page, or to the screen that shows it with nothing filtered out', () => {
  const row = encodeURIComponent(guest.id);
  expect(chosen('web')).toEqual([`/guests/${row}`]);
  expect(chosen('104')).toEqual([`/guests/${row}`]);
  expect(chosen('10.0.0.5')).toEqual([`/guests/${row}`]);
  expect(chosen('shop')).toEqual([`/guests/${row}`]);
  expect(chosen('pve1')).toContain(`/nodes/${node.id}`);
  expect(chosen('local-zfs')).toEqual([`/storages/${state.storage[0]?.id}`]);
  expect(chosen('vault')).toContain('/servers/pbs-vault');
  expect(chosen('nightly')).toEqual(['/datastores/pbs-vault%2Fnightly']);
});

test('the status is the current one: a guest on a node that went offline is not running, and one that was removed is gone', () => {
  const thing = thingsOf(state, [], () => {}).flatMap((kind) => kind.withKeys([`guest:${guest.id}`]))[0]?.thing;
  if (!thing) throw new Error('the guest is not listed');
  expect(statusOf(thing, state)).toMatchObject({ label: 'running', tone: 'ok' });
  expect(statusOf(thing, { ...state, nodes: [{ ...node, status: 'offline' }] })).toMatchObject({ label: 'unknown' });
  expect(statusOf(thing, { ...state, vms: [] })).toBeUndefined();
});
