import { expect, test } from 'vitest';
import { createBySite, type NamedSite } from './by-site.ts';

const instances = [{ id: 'dc' }, { id: 'branch', site: 's1' }, { id: 'home', site: 's2' }, { id: 'pbs', site: 's1' }];
const sites: NamedSite[] = [
  { id: 's1', name: 'Köln', status: 'connected' },
  { id: 's2', name: 'Aachen', status: 'connected' },
];
interface Row {
  kind: string;
  key: string;
  instance: string | undefined;
}
const group = (instance: string): Row => ({ kind: 'group', key: instance, instance });
const guest = (key: string): Row => ({ kind: 'guest', key, instance: undefined });
const rows = [
  group('branch'),
  guest('b1'),
  group('dc'),
  guest('d1'),
  guest('d2'),
  group('home'),
  guest('h1'),
  group('pbs'),
];
const blocks = {
  begins: ({ kind }: Row) => kind === 'group',
  instanceOf: ({ instance }: Row) => instance,
};
const shown = (all = sites, own = rows, before?: readonly string[]) =>
  createBySite(instances, all)
    .grouped(own, { ...blocks, ...(before && { before }) })
    .map(({ key }) => key)
    .join(' ');

test('what the server polls itself comes first, then the sites by name, each above all that belongs to it', () => {
  expect(shown()).toBe('site: dc d1 d2 site:s2 home h1 site:s1 branch b1 pbs');
});

test('the site with the worst row comes before the others, behind one that is silent', () => {
  const rankOf = ({ key }: Row) => Number(key === 'h1');
  const keys = (all: typeof sites) =>
    createBySite(instances, all)
      .grouped(rows, { ...blocks, rankOf })
      .flatMap(({ key }) => (key.startsWith('site:') ? key : []));
  expect(keys(sites)).toEqual(['site:s2', 'site:', 'site:s1']);
  const silent = sites.map((site) => (site.id === 's1' ? { ...site, status: 'silent' as const } : site));
  expect(keys(silent)).toEqual(['site:s1', 'site:s2', 'site:']);
});

test('a site that is silent comes first, unless the places are kept', () => {
  const silent = sites.map((site) => (site.id === 's1' ? { ...site, status: 'silent' as const } : site));
  expect(shown(silent)).toBe('site:s1 branch b1 pbs site: dc d1 d2 site:s2 home h1');
  expect(shown(silent, rows, ['site:', 'site:s2', 'site:s1'])).toBe(shown());
});

test('what belongs to a folded site is not shown, and its head still knows it', () => {
  const folded = new Set(['site:s1']);
  const all = createBySite(instances, sites).grouped(rows, { ...blocks, folded });
  expect(all.map(({ key }) => key).join(' ')).toBe('site: dc d1 d2 site:s2 home h1 site:s1');
  expect(all.at(-1)).toMatchObject({ isOpen: false, below: [{ key: 'branch' }, { key: 'b1' }, { key: 'pbs' }] });
});

test('rows of one place have no head', () => {
  expect(shown(sites, [group('branch'), guest('b1'), group('pbs')])).toBe('branch b1 pbs');
});

test('a head knows all rows below it, and nothing is lost', () => {
  const made = createBySite(instances, sites).grouped(rows, blocks);
  const heads = made.filter((row) => 'above' in row);
  expect(heads.flatMap(({ below }) => below)).toHaveLength(rows.length);
  expect(made).toHaveLength(rows.length + 3);
});

test('a site that is not known is named by its id', () => {
  const bySite = createBySite([{ id: 'x', site: 'gone' }], sites);
  expect([bySite.siteOf({ instance: 'x' }), bySite.placeOf('x'), bySite.placeOf(undefined)]).toEqual([
    'gone',
    'gone',
    undefined,
  ]);
});
