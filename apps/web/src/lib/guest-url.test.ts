import type { GuestMetadata } from '@belfry/schema/http/guest-metadata';
import { expect, test } from 'vitest';
import { urlOf } from './guest-url.ts';

const guest = { id: 'dc-100', instance: 'dc', node: 'pve1', vmid: 100 };
const record = (id: string, customUrl: string) => ({ [id]: { id, customUrl, description: '', tags: [] } });

test('by its id, else by the names older clients know it by', () => {
  expect(urlOf(guest, record('dc-100', 'https://a.lan'))).toBe('https://a.lan');
  expect(urlOf(guest, record('pve1-100', 'https://b.lan'))).toBe('https://b.lan');
  expect(urlOf(guest, { ...record('pve1-100', 'https://b.lan'), ...record('dc-100', 'https://a.lan') })).toBe(
    'https://a.lan',
  );
  expect(urlOf(guest, record('pve2-100', 'https://c.lan'))).toBeUndefined();
  expect(urlOf(guest, undefined)).toBeUndefined();
});

test('an address that must not be a link is never one, even if an old version stored it', () => {
  expect(urlOf(guest, record('dc-100', 'javascript:alert(1)'))).toBeUndefined();
  expect(urlOf(guest, record('dc-100', ''))).toBeUndefined();
});

test('an address is looked up once for the same guest and the same metadata', () => {
  let reads = 0;
  const metadata = {
    get 'dc-100'() {
      reads++;
      return record('dc-100', 'https://a.lan')['dc-100'] as GuestMetadata;
    },
  };
  const facts = { ...guest };
  expect([urlOf(facts, metadata), urlOf(facts, metadata)]).toEqual(['https://a.lan', 'https://a.lan']);
  expect(reads).toBe(1);
});
