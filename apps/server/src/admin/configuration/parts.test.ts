// An export has the settings and the notes about guests. An import replaces what the target had.
import { expect, test } from 'vitest';
import { byToken } from '../../contract/testing/people.ts';
import { openApp, type Whole } from '../../contract/testing/whole-app.ts';

const passphrase = 'a long passphrase';
const save = (app: Whole, body: object) => app.call('POST', '/api/system/settings/update', { body });
const settingsOf = async (app: Whole) => {
  const { backendPort: _, frontendPort: __, ...settings } = (await app.call('GET', '/api/system/settings')).json;
  return settings;
};
const metadataOf = async (app: Whole) => (await app.call('GET', '/api/guests/metadata')).json;

async function exported(app: Whole): Promise<unknown> {
  const headers = await byToken('admin')(app);
  return (await app.call('POST', '/api/config/export', { headers, body: { passphrase } })).json.data;
}
const importInto = (app: Whole, data: unknown) =>
  app.call('POST', '/api/config/import', { body: { data, passphrase } });

test('an import sets the settings and the addresses of guests, and removes values that the file does not have', async () => {
  const from = await openApp();
  await save(from, { theme: 'dark', pbsPollingInterval: 90, allowEmbedding: true });
  await from.call('PUT', '/api/guests/metadata/dc-1', { body: { customUrl: 'https://a.lan', tags: ['x'] } });
  const to = await openApp();
  await save(to, { theme: 'light' });
  await to.call('PUT', '/api/guests/metadata/dc-2', { body: { customUrl: 'https://b.lan' } });
  expect((await importInto(to, await exported(from))).status).toBe(200);
  expect(await settingsOf(to)).toEqual(await settingsOf(from));
  expect(await metadataOf(to)).toEqual({
    'dc-1': { id: 'dc-1', customUrl: 'https://a.lan', description: '', tags: ['x'] },
  });
  expect((await to.call('GET', '/')).headers).not.toHaveProperty('x-frame-options');
});

test('values of the environment are not exported, and an import does not change them', async () => {
  const from = await openApp();
  await save(from, { allowedOrigins: 'https://from.example', theme: 'dark' });
  const to = await openApp({ BELFRY_ALLOWED_ORIGINS: 'https://to.example' });
  expect((await importInto(to, await exported(from))).status).toBe(200);
  expect(await settingsOf(to)).toMatchObject({ theme: 'dark', allowedOrigins: 'https://to.example' });
  const back = await openApp();
  await importInto(back, await exported(to));
  expect((await settingsOf(back)).allowedOrigins).toBe('');
});
