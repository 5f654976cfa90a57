// Settings that cannot be read: the default holds, and nothing is lost without a copy.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { tempDir, tempStore } from './testing/temp-store.ts';

const Item = z.object({ id: z.string() });

test('a list is without its items that cannot be read, and they are copied before the next save replaces them', async () => {
  const dataDir = tempDir();
  const { settings, setAside } = await tempStore({ dataDir });
  await settings.put('windows', [{ id: 'a' }, { id: 7 }, { id: 'b' }]);
  expect(settings.list('windows', Item)).toEqual([{ id: 'a' }, { id: 'b' }]);
  await settings.put('windows', [{ id: 'a' }]);
  expect(settings.list('windows', Item)).toEqual([{ id: 'a' }]);
  const copies = readFileSync(path.join(dataDir, 'set-aside.jsonl'), 'utf8').trim().split('\n');
  expect(copies.map((line) => JSON.parse(JSON.parse(line).content.value))).toEqual([
    [{ id: 'a' }, { id: 7 }, { id: 'b' }],
  ]);
  expect(setAside.problems()['set-aside']?.message).toContain('the setting windows (belfry.db)');
});

test('a setting that is no JSON is as if it were not there, and a right one is never copied', async () => {
  const dataDir = tempDir();
  const { settings, setAside, elsewhere } = await tempStore({ dataDir });
  await settings.put('right', { id: 'a' });
  expect([settings.get('right', Item), settings.get('none', Item)]).toEqual([{ id: 'a' }, undefined]);
  expect([existsSync(path.join(dataDir, 'set-aside.jsonl')), setAside.problems()]).toEqual([false, {}]);
  await elsewhere(`UPDATE settings SET value = '{'`);
  expect(settings.get('right', Item)).toBe(undefined);
  expect(setAside.problems()['set-aside']?.message).toContain('the setting right');
});
