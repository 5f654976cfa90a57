// An agreed configuration through the whole server: what leaves it is one alert, until it is agreed again.
import { NodeConfig } from '@belfry/schema/config/node';
import { listActiveAlerts, listAlertHistory } from '@belfry/schema/http/alerts';
import { agreeBaseline, compareSettings, listBaselines } from '@belfry/schema/http/baselines';
import { expect, onTestFinished, test } from 'vitest';
import { iso } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { answers, START_MS } from './testing/pve-answers.ts';
import { startPveHost } from './testing/pve-host.ts';
import { wholeApp } from './testing/whole-app.ts';

const CONFIG = '/nodes/pve1/qemu/100/config';
const GUEST = 'home-100';

test('what leaves an agreed configuration is one alert that grows, outlasts a host that cannot be read, and ends when it is agreed again', async () => {
  const clock = fakeClock(START_MS);
  const host = await startPveHost(clock);
  const token = { tokenName: 'a@pve!b', tokenValue: 'c' };
  const config = NodeConfig.parse({ type: 'pve', name: 'home', host: host.origin, verifySSL: false, ...token });
  const first = answers[CONFIG];
  onTestFinished(() => void Object.assign(answers, { [CONFIG]: first }));
  const edit = (given: Record<string, unknown>) => Object.assign(answers, { [CONFIG]: () => given });
  edit({ name: 'guest100', memory: 4096 });
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes: [config] }, clock });
  const alerts = async () => {
    const active = (await app.call('GET', '/api/alerts/active')).read(listActiveAlerts.reply);
    return active.flatMap(({ type, message }) => (type === 'baseline' ? [message] : []));
  };
  const compare = async (query: string) =>
    (await app.call('GET', `/api/journal/compare?resource=${GUEST}${query}`)).read(compareSettings.reply);
  await host.pass(120);
  const before = clock.now();
  const refused = await app.call('GET', `/api/journal/compare?resource=${GUEST}`);
  expect(refused).toMatchObject({ status: 409, json: { error: 'No configuration of guest100 was agreed.' } });
  const agreed = await app.call('POST', '/api/journal/baselines', { body: { resource: GUEST } });
  expect(agreed.read(agreeBaseline.reply)).toMatchObject({ id: GUEST, count: 0, left: [] });
  expect(await alerts()).toEqual([]);

  edit({ name: 'guest100', memory: 8192 });
  await host.pass(600);
  const changed = [expect.stringContaining('guest100 is not as agreed on')];
  expect(await alerts()).toEqual(changed);
  expect((await alerts())[0]).toMatch(/: memory\.$/);
  expect(await compare('')).toMatchObject({
    differences: [{ part: GUEST, changes: [{ field: 'memory', before: '4096', after: '8192' }] }],
    gaps: [],
  });
  expect((await compare(`&at=${before}`)).differences).toMatchObject([
    { changes: [{ field: 'memory', before: '4096', after: '8192' }] },
  ]);
  const long = await compare(`&at=${encodeURIComponent(iso(before - 86_400_000))}`);
  expect(long.gaps).toMatchObject([{ is: 'later', part: 'guest100' }]);

  Object.assign(answers, { [CONFIG]: undefined });
  await host.pass(600);
  expect(await alerts()).toEqual(changed);
  edit({ name: 'guest100', memory: 8192, tags: 'a' });
  await host.pass(600);
  expect((await alerts())[0]).toMatch(/: memory, tags\.$/);

  await app.call('POST', '/api/journal/baselines', { body: { resource: GUEST } });
  await host.pass(20);
  expect(await alerts()).toEqual([]);
  expect((await app.call('GET', '/api/journal/baselines')).read(listBaselines.reply).baselines).toMatchObject([
    { id: GUEST, kind: 'guest', count: 0 },
  ]);
  edit({ name: 'guest100', memory: 2048, tags: 'a' });
  await host.pass(600);
  expect(await alerts()).toHaveLength(1);
  const ends = async () => {
    const past = (await app.call('GET', '/api/alerts/history')).read(listAlertHistory.reply);
    return past.flatMap(({ type, reason }) => (type === 'baseline' && reason ? [reason] : []));
  };
  expect((await app.call('DELETE', `/api/journal/baselines/${GUEST}`)).status).toBe(204);
  await host.pass(2);
  expect(await alerts()).toEqual([]);
  // The guest has not changed. Only its agreed configuration is gone.
  expect(await ends()).toEqual(['disabled', 'recovered']);
  expect((await app.call('DELETE', `/api/journal/baselines/${GUEST}`)).status).toBe(404);
});
