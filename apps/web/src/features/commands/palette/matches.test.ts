import { expect, test } from 'vitest';
import { type Choice, choicesOf } from './choice.ts';
import { createFind } from './matches.ts';
import { MAX_RESULTS, resultsOf, suggestions } from './results.ts';

const choice = (name: string, more: Partial<Choice> = {}): Choice => ({
  key: `guest:${name}`,
  group: 'guests',
  name,
  what: '',
  where: '',
  words: '',
  run: () => {},
  ...more,
});
const names = (choices: readonly Choice[], text: string) =>
  createFind([choicesOf(choices)])(text, Number.POSITIVE_INFINITY).best.map(({ name }) => name);

test('the exact name comes first, then names that begin with the text, then those that contain it, then the rest', () => {
  const choices = [
    choice('proxy', { words: 'web' }),
    choice('my-web'),
    choice('cobweb'),
    choice('web-server'),
    choice('web-1'),
    choice('web'),
  ];
  expect(names(choices, 'web')).toEqual(['web', 'web-1', 'web-server', 'my-web', 'cobweb', 'proxy']);
});

test('a VMID, an IP address and a tag find the guest, and the exact number comes first', () => {
  const choices = [
    choice('a-1104', { what: 'VM 1104', words: '10.0.0.50' }),
    choice('b', { what: 'VM 104', words: '10.0.0.5 production' }),
  ];
  expect(names(choices, '104')).toEqual(['b', 'a-1104']);
  expect(names(choices, '10.0.0.5')[0]).toBe('b');
  expect(names(choices, 'production')).toEqual(['b']);
});

test('words may be in any order and of any part: name, kind, place', () => {
  const choices = [
    choice('web-prod', { what: 'VM 1', where: 'pve3 · east' }),
    choice('web-test', { what: 'VM 2', where: 'pve1 · east' }),
  ];
  expect(names(choices, 'pve3 web')).toEqual(['web-prod']);
  expect(names(choices, 'test vm')).toEqual(['web-test']);
});

test('a name that has all words comes before a shorter one that has them elsewhere', () => {
  const choices = [choice('Guest URLs', { words: 'address proxmox ve' }), choice('Add a host: Proxmox VE')];
  expect(names(choices, 'add proxmox ve')).toEqual(['Add a host: Proxmox VE', 'Guest URLs']);
});

test('one wrong letter is forgiven, but none in a number', () => {
  expect(names([choice('database')], 'datebase')).toEqual(['database']);
  expect(names([choice('web', { what: 'VM 104' })], '105')).toEqual([]);
});

test('accents and every script are found', () => {
  expect(names([choice('Übersicht')], 'uber')).toEqual(['Übersicht']);
  expect(names([choice('サーバー-1')], 'サーバー')).toEqual(['サーバー-1']);
  expect(names([choice('İİİİ1', { words: 'x' }), choice('İİİİ')], 'iiii')).toEqual(['İİİİ', 'İİİİ1']);
});

test('no text breaks the search', () => {
  for (const text of ['', ' ', '***', '(', '\\', '"', '.*', '[a', '\u0000', '-web', '😀', 'x'.repeat(5000)])
    expect(Array.isArray(names([choice('web-1'), choice('(x)')], text))).toBe(true);
  expect(names([choice('web'), choice('(x)')], '(')).toEqual(['(x)']);
});

test('a line break in a text does not mix up the choices', () => {
  expect(names([choice('one'), choice('two\nlines'), choice('three')], 'three')).toEqual(['three']);
});

test('groups are in the order of their best result, and what is left out is counted', () => {
  const many = Array.from({ length: 100 }, (_, i) => choice(`web-${i}`));
  const find = createFind([choicesOf(many), choicesOf([choice('web', { group: 'nodes', key: 'node:web' })])]);
  const { groups, more } = resultsOf(find, 'web');
  expect(groups.map(({ value }) => value)).toEqual(['nodes', 'guests']);
  expect(groups.flatMap(({ items }) => items)).toHaveLength(MAX_RESULTS);
  expect(more).toBe(101 - MAX_RESULTS);
});

test('without a text there are the recent choices first, then every command, each once', () => {
  const storage = choice('Storage', { group: 'screens', key: 'command:screen/storage' });
  const theme = choice('Dark theme', { group: 'actions', key: 'command:theme/dark' });
  const guest = choice('web');
  const { groups } = suggestions([theme, storage], [guest, theme]);
  expect(groups).toEqual([
    { value: 'recent', items: [guest, theme] },
    { value: 'screens', items: [storage] },
  ]);
});
