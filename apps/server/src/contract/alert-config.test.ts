// A change of the configuration of alerts, from the call to the alerts that clients see.
import { NodeConfig } from '@belfry/schema/config/node';
import { PlainState } from '@belfry/schema/plain-state';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { START_MS } from './testing/pve-answers.ts';
import { startPveHost } from './testing/pve-host.ts';
import { wholeApp } from './testing/whole-app.ts';

test('a change applies at once: alerts of switched-off rules are resolved as disabled, the others stay', async () => {
  const clock = fakeClock(START_MS);
  const host = await startPveHost(clock);
  const config = NodeConfig.parse({
    ...{ type: 'pve', name: 'home', host: host.origin, verifySSL: false, tokenName: 'a@pve!b', tokenValue: 'c' },
  });
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes: [config] }, clock });
  const state = async () => PlainState.parse((await app.call('GET', '/api/state')).json);
  const active = async () => (await state()).activeAlerts.map(({ id }) => id);
  const put = async (body: object) => expect((await app.call('PUT', '/api/alerts/config', { body })).status).toBe(200);
  await host.pass(60);
  host.mood = 'bad';
  await host.pass(120);
  expect(await active()).toEqual(expect.arrayContaining(['home-100-cpu', 'home-100-memory', 'home-pve1-cpu']));

  // by an id of the reference product
  await put({ overrides: { 'home-pve1-100': { cpu: -1 } } });
  expect(await active()).toEqual(expect.arrayContaining(['home-100-memory', 'home-pve1-cpu']));
  expect(await active()).not.toContain('home-100-cpu');
  expect((await state()).recentlyResolved.find(({ id }) => id === 'home-100-cpu')).toMatchObject({
    reason: 'disabled',
  });

  await put({ disableAllGuests: true });
  expect((await active()).filter((id) => /home-10\d/.test(id))).toEqual([]);
  expect(await active()).toContain('home-pve1-cpu');

  await put({ enabled: false });
  expect(await active()).toEqual([]);
});
