import { figuresOf, type GuestFacts } from '@belfry/domain/guest-figures';
import { guestStates } from '@belfry/domain/status';
import { aGuest } from '@belfry/domain/testing/guest';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { awaiting } from '../../../live/figures.ts';
import { hasDetail } from '../../../ui/guest/contents.ts';
import { sortKeys } from '../preferences.ts';
import { headedAlike, selectGuests, standsAlike, toRows, usesFigures, type View } from './rows.ts';

const view: View = {
  search: '',
  type: 'all',
  status: 'all',
  grouping: 'grouped',
  node: null,
  sortKey: 'vmid',
  descending: false,
};
const aNode = (name: string, fields: Partial<Node> = {}) =>
  ({
    id: `dc-${name}`,
    name,
    displayName: name,
    instance: 'dc',
    host: name,
    status: 'online',
    uptime: 1,
    isClusterMember: true,
    clusterName: 'dc',
    ...fields,
  }) as Node;
const nodes = [aNode('pve1'), aNode('pve2', { status: 'offline', uptime: 0 }), aNode('pve10')];
const guests = [
  aGuest({ vmid: 101, name: 'web-10', cpu: 0.9 }),
  aGuest({ vmid: 100, name: 'Web-2', type: 'lxc', cpu: 0.1 }),
  aGuest({ vmid: 102, name: 'db', node: 'pve2', cpu: 0.5 }),
  aGuest({ vmid: 103, name: 'old', status: 'stopped', node: 'pve10', cpu: 0, uptime: 0 }),
];
const figures = (list: readonly Guest[]) => new Map(list.map((guest) => [guest.id, figuresOf(guest)]));
const ids = (list: readonly GuestFacts[]) => list.map((guest) => guest.vmid).join(' ');
const inPlace = '100 101 102 103';
const select = (part: Partial<View>) => ids(selectGuests(guests, figures(guests), { ...view, ...part }, nodes));

describe('selecting guests', () => {
  test('filters by type, node and search', () => {
    expect(select({ type: 'lxc' })).toBe('100');
    expect(select({ type: 'vm' })).toBe('101 102 103');
    expect(select({ node: 'dc-pve2' })).toBe('102');
    expect(select({ search: 'web' })).toBe('100 101');
  });

  test('figures that are on their way match neither a comparison nor its opposite, and order nothing', () => {
    const of = (part: Partial<View>) => ids(selectGuests(guests, awaiting, { ...view, ...part }, nodes));
    for (const search of ['cpu>10', 'cpu<10', '-cpu>10', 'disk<100', '-disk<100', 'netin<1', 'uptime>1h'])
      expect([search, of({ search })]).toEqual([search, '']);
    // a guest that does not run has no uptime, which is a fact
    expect([of({ search: 'uptime<1h' }), of({ search: '-uptime>1h' })]).toEqual(['102 103', '102 103']);
    expect(of({ search: 'web' })).toBe('100 101');
    for (const sortKey of sortKeys.filter((key) => usesFigures({ search: '', sortKey: key })))
      expect([sortKey, of({ sortKey }), of({ sortKey, descending: true })]).toEqual([sortKey, inPlace, inPlace]);
  });

  test('a guest on an offline node counts as unknown, neither as running nor as stopped', () => {
    expect(select({ status: 'running' })).toBe('100 101');
    expect(select({ status: 'stopped' })).toBe('103');
    expect([select({ status: 'unknown' }), select({ status: 'other' })]).toEqual(['102', '']);
    expect([select({ search: 'status:unknown' }), select({ search: 'status:running' })]).toEqual(['102', '100 101']);
    expect(toRows(guests, 'grouped', nodes, {})).toContainEqual(
      expect.objectContaining({ name: 'pve2', counts: { running: 0, stopped: 0, paused: 0, other: 0, unknown: 1 } }),
    );
  });

  test('a guest that is not reached counts neither as running nor as stopped, and its figures are not sorted', () => {
    const silent = guests.map((guest) => (guest.vmid === 101 ? { ...guest, staleSince: 'then' } : guest));
    const of = (part: Partial<View>) => ids(selectGuests(silent, figures(silent), { ...view, ...part }, nodes));
    expect([of({ status: 'running' }), of({ status: 'stopped' }), of({})]).toEqual(['100', '103', '100 101 102 103']);
    expect([of({ status: 'unknown' }), of({ search: 'status:unknown' })]).toEqual(['101 102', '101 102']);
    expect(of({ sortKey: 'cpu', descending: true })).toBe('100 101 102 103');
    const [head, row] = toRows(silent, 'grouped', nodes, {});
    expect(head).toMatchObject({ counts: { running: 1, stopped: 0, paused: 0, other: 0, unknown: 1 } });
    expect(row).toMatchObject({ status: { word: 'unreachable', last: 'running', figures: 'old' } });
  });

  test('a guest that is on and does not run counts neither as running nor as stopped', () => {
    const halted = ['io-error', 'internal-error', 'guest-panicked', 'paused', 'suspended', 'prelaunch'];
    const list = halted.map((status, i) => aGuest({ vmid: 200 + i, status }));
    const of = (status: View['status']) => ids(selectGuests(list, figures(list), { ...view, status }, nodes));
    expect([of('running'), of('stopped'), of('paused'), of('other')]).toEqual(['', '', '203 204', '200 201 202 205']);
    expect(toRows(list, 'grouped', nodes, {})[0]).toMatchObject({
      counts: { running: 0, stopped: 0, paused: 2, other: 4, unknown: 0 },
    });
  });

  test('names sort naturally and without case', () => {
    expect(select({ sortKey: 'name' })).toBe('102 103 100 101');
  });

  test('a stopped guest has no figures, and missing values are last in both directions', () => {
    expect(select({ sortKey: 'cpu' })).toBe('100 101 102 103');
    expect(select({ sortKey: 'cpu', descending: true })).toBe('101 100 102 103');
  });

  test('every sort order is total: it does not depend on the order of arrival', () => {
    const any = fc.record({
      vmid: fc.integer({ min: 100, max: 105 }),
      instance: fc.constantFrom('a', 'b'),
      cpu: fc.constantFrom(0, 0.5, 1),
      networkIn: fc.constantFrom(null, 1),
      status: fc.constantFrom('running', 'stopped'),
    });
    const all = [aNode('pve1', { id: 'a-pve1' }), aNode('pve1', { id: 'b-pve1' })];
    fc.assert(
      fc.property(
        fc.uniqueArray(any, { selector: (each) => `${each.instance}${each.vmid}`, maxLength: 12 }),
        fc.constantFrom(...sortKeys),
        fc.boolean(),
        (list, sortKey, descending) => {
          const made = list.map(aGuest);
          const order = (input: Guest[]) =>
            selectGuests(input, figures(input), { ...view, sortKey, descending }, all).map((g) => g.id);
          expect(order([...made].reverse())).toEqual(order(made));
        },
      ),
    );
  });
});

describe('rows', () => {
  test('groups are the nodes, online first, by natural name, with their counts', () => {
    const heads = toRows(guests, 'grouped', nodes, {}).filter((row) => row.kind === 'group');
    const groupHeads = heads.map(({ name, counts, status }) => [name, counts.running, counts.stopped, status.word]);
    expect(groupHeads).toEqual([
      ['pve1', 2, 0, 'online'],
      ['pve10', 0, 1, 'online'],
      ['pve2', 0, 0, 'offline'],
    ]);
    expect(heads[0]).toMatchObject({ cluster: 'dc', href: 'https://pve1:8006' });
  });

  test('a guest of an unknown node is shown under the name of the node, which is offline', () => {
    const [head, row] = toRows([aGuest({ node: 'ghost' })], 'grouped', nodes, {});
    expect(head).toMatchObject({ kind: 'group', name: 'ghost', status: { word: 'unknown' } });
    expect(row).toMatchObject({ kind: 'guest', status: { word: 'unknown' } });
  });

  test('a guest with an alert expands although it has no other details', () => {
    const keys = (alerted: string[]) =>
      toRows([aGuest({ vmid: 7 })], 'flat', nodes, { 'dc-7': true }, [], new Set(alerted)).map(({ key }) => key);
    expect(keys([])).toEqual(['dc-7']);
    expect(keys(['dc-7'])).toEqual(['dc-7', 'dc-7/detail']);
  });

  test('flat rows keep the order of the guests; only a guest with details expands', () => {
    const rich = aGuest({ vmid: 7, osName: 'Debian' });
    const rows = toRows([rich, ...guests], 'flat', nodes, { 'dc-7': true, 'dc-101': true });
    expect(rows.map((row) => row.key)).toEqual(['dc-7', 'dc-7/detail', 'dc-101', 'dc-100', 'dc-102', 'dc-103']);
    expect(hasDetail(aGuest())).toBe(false);
    expect(hasDetail(aGuest({ memory: { ...aGuest().memory, swapTotal: 1 } }))).toBe(true);
    expect(hasDetail(aGuest({ inBackupJob: false }))).toBe(true);
  });
});

describe('rows stand as they are', () => {
  const sameFigures = figures([...guests, aGuest({ vmid: 100, cpu: 0.7 })]);
  const reading = fc.record({
    vmid: fc.constant(100),
    name: fc.constantFrom('a', 'b'),
    type: fc.constantFrom('qemu', 'lxc'),
    node: fc.constantFrom('pve1', 'pve2'),
    status: fc.constantFrom('running', 'stopped'),
    staleSince: fc.constantFrom(undefined, 'then'),
    osName: fc.constantFrom(undefined, 'Debian'),
  });
  const rowsOf = (list: readonly Guest[], own: View) =>
    toRows(selectGuests(list, sameFigures, own, nodes), own.grouping, nodes, { 'dc-100': true });

  test('when two versions of a guest are alike for a view, the view has the same rows', () => {
    const views = fc.record({
      search: fc.constantFrom('', 'a', 'cpu>50'),
      type: fc.constantFrom('all', 'vm', 'lxc'),
      status: fc.constantFrom('all', ...guestStates),
      grouping: fc.constantFrom('grouped', 'flat'),
      node: fc.constantFrom(null, 'dc-pve1'),
      sortKey: fc.constantFrom(...sortKeys),
      descending: fc.boolean(),
    });
    const others = guests.filter(({ vmid }) => vmid !== 100);
    fc.assert(
      fc.property(reading, reading, views, (one, other, own) => {
        const [before, now] = [aGuest(one as Partial<Guest>), aGuest(other as Partial<Guest>)];
        if (!standsAlike(own.search)?.(before, now)) return;
        expect(rowsOf([...others, now], own)).toEqual(rowsOf([...others, before], own));
      }),
    );
  });

  test('figures matter only to a view that sorts by one, or searches for one', () => {
    expect(usesFigures({ search: '', sortKey: 'vmid' })).toBe(false);
    expect(usesFigures({ search: '', sortKey: 'cpu' })).toBe(true);
    for (const search of ['cpu>50', 'web, -disk>80', 'db OR uptime<1h', 'netin:7'])
      expect(usesFigures({ search, sortKey: 'vmid' })).toBe(true);
    for (const search of ['web', 'cpu', 'node:pve1', 'vmid>100', 'cpus>2', '"cpu>50"'])
      expect(usesFigures({ search, sortKey: 'vmid' })).toBe(false);
  });

  test('the load of a node does not change its head; its name, its address and going offline do', () => {
    const node = aNode('pve1', { cpu: 0.1 });
    expect(headedAlike(node, aNode('pve1', { cpu: 0.9, uptime: 20 }))).toBe(true);
    for (const change of [
      { displayName: 'x' },
      { host: 'x' },
      { status: 'offline' },
      { staleSince: 'then' },
      { clusterName: 'x' },
    ])
      expect(headedAlike(node, aNode('pve1', change as Partial<Node>))).toBe(false);
  });
});
