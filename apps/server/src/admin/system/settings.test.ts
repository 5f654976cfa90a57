import type { SystemSettings } from '@belfry/schema/http/system';
import { expect, test } from 'vitest';
import { tempDir, tempStore } from '../../db/testing/temp-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createSettings } from './settings.ts';

async function setUp(env: Partial<SystemSettings> = {}, dataDir = tempDir()) {
  const store = await tempStore({ clock: fakeClock(0), dataDir });
  const settings = createSettings({ store, env, channel: 'stable' });
  return { settings, store, dataDir };
}

test('a setting that was never set is the same before and after a restart, also when others were set', async () => {
  const first = await setUp();
  const before = first.settings.current();
  expect(before).toMatchObject({
    discoveryEnabled: false,
    discoverySubnet: 'auto',
    theme: '',
    autoUpdateEnabled: false,
  });
  await first.settings.update({ theme: 'dark' });
  await first.store.close();
  const { settings } = await setUp({}, first.dataDir);
  expect(settings.current()).toEqual({ ...before, theme: 'dark' });
});

test('an update keeps the fields that it omits; empty text and 0 hours restore the default', async () => {
  const { settings } = await setUp();
  await settings.update({
    discoverySubnet: '10.0.0.0/24',
    autoUpdateTime: '22:15',
    autoUpdateCheckInterval: 6,
    allowedOrigins: 'https://a.example',
  });
  await settings.update({ discoverySubnet: '', autoUpdateTime: '', autoUpdateCheckInterval: 0, allowedOrigins: '' });
  expect(settings.current()).toMatchObject({
    discoverySubnet: 'auto',
    autoUpdateTime: '03:00',
    autoUpdateCheckInterval: 24,
    allowedOrigins: '',
  });
});

test('a field that the environment sets is refused by name, the whole update is refused, and nothing is stored', async () => {
  const { settings, store } = await setUp({ discoveryEnabled: true });
  const refused = await settings.update({ discoveryEnabled: false, theme: 'dark' });
  expect(refused).toMatchObject({
    error: { code: 'conflict', details: { discoveryEnabled: { id: 'input.ofEnvironment' } } },
  });
  expect(settings.current()).toMatchObject({ discoveryEnabled: true, theme: '' });
  expect(createSettings({ store, env: {}, channel: 'stable' }).current().discoveryEnabled).toBe(false);
});

test('an invalid stored value is ignored, and the other stored values are used', async () => {
  const { settings, store } = await setUp();
  await store.settings.put('system', { theme: 'purple', pbsPollingInterval: 90 });
  const again = createSettings({ store, env: {}, channel: 'rc' });
  expect(again.current()).toEqual({ ...settings.current(), pbsPollingInterval: 90, updateChannel: 'rc' });
});

test('a subnet that cannot be scanned is refused, naming the field', async () => {
  const { settings } = await setUp();
  for (const subnet of ['10.0.0.0/99', '10.0.0.0/8', '300.1.1.1'])
    expect(await settings.update({ discoverySubnet: subnet })).toMatchObject({
      error: { details: { discoverySubnet: { id: expect.stringContaining('subnet.') } } },
    });
  expect((await settings.update({ discoverySubnet: '10.0.0.0/24, 10.0.1.0/24' })).ok).toBe(true);
});

test('listeners receive the fields of an update', async () => {
  const { settings } = await setUp();
  const heard: string[][] = [];
  settings.onUpdate((_, named) => heard.push([...named]));
  await settings.update({ theme: 'dark', allowEmbedding: true });
  expect(heard).toEqual([['theme', 'allowEmbedding']]);
});

test('an interval of updates that an older version stored is the nearest of the choices', async () => {
  const dataDir = tempDir();
  const store = await tempStore({ dataDir });
  await store.settings.put('system', { autoUpdateCheckInterval: 7 });
  await store.close();
  const { settings } = await setUp({}, dataDir);
  expect(settings.current().autoUpdateCheckInterval).toBe(6);
});
