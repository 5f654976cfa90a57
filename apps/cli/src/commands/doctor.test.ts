import { ExportConfig } from '@belfry/schema/history/exports';
import { EmailSettings } from '@belfry/schema/notifications/email';
import { MqttConfig } from '@belfry/schema/notifications/mqtt';
import { expect, test } from 'vitest';
import { type Api, createApi } from '../api.ts';
import { checkDestinations } from '../doctor/destinations.ts';
import { checkExports } from '../doctor/exports.ts';
import { checkPublicAddress } from '../doctor/public-address.ts';
import { belfry, run } from '../testing/belfry.ts';

test('the doctor names a misspelt variable, also when no Belfry answers', async () => {
  const { output, status } = await run('doctor', { BELFRY_PORT: '1', BELFRY_DATA_DRI: '/data' });
  expect(output).toContain('BELFRY_DATA_DRI is no variable of Belfry and has no effect. Is BELFRY_DATA_DIR meant?');
  expect(status).toBe(1);
});

test('the doctor names a broker that does not answer, and a destination that the last message did not reach', async () => {
  const broker = {
    ...MqttConfig.parse({ enabled: true, host: 'mqtt.lan' }),
    connected: false,
    problem: 'not authorised',
  };
  const delivery = {
    ...{ id: 'd', destination: { id: 'email', name: 'E-mail', service: 'email' }, kind: 'raised', alerts: [] },
    ...{ alertCount: 1, state: 'given-up', attempts: 3, lost: 0, createdAt: '2026-01-01', words: '550 no such user' },
  };
  const noSecrets = {
    ...{ password: '', clientSecret: '', refreshToken: '' },
    ...{ passwordSet: false, clientSecretSet: false, refreshTokenSet: false },
  };
  const { url } = await belfry({
    'GET /api/notifications/mqtt': broker,
    'GET /api/notifications/log?latest=destination': [delivery],
    'GET /api/notifications/webhooks': [],
    'GET /api/notifications/email': { ...EmailSettings.parse({ enabled: true }), ...noSecrets },
  });
  const api = createApi({ url: new URL(url), token: undefined, ca: undefined });
  expect((await checkDestinations(api)).map(({ text }) => text)).toEqual([
    "The MQTT broker at mqtt.lan:8883 does not take Belfry's connection: not authorised.",
    'The last message to E-mail did not arrive: 550 no such user.',
  ]);
});

test('the doctor names an export that does not work, and a public address at which another program answers', async () => {
  const status = { waiting: 120, waitingBytes: 9, sent: 0, dropped: 0, problem: 'HTTP 404: database not found' };
  const other = await belfry({ 'GET /api/health': { status: 'healthy', timestamp: 1, uptime: 90_000 } });
  const { url } = await belfry({
    'GET /api/history/exports/prometheus': { ...ExportConfig.parse({}), status: { ...status, problem: undefined } },
    'GET /api/history/exports/influxdb': { ...ExportConfig.parse({ enabled: true, url: 'http://influx.lan' }), status },
    'GET /api/config/addresses': { publicUrl: other.url, addresses: [], isOnlyHere: false },
    'GET /api/health': { status: 'healthy', timestamp: 1, uptime: 60 },
  });
  const at = (address: URL) => createApi({ url: address, token: undefined, ca: undefined });
  const api = at(new URL(url));
  expect((await checkExports(api)).map(({ text }) => text)).toEqual([
    'The export to InfluxDB at http://influx.lan does not work, 120 values wait: HTTP 404: database not found',
  ]);
  const found = async (to: (address: URL) => Api) =>
    (await checkPublicAddress(api, to)).map(({ level, text }) => `${level}: ${text.split('.')[0]}`);
  expect(await found(at)).toEqual([
    expect.stringMatching(/^problem: Another Belfry answers at the public address of this one/),
  ]);
  expect(await found(() => at(new URL(`${other.url}/portal`)))).toEqual([
    'problem: Something else answers at the public address',
  ]);
  expect(await found(() => at(new URL('http://127.0.0.1:1')))).toEqual([
    'note: The public address of Belfry is not reached from here',
  ]);
  expect(await found(() => api)).toEqual([]);
});
