import type { SystemSettings } from '@belfry/schema/http/system';
import { expect, test } from 'vitest';
import { tempDir, tempStore } from '../../db/testing/temp-store.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createSettings } from './settings.ts';

function setUp(env: Partial<SystemSettings> = {}, dataDir = tempDir()) {
  const store = tempStore(fakeClock(0), dataDir);
  const settings = createSettings({ store: store.settings, env, channel: 'stable' });
  const restart = () => {
    store.close();
    return setUp(env, dataDir);
  };
  return { settings, store, restart };
}

test('what was never set is the same before and after a restart, whatever else was set', () => {
  const first = setUp();
  const before = first.settings.current();
  expect(before).toMatchObject({
    discoveryEnabled: false,
    discoverySubnet: 'auto',
    theme: '',
    autoUpdateEnabled: false,
  });
  first.settings.update({ theme: 'dark' });
  const { settings } = first.restart();
  expect(settings.current()).toEqual({ ...before, theme: 'dark' });
});

test('an update keeps what it does not name; empty text and 0 hours go back to the default', () => {
  const { settings } = setUp();
  settings.update({
    discoverySubnet: '10.0.0.0/24',
    autoUpdateTime: '22:15',
    autoUpdateCheckInterval: 6,
    allowedOrigins: 'https://a.example',
  });
  settings.update({ discoverySubnet: '', autoUpdateTime: '', autoUpdateCheckInterval: 0, allowedOrigins: '' });
  expect(settings.current()).toMatchObject({
    discoverySubnet: 'auto',
    autoUpdateTime: '03:00',
    autoUpdateCheckInterval: 24,
    allowedOrigins: '',
  });
});

test('what the environment holds is refused by name, with all that came with it, and never stored', () => {
  const { settings, store } = setUp({ discoveryEnabled: true });
  const refused = settings.update({ discoveryEnabled: false, theme: 'dark' });
  expect(refused).toMatchObject({ error: { code: 'conflict', details: { discoveryEnabled: expect.any(String) } } });
  expect(settings.current()).toMatchObject({ discoveryEnabled: true, theme: '' });
  expect(createSettings({ store: store.settings, env: {}, channel: 'stable' }).current().discoveryEnabled).toBe(false);
});

test('one stored value that makes no sense costs that one', () => {
  const { settings, store } = setUp();
  store.settings.put('system', { theme: 'purple', pbsPollingInterval: 90 });
  const again = createSettings({ store: store.settings, env: {}, channel: 'rc' });
  expect(again.current()).toEqual({ ...settings.current(), pbsPollingInterval: 90, updateChannel: 'rc' });
});

test('a subnet that cannot be scanned is refused, naming the field', () => {
  const { settings } = setUp();
  for (const subnet of ['10.0.0.0/99', '10.0.0.0/8', '300.1.1.1'])
    expect(settings.update({ discoverySubnet: subnet })).toMatchObject({
      error: { details: { discoverySubnet: expect.any(String) } },
    });
  expect(settings.update({ discoverySubnet: '10.0.0.0/24, 10.0.1.0/24' }).ok).toBe(true);
});

test('listeners hear what an update named', () => {
  const { settings } = setUp();
  const heard: string[][] = [];
  settings.onUpdate((_, named) => heard.push([...named]));
  settings.update({ theme: 'dark', allowEmbedding: true });
  expect(heard).toEqual([['theme', 'allowEmbedding']]);
});
