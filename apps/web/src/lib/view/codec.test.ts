import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { choice as choicePref, isFlagMap, json } from '../prefs.ts';
import { viewCodec } from './codec.ts';
import { choice, day, id, order, pageBeside, preferred, preferredColumns, preferredSort, text } from './param.ts';
import { parseSearch, stringifySearch } from './search-text.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

const codec = viewCodec({
  search: text(),
  status: preferred(choicePref('status', ['all', 'running'], 'all')),
  tab: choice(['pools', 'disks'], 'pools'),
  node: id(),
  day: day(),
  sort: preferredSort(
    choicePref('sortKey', ['vmid', 'cpu'], 'vmid'),
    choicePref('sortDirection', ['asc', 'desc'], 'asc'),
  ),
  nodeSort: order(['name', 'cpu']),
  columns: preferredColumns(json('columns', isFlagMap, {}), ['disk', 'tags', 'networkIn', '__proto__']),
});
type View = ReturnType<typeof codec.parse>;
const defaults: View = {
  search: '',
  status: 'all',
  tab: 'pools',
  node: null,
  day: null,
  sort: { key: 'vmid', descending: false },
  nodeSort: null,
  columns: {},
};
const clean = (url: string) => stringifySearch(codec.validate(parseSearch(url)));
const read = (url: string) => codec.parse(parseSearch(url));

const anyView: fc.Arbitrary<View> = fc.record({
  search: fc.string({ unit: 'grapheme', maxLength: 60 }),
  status: fc.constantFrom('all', 'running'),
  tab: fc.constantFrom('pools', 'disks'),
  node: fc.option(fc.string({ minLength: 1, maxLength: 60 })),
  day: fc.constantFrom(null, '2026-02-28', '2024-02-29'),
  sort: fc.record({ key: fc.constantFrom('vmid', 'cpu'), descending: fc.boolean() }),
  nodeSort: fc.option(fc.record({ key: fc.constantFrom('name', 'cpu'), descending: fc.boolean() })),
  columns: fc.dictionary(fc.constantFrom('disk', 'tags', 'networkIn', '__proto__'), fc.boolean()),
});
const anyPreferences = fc.record({
  status: fc.constantFrom('all', 'running', 'nonsense'),
  sortKey: fc.constantFrom('vmid', 'cpu', '__proto__'),
  sortDirection: fc.constantFrom('asc', 'desc', ''),
  columns: fc.constantFrom('{"disk":false}', '{}', '[]', 'disk'),
});
const store = (preferences: Record<string, string>) => {
  stored = new Map(Object.entries(preferences));
};

test('a view is the same after it was written into a URL and read again, whatever the preferences are', () => {
  fc.assert(
    fc.property(anyView, anyPreferences, (view, preferences) => {
      store(preferences);
      expect(read(stringifySearch(codec.format(view)))).toEqual(view);
    }),
  );
});

test('a whole view is the same for a user with other preferences', () => {
  fc.assert(
    fc.property(anyView, anyPreferences, (view, preferences) => {
      store({});
      const url = stringifySearch(codec.formatWhole(view));
      store(preferences);
      expect(read(url)).toEqual(view);
    }),
  );
});

test('no URL makes the reader throw, and a cleaned URL stays as it is and shows the same view', () => {
  const key = fc.oneof(
    fc.constantFrom('search', 'status', 'node', 'sort', 'nodeSort', 'columns', 'day', '__proto__', 'constructor'),
    fc.string(),
  );
  const urls = fc.array(fc.tuple(key, fc.string({ unit: 'binary' })), { maxLength: 8 });
  fc.assert(
    fc.property(urls, anyPreferences, (pairs, preferences) => {
      store(preferences);
      const url = new URLSearchParams(pairs).toString();
      const cleaned = clean(url);
      expect(clean(cleaned)).toBe(cleaned);
      expect(read(cleaned)).toEqual(read(url));
    }),
  );
});

describe('a cleaned URL', () => {
  test.each([
    ['', ''],
    ['?status=all&tab=pools&sort=vmid&search=&node=', ''],
    ['?status=sleeping&sort=-shoe&tab=%00&day=2026-02-31&other=1', ''],
    ['?status=running&sort=-cpu&junk=%3Cscript%3E', '?status=running&sort=-cpu'],
    ['?node=pve1&node=pve2', '?node=pve2'],
    ['?day=2026-02-28', '?day=2026-02-28'],
    ['?search=101', '?search=101'],
    ['?nodeSort=-cpu&columns=-tags,disk', '?nodeSort=-cpu&columns=-tags%2Cdisk'],
    ['?nodeSort=shoe&columns=%3Cb%3E', ''],
    ['?columns=shoe', ''],
    ['?columns=-disk,shoe,-constructor', '?columns=-disk'],
    [`?columns=${'x'.repeat(501)}`, ''],
    ['?search=true&kiosk=1', '?kiosk=1&search=true'],
    [`?search=${'x'.repeat(9_000)}`, `?search=${'x'.repeat(500)}`],
  ])('%s becomes %s', (url, expected) => {
    // the router keeps what `validateSearch` does not name
    const params = new URLSearchParams(stringifySearch({ ...parseSearch(url), ...codec.validate(parseSearch(url)) }));
    expect(Object.fromEntries(params)).toEqual(Object.fromEntries(new URLSearchParams(expected)));
  });
});

test('a column that was stored under a name of an earlier version is not written into the URL', () => {
  store({ columns: '{"shoe":false,"disk":false}' });
  expect(clean('')).toBe('?columns=-disk');
});

test('values that are not texts are ignored', () => {
  expect(codec.parse({ search: 5, status: ['running'], node: {}, sort: null })).toEqual(defaults);
});

describe('preferences', () => {
  test('are the view of a URL without valid parameters', () => {
    store({ status: 'running', sortKey: 'cpu', sortDirection: 'desc' });
    expect(read('?junk=1&status=nonsense')).toEqual({
      ...defaults,
      status: 'running',
      sort: { key: 'cpu', descending: true },
    });
    expect(clean('')).toBe('?status=running&sort=-cpu');
  });

  test('do not change the view of a link', () => {
    store({ status: 'running', sortKey: 'cpu' });
    expect(read('?node=pve1')).toEqual({ ...defaults, node: 'pve1' });
  });

  test('do not come back when the user returns to the defaults: the URL names one', () => {
    store({ sortKey: 'cpu' });
    expect(codec.format(defaults)).toEqual({ sort: 'vmid' });
    expect(read('?sort=vmid')).toEqual(defaults);
  });

  test('are stored for what the user changed, and for nothing else', () => {
    codec.remember({ status: 'running', search: 'web', node: 'pve1' });
    expect(Object.fromEntries(stored)).toEqual({ status: 'running' });
    codec.remember({ sort: { key: 'cpu', descending: true } });
    expect(Object.fromEntries(stored)).toEqual({ status: 'running', sortKey: 'cpu', sortDirection: 'desc' });
  });
});

describe('the history of the browser', () => {
  test.each([
    ['a selected node is a step that Back undoes', { node: 'pve1' }, 'step'],
    ['a reset with a selected node too', { ...defaults, node: 'pve1' }, 'step'],
    ['a text waits for the end of typing', { search: 'web' }, 'typed'],
    ['a filter replaces the entry at once', { status: 'running', search: 'web' }, 'plain'],
    ['what stays the same is no change', { node: null, search: 'web' }, 'typed'],
  ] as const)('%s', (_, change, expected) => expect(codec.changeOf(defaults, change)).toBe(expected));

  const [first, second] = ['/guests/dc-101', '/guests/dc-102'];
  const tables = viewCodec({ search: text(), beside: pageBeside() });
  test.each([
    ['a page beside the tables is opened in a step', null, first, 'step'],
    ['it follows the rows in the same entry', first, second, 'typed'],
    ['to close it undoes the step', second, null, 'undo'],
  ] as const)('%s', (_, before, after, expected) =>
    expect(tables.changeOf({ search: '', beside: before }, { beside: after })).toBe(expected),
  );
  test('to close it with another change undoes nothing', () =>
    expect(tables.changeOf({ search: '', beside: first }, { beside: null, search: 'web' })).toBe('plain'));
});
