// Why there is an alert or none, through the whole server.
import { NodeConfig } from '@belfry/schema/config/node';
import { listActiveAlerts, whyAlert } from '@belfry/schema/http/alerts';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { START_MS } from './testing/pve-answers.ts';
import { startPveHost } from './testing/pve-host.ts';
import { wholeApp } from './testing/whole-app.ts';

async function watched() {
  const clock = fakeClock(START_MS);
  const host = await startPveHost(clock);
  const token = { tokenName: 'a@pve!b', tokenValue: 'c' };
  const config = NodeConfig.parse({ type: 'pve', name: 'home', host: host.origin, verifySSL: false, ...token });
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes: [config] }, clock });
  await host.pass(60);
  const why = (resource: string, type?: string) =>
    app.call('GET', `/api/alerts/why?${new URLSearchParams({ resource, ...(type !== undefined && { type }) })}`);
  const reasonOf = async (resource: string, type: string) => {
    const { resource: found, reasons } = (await why(resource, type)).read(whyAlert.reply);
    return { found, ...reasons[0] };
  };
  return { app, host, why, reasonOf };
}

test('a value below its threshold says so, with the value, the threshold and where that comes from', async () => {
  const { reasonOf } = await watched();
  const reason = await reasonOf('home-100', 'cpu');
  expect(reason).toMatchObject({ found: { id: 'home-100', list: 'vms' }, status: 'none', is: 'measured' });
  expect(reason.message).toMatch(/^[\d.]+% is below the threshold of 80%, which comes from the defaults\.$/);
});

test('a guest is found by its number and by its name in any case; the answer to a wrong name has the nearest one', async () => {
  const { why, reasonOf } = await watched();
  const { found } = await reasonOf('100', 'cpu');
  expect((await reasonOf(found.name.toUpperCase(), 'cpu')).found).toEqual(found);
  expect(await why('home-10O')).toMatchObject({
    status: 404,
    json: { error: expect.stringContaining('Did you mean home-10') },
  });
});

test('the answer to a type that no rule of the resource has lists the types that exist', async () => {
  const { why } = await watched();
  const reply = await why('home-100', 'ceph-health');
  expect(reply).toMatchObject({ status: 404, json: { error: expect.stringContaining('There are: ') } });
});

test('a value over its threshold counts the time until it is an alert, and then it is one', async () => {
  const { app, host, reasonOf } = await watched();
  host.mood = 'bad';
  await host.pass(8);
  const pending = await reasonOf('home-100', 'cpu');
  expect(pending).toMatchObject({ status: 'pending', hold: { seconds: expect.any(Number) } });
  expect(pending.message).toMatch(/This is an alert when it has lasted for \d+ seconds\. So far: \d+ seconds?\.$/);
  await host.pass(120);
  const active = await reasonOf('home-100', 'cpu');
  expect(active).toMatchObject({ status: 'active', id: 'home-100-cpu' });
  await app.call('POST', '/api/alerts/home-100-cpu/acknowledge');
  const acknowledged = await reasonOf('home-100', 'cpu');
  expect(acknowledged).toMatchObject({ status: 'acknowledged', heldBack: [{ by: 'acknowledgement' }] });
});

test('asking changes nothing: the same alerts are active afterwards', async () => {
  const { app, host, why } = await watched();
  const ids = async () =>
    (await app.call('GET', '/api/alerts/active')).read(listActiveAlerts.reply).map(({ id }) => id);
  const before = await ids();
  for (let n = 0; n < 20; n++) await why('home-100');
  await host.pass(10);
  expect(await ids()).toEqual(before);
});

test('without an answer of the host nothing is claimed', async () => {
  const { host, reasonOf } = await watched();
  host.mood = 'silent';
  await host.pass(300);
  expect(await reasonOf('home-100', 'memory')).toMatchObject({ is: 'unknown', status: expect.any(String) });
});
