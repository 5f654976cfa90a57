import { expect, test } from 'vitest';
import { addressChoices, addressFlaw, plainAddress } from './server-address.ts';

const known = { publicUrl: '', addresses: ['http://192.168.1.5:7655', 'http://10.0.0.5:7655'] };

test('on localhost the best guess is an address of the machine, never localhost', () => {
  for (const origin of ['http://localhost:7655', 'http://127.0.0.1:7655', 'http://[::1]:7655'])
    expect(addressChoices(known, origin)).toEqual(known.addresses);
});

test('the configured address comes first, then the one that this browser uses, each once', () => {
  expect(addressChoices({ ...known, publicUrl: 'https://belfry.lan/' }, 'http://192.168.1.5:7655')).toEqual([
    'https://belfry.lan',
    ...known.addresses,
  ]);
  expect(addressChoices(undefined, 'https://belfry.lan')).toEqual(['https://belfry.lan']);
});

test('without any other address the one of the page stays, with the warning that only this machine reaches it', () => {
  const [best] = addressChoices({ publicUrl: '', addresses: [] }, 'http://localhost:7655');
  expect([best, addressFlaw(best)]).toEqual(['http://localhost:7655', 'only-here']);
});

test.each([
  '',
  'belfry',
  'ftp://a',
  'http://a/b;id',
  'http://a/$(id)',
  'http://u@a',
  'http://a?x',
  'http://$(id)',
  'http://a;id',
  'http://a b',
])('%j is no address for a command', (text) => {
  expect([plainAddress(text), addressFlaw(text)]).toEqual([undefined, 'no-address']);
});

test('an address is written in one form', () => {
  expect(plainAddress(' HTTP://Belfry.LAN:7655/ ')).toBe('http://belfry.lan:7655');
  expect(plainAddress('https://x.lan/belfry/')).toBe('https://x.lan/belfry');
  expect(addressFlaw('http://[fd00::1]:7655')).toBeUndefined();
});
