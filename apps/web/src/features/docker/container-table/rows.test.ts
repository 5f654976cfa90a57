// From Docker hosts to rows.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortKeys } from '../preferences.ts';
import { entriesOf, type Row, selectContainers, toRows, type View } from './rows.ts';

const view: View = { search: '', grouping: 'grouped', host: null, sortKey: 'name', descending: false };
const hosts = [
  aDockerHost({
    id: 'gone',
    displayName: 'a-gone',
    staleSince: '2026-01-01T00:00:00.000Z',
    containers: [aContainer({ id: '1', name: 'lost' })],
  }),
  aDockerHost({
    id: 'two',
    displayName: 'dock-10',
    containers: [
      aContainer({ id: '1', name: 'web-10', cpuPercent: 5, restartCount: null }),
      aContainer({ id: '2', name: 'Web-2', cpuPercent: null, restartCount: 7 }),
      aContainer({ id: '3', name: 'job', state: 'exited', exitCode: 1, cpuPercent: 99, restartCount: 0 }),
    ],
  }),
  aDockerHost({ id: 'one', displayName: 'dock-2', containers: [] }),
];
const select = (part: Partial<View>) =>
  selectContainers(hosts, { ...view, grouping: 'flat', ...part }).map(({ container }) => container.name);
const rowsOf = (part: Partial<View>, expanded: Record<string, boolean> = {}, before: string[] = []) => {
  const own = { ...view, ...part };
  return toRows(selectContainers(hosts, own), own, { hosts, expanded, before });
};
const keys = (rows: readonly Row[]) => rows.map(({ key }) => key);

describe('selecting containers', () => {
  test('by host and by search', () => {
    expect(select({ host: 'gone' })).toEqual(['lost']);
    expect(select({ search: 'name:web' })).toEqual(['Web-2', 'web-10']);
    expect(select({ search: 'web', host: 'gone' })).toEqual([]);
  });

  test('names sort with their numbers in order, figures with unknown ones last either way', () => {
    expect(select({})).toEqual(['job', 'lost', 'Web-2', 'web-10']);
    expect(select({ sortKey: 'cpu', descending: true })).toEqual(['web-10', 'job', 'lost', 'Web-2']);
    expect(select({ sortKey: 'restarts', descending: true })).toEqual(['Web-2', 'job', 'lost', 'web-10']);
    expect(select({ sortKey: 'restarts' })).toEqual(['job', 'lost', 'Web-2', 'web-10']);
  });

  test('by status, the worst come first', () => {
    expect(select({ sortKey: 'status', descending: true })[0]).toBe('job');
  });

  test('every order holds every container', () => {
    fc.assert(
      fc.property(fc.constantFrom(...sortKeys), fc.boolean(), (sortKey, descending) => {
        expect(select({ sortKey, descending }).sort()).toEqual(select({}).sort());
      }),
    );
  });

  test('an unchanged host yields the same entries', () => {
    const [host = aDockerHost()] = hosts;
    expect(entriesOf(host)).toBe(entriesOf(host));
  });

  test('of 200 hosts a report reads the containers of its own host only, a keystroke reads each container once', () => {
    let looks = 0;
    const watched = (id: string) => Object.defineProperty(aContainer({ id }), 'image', { get: () => `${looks++}` });
    const containers = Array.from({ length: 50 }, (_, i) => watched(`c${i}`));
    const many = Array.from({ length: 200 }, (_, i) => aDockerHost({ id: `h${i}`, containers }));
    const typed = (search: string, all = many) => {
      looks = 0;
      selectContainers(all, { ...view, search });
      return looks;
    };
    expect(typed('image:a')).toBe(200 * 50);
    expect(typed('image:ab')).toBe(200 * 50);
    expect(typed('image:ab')).toBe(0);
    expect(typed('image:ab', many.with(7, aDockerHost({ id: 'h7', containers })))).toBe(50);
  });
});

describe('rows', () => {
  test('hosts online come first, by name; each is above its containers; an empty one stands alone', () => {
    expect(keys(rowsOf({}))).toEqual([
      'host:one',
      'host:two',
      'docker:two/name:job',
      'docker:two/name:Web-2',
      'docker:two/name:web-10',
      'host:gone',
      'docker:gone/name:lost',
    ]);
  });

  test('a search hides the hosts it finds nothing on', () => {
    expect(keys(rowsOf({ search: 'job' }))).toEqual(['host:two', 'docker:two/name:job']);
  });

  test('running containers are counted on hosts that report', () => {
    const counts = rowsOf({}).flatMap((row) => (row.kind === 'group' ? [[row.running, row.count]] : []));
    expect(counts).toEqual([
      [0, 0],
      [2, 3],
      [0, 1],
    ]);
  });

  test('a list without groups has no heads; an open container is followed by its details', () => {
    expect(keys(rowsOf({ grouping: 'flat', host: 'two' }, { 'docker:two/name:Web-2': true }))).toEqual([
      'docker:two/name:job',
      'docker:two/name:Web-2',
      'docker:two/name:Web-2/detail',
      'docker:two/name:web-10',
    ]);
  });

  test('held hosts keep their places', () => {
    const order = keys(rowsOf({}, {}, ['host:gone', 'host:two'])).filter((key) => key.startsWith('host:'));
    expect(order).toEqual(['host:gone', 'host:two', 'host:one']);
  });
});

test('a host that gets another site is searched again, though its report is the same', () => {
  const own = { ...view, grouping: 'flat' as const, search: 'site:köln' };
  expect(selectContainers(hosts, own, () => undefined)).toEqual([]);
  expect(selectContainers(hosts, own, () => 'Köln').length).toBeGreaterThan(0);
});
