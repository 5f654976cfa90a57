// What people add to guests, on the whole server.

import type { Guest } from '@belfry/schema/entities/guest';
import { expect, test } from 'vitest';
import { openApp } from '../../contract/testing/whole-app.ts';
import { tempStore } from '../../db/testing/temp-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createMetadata } from './metadata.ts';

const ALL = '/api/guests/metadata';
const nothing = { customUrl: '', description: '', tags: [] };

test('an address is saved, changed and deleted; fields that a change omits keep their values', async () => {
  const app = await openApp();
  expect((await app.call('GET', ALL)).json).toEqual({});
  expect((await app.call('GET', `${ALL}/dc-100`)).json).toEqual({ id: 'dc-100', ...nothing });
  const record = { id: 'dc-100', customUrl: 'https://nas.lan', description: 'files', tags: ['home'] };
  expect((await app.call('PUT', `${ALL}/dc-100`, { body: record })).json).toEqual(record);
  const moved = { ...record, customUrl: 'http://10.0.0.5:8080/x' };
  expect((await app.call('POST', `${ALL}/dc-100`, { body: { customUrl: moved.customUrl } })).json).toEqual(moved);
  expect((await app.call('GET', ALL)).json).toEqual({ 'dc-100': moved });
  const gone = await app.call('DELETE', `${ALL}/dc-100`);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect((await app.call('GET', ALL)).json).toEqual({});
});

test.each([
  ['javascript:alert(document.cookie)', 'URL must start with http:// or https://'],
  ['nas.', 'URL appears incomplete - please enter a complete domain or IP address'],
  ['http://', 'URL must include a valid hostname or IP address'],
  ['https://a b', 'Invalid URL format'],
])('%s is refused, naming the field', async (customUrl, text) => {
  const app = await openApp();
  const reply = await app.call('PUT', `${ALL}/dc-100`, { body: { customUrl } });
  expect([reply.status, reply.json]).toEqual([
    400,
    expect.objectContaining({ error: text, details: { customUrl: text } }),
  ]);
  expect((await app.call('GET', ALL)).json).toEqual({});
});

test('values that are too long or too many are refused, and so are unknown fields', async () => {
  const app = await openApp();
  const bad = [
    { customUrl: `https://${'a'.repeat(3000)}.lan` },
    { tags: ['x'.repeat(65)] },
    { tags: Array(51).fill('x') },
    { color: 'red' },
    { id: 'dc-101' },
  ];
  for (const body of bad) expect((await app.call('PUT', `${ALL}/dc-100`, { body })).status).toBe(400);
});

test('a change of many records is saved completely, or not at all with an error for each invalid record', async () => {
  const app = await openApp();
  const put = (body: object) => app.call('PUT', ALL, { body });
  const refused = await put({ 'dc-1': { customUrl: 'https://a.lan' }, 'dc-2': { customUrl: 'b.lan' } });
  expect([refused.status, refused.json.details]).toEqual([400, { 'dc-2': expect.any(String) }]);
  expect((await app.call('GET', ALL)).json).toEqual({});
  const saved = await put({ 'dc-1': { customUrl: 'https://a.lan' }, 'dc-2': { customUrl: '' } });
  expect(saved.json).toMatchObject({ 'dc-1': { customUrl: 'https://a.lan' } });
  expect(Object.keys((await app.call('GET', ALL)).json)).toEqual(['dc-1']);
});

test('a guest keeps its notes when it moves to another node, and its earlier ids still work', async () => {
  const clock = fakeClock(0);
  const guest = { id: 'dc-100', instance: 'dc', node: 'pve1', vmid: 100 } as Guest;
  let guests = [guest];
  let changes = 0;
  const metadata = createMetadata({
    store: await tempStore({ clock }),
    guests: () => guests,
    changed: () => changes++,
  });
  await metadata.put({ 'dc-pve1-100': { customUrl: 'https://a.lan' } });
  guests = [{ ...guest, node: 'pve2' }];
  expect([(await metadata.get('dc-100')).customUrl, (await metadata.get('pve2-100')).customUrl, changes]).toEqual([
    'https://a.lan',
    'https://a.lan',
    1,
  ]);
  expect(Object.keys(await metadata.all())).toEqual(['dc-100']);
});

test('notes that were imported under an older id belong to the guest as soon as it appears, under one id only', async () => {
  const clock = fakeClock(0);
  let guests: Guest[] = [];
  const store = await tempStore({ clock });
  const metadata = createMetadata({ store, guests: () => guests, changed() {} });
  for (const id of ['pve1-100', 'pve1-101'])
    await store.metadata.put([{ id, customUrl: `https://${id}.lan`, description: '', tags: [] }]);
  expect(Object.keys(await metadata.all())).toEqual(['pve1-100', 'pve1-101']);
  guests = [100, 101].map((vmid) => ({ id: `dc-${vmid}`, instance: 'dc', node: 'pve1', vmid }) as Guest);
  expect(await metadata.all()).toMatchObject({
    'dc-100': { id: 'dc-100', customUrl: 'https://pve1-100.lan' },
    'dc-101': {},
  });
  await metadata.put({ 'dc-100': { description: 'mine' } });
  expect(await metadata.get('dc-100')).toMatchObject({ customUrl: 'https://pve1-100.lan', description: 'mine' });
  await metadata.remove('dc-101');
  expect((await store.metadata.list()).map(({ id }) => id)).toEqual(['dc-100']);
});

test('409: notes of guests are limited in the size of each, in their number and in their total size', async () => {
  const app = await openApp();
  const put = async (patches: object) => (await app.call('PUT', ALL, { body: patches })).status;
  const some = (from: number, n: number, patch: object) =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`dc-${from + i}`, patch]));
  expect(await put({ 'dc-1': { description: '\u00e4'.repeat(4096), tags: ['x'] } })).toBe(409);
  expect(await put({ 'dc-1': { description: 'x'.repeat(4096) } })).toBe(200);

  const long = { description: 'x'.repeat(4000) };
  for (let i = 0; i < 10; i++) expect(await put(some(i * 200, 200, long))).toBe(200);
  expect(await put(some(2000, 200, long))).toBe(409);
  for (let i = 0; i < 10; i++) expect(await put(some(i * 200, 200, { description: 'x' }))).toBe(200);
  for (let i = 0; i < 9; i++) expect(await put(some(2000 * (i + 1), 2000, { tags: ['x'] }))).toBe(200);
  expect(await put({ more: { tags: ['x'] } })).toBe(409);
  expect(await put({ 'dc-7': { tags: ['y'] } })).toBe(200);
  expect(await put({ 'dc-7': { description: '', tags: [] } })).toBe(200);
  expect(await put({ more: { tags: ['x'] } })).toBe(200);
});
