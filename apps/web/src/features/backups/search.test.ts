import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { asksForServer, backupMatcher } from './search.ts';
import { aBackup, onServer } from './testing/backup.ts';

const matches = (text: string, backup = aBackup()) => backupMatcher(text)(backup);

test('a word without a field is searched everywhere, a field only in its place', () => {
  expect([matches('WEB'), matches('100'), matches('node:pve1'), matches('node:pve2'), matches('name:we')]).toEqual([
    true,
    true,
    true,
    false,
    true,
  ]);
  expect([matches('type:vm'), matches('mode:pve'), matches('storage:loc'), matches('owner:x')]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('pbs: selects server, datastore and namespace; the root is written as /', () => {
  const root = onServer('store', '');
  const deep = onServer('store', 'prod/east');
  const selects = (text: string) => [matches(text, root), matches(text, deep)];
  expect(selects('pbs:main')).toEqual([true, true]);
  expect(selects('pbs:MAIN:store')).toEqual([true, true]);
  expect(selects('pbs:main:other')).toEqual([false, false]);
  expect(selects('pbs:main:store:/')).toEqual([true, false]);
  expect(selects('pbs:main:store:prod/east')).toEqual([false, true]);
  expect(selects('pbs:main:store:prod')).toEqual([false, false]);
  // the form in the tip
  expect(selects('pbs:main:store:/prod/east')).toEqual([false, true]);
  expect(matches('pbs:main', aBackup())).toBe(false);
});

test('pbs:, and node: with the name of a server, select backup servers', () => {
  const asks = (text: string) => asksForServer(text, ['Main']);
  expect([asks('node:main'), asks('web, node:MAIN'), asks('pbs:x'), asks('node:pve1'), asks('main')]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('sizes are compared in GB; a backup without a size matches no comparison', () => {
  const large = aBackup({ size: 21 * 1024 ** 3 });
  expect([
    matches('size>20', large),
    matches('size<20', large),
    matches('size<20', aBackup({ size: undefined })),
  ]).toEqual([true, false, false]);
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string(), (text) => typeof matches(text) === 'boolean' && asksForServer(text, ['x']) !== null),
  );
  fc.assert(fc.property(fc.string(), (text) => typeof matches(`pbs:${text}`, onServer('a', 'b')) === 'boolean'));
});
