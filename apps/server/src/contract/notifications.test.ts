// Alerts of a host, from what it answers to what a receiver of webhooks gets, through the whole server.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Schedule } from '@belfry/schema/alerts/schedule';
import { NodeConfig } from '@belfry/schema/config/node';
import { explainAlert, listAlertHistory } from '@belfry/schema/http/alerts';
import { listDeliveries } from '@belfry/schema/http/deliveries';
import { listRecipients } from '@belfry/schema/http/recipients';
import { PlainState } from '@belfry/schema/plain-state';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { fakeClock } from '../lib/fake-clock.ts';
import { START_MS } from './testing/pve-answers.ts';
import { startPveHost } from './testing/pve-host.ts';
import { wholeApp } from './testing/whole-app.ts';

const AlertOfBody = z.object({
  id: z.string(),
  occurrence: z.string(),
  level: z.string(),
  reason: z.string().optional(),
  escalation: z.number().optional(),
});
const Body = z
  .object({ kind: z.string(), alert: AlertOfBody, alerts: z.array(AlertOfBody).optional() })
  .transform(({ kind, alert, alerts = [alert] }) => ({ kind, alerts }));
type Body = z.infer<typeof Body>;

async function startReceiver() {
  const bodies: Body[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Body.parse(JSON.parse(Buffer.concat(chunks).toString())));
      response.end('thank you');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  let read = 0;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    /** What came since the last call. */
    take() {
      const since = bodies.slice(read);
      read = bodies.length;
      return since;
    },
  };
}

const ofKind = (bodies: readonly Body[], kind: string) => bodies.filter((body) => body.kind === kind);
const idsIn = (bodies: readonly Body[]) => bodies.flatMap(({ alerts }) => alerts.map(({ id }) => id)).sort();

/** A host that is watched, and one webhook. */
async function watch(schedule: Partial<Schedule>) {
  const clock = fakeClock(START_MS);
  const host = await startPveHost(clock);
  const receiver = await startReceiver();
  const config = NodeConfig.parse({
    ...{ type: 'pve', name: 'home', host: host.origin, verifySSL: false, tokenName: 'a@pve!b', tokenValue: 'c' },
  });
  const env = { BELFRY_AUTH_DISABLED: 'true', BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const app = await wholeApp({ env, more: { nodes: [config] }, clock });
  const body = { name: 'Receiver', url: receiver.url };
  expect((await app.call('POST', '/api/notifications/webhooks', { body })).status).toBe(200);
  const none = { cooldown: 0, maxAlertsHour: 0, grouping: { enabled: true, window: 300 } };
  const settings = { ...factoryConfig, schedule: { ...factoryConfig.schedule, ...none, ...schedule } };
  expect((await app.call('PUT', '/api/alerts/config', { body: settings })).status).toBe(200);
  const isSending = async () => {
    const log = await app.call('GET', '/api/notifications/log?state=sending');
    return log.read(listDeliveries.reply).length > 0;
  };
  return {
    ...{ host, app },
    take: receiver.take,
    async active() {
      const { activeAlerts } = PlainState.parse((await app.call('GET', '/api/state')).json);
      return activeAlerts;
    },
    /** What is sent arrives before more time passes. */
    async pass(seconds: number) {
      for (let passed = 0; passed < seconds; passed += 10) {
        await host.pass(10);
        await expect.poll(isSending, { interval: 1 }).toBe(false);
      }
    },
  };
}

test('every alert reaches the receiver once, in groups, as it becomes critical and as it ends; the log, the history and the explanation say so', async () => {
  const { host, app, take, active, pass } = await watch({});
  await pass(60);
  expect(take()).toEqual([]);
  host.mood = 'bad';
  await pass(1500);
  const raised = take();
  const warnings = await active();
  expect(warnings.length).toBeGreaterThan(15);
  expect(idsIn(ofKind(raised, 'raised'))).toEqual(warnings.map(({ id }) => id).sort());
  expect(raised.length).toBeLessThan(8);

  host.mood = 'worse';
  await pass(600);
  const before = new Map(warnings.map(({ id, level }) => [id, level]));
  const worse = (await active()).filter(({ id, level }) => level === 'critical' && before.get(id) === 'warning');
  const notified = take();
  expect(worse.length).toBeGreaterThan(5);
  const grown = 'zfs-pool-errors-home-pve1-tank';
  expect(idsIn(ofKind(notified, 'level'))).toEqual([...worse.map(({ id }) => id), grown].sort());

  host.mood = 'well';
  await pass(1200);
  const ended = take();
  expect(await active()).toEqual([]);
  const started = [...raised, ...notified].flatMap(({ alerts }) => alerts.map(({ occurrence }) => occurrence));
  const resolved = ended.flatMap(({ alerts }) => alerts.map(({ occurrence }) => occurrence));
  expect(new Set(ended.map(({ kind }) => kind))).toEqual(new Set(['resolved']));
  expect(resolved.sort()).toEqual([...new Set(started)].sort());

  const log = (await app.call('GET', '/api/notifications/log?limit=1000')).read(listDeliveries.reply);
  expect(log).toHaveLength(raised.length + notified.length + ended.length);
  expect(log.filter(({ state, attempts }) => state !== 'sent' || attempts !== 1)).toEqual([]);
  const history = (await app.call('GET', '/api/alerts/history?limit=1000')).read(listAlertHistory.reply);
  expect(history.filter(({ notified }) => !notified)).toEqual([]);
  const [{ id = '', changes = [] } = {}] = history;
  expect(changes.filter(({ kind }) => kind === 'notified').at(-1)?.text).toBe('Receiver');
  const explained = await app.call('GET', `/api/alerts/${encodeURIComponent(id)}/explain`);
  const { deliveries } = explained.read(explainAlert.reply);
  expect(deliveries.map(({ kind, channel, success }) => [kind, channel, success])).toContainEqual([
    ...['resolved', 'Receiver', true],
  ]);
});

test('quiet hours let critical alerts through and end with one digest; what nobody acknowledges is escalated', async () => {
  const time = (minutes: number) => new Date(START_MS + minutes * 60_000).toISOString().slice(11, 16);
  const quietHours = { enabled: true, start: time(-60), end: time(25), timezone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6] };
  const escalation = { enabled: true, levels: [{ after: 30, notify: 'webhook' as const }] };
  const { host, app, take, active, pass } = await watch({ quietHours, escalation, grouping: { enabled: false } });
  host.mood = 'bad';
  await pass(1200);
  const loud = take();
  expect(loud.length).toBeGreaterThan(0);
  expect(new Set(loud.flatMap(({ kind, alerts }) => alerts.map(({ level }) => `${kind} ${level}`)))).toEqual(
    new Set(['raised critical']),
  );
  const asked = await app.call('GET', '/api/notifications/recipients?resource=home-100&type=cpu&level=warning');
  expect(asked.read(listRecipients.reply)).toMatchObject([
    { name: 'E-mail', when: 'never', heldBack: { by: 'disabled' } },
    { name: 'Receiver', when: 'later', heldBack: { by: 'quietHours' }, escalations: [{ level: 1, after: 30 }] },
  ]);
  const targets = [{ kind: 'resource', value: 'home-100' }];
  const schedule = { kind: 'once', start: '2020-01-01T00:00:00Z', end: new Date(START_MS + 3_600_000).toISOString() };
  const window = await app.call('POST', '/api/alerts/maintenance', { body: { name: 'New disks', targets, schedule } });
  const muted = await app.call('GET', '/api/notifications/recipients?resource=home-100&type=cpu&level=critical');
  expect(muted.read(listRecipients.reply)[1]).toMatchObject({
    ...{ name: 'Receiver', when: 'later', heldBack: { by: 'maintenance', reason: 'New disks', until: schedule.end } },
  });
  await app.call('DELETE', `/api/alerts/maintenance/${window.json.id}`);
  const held = await app.call('GET', '/api/alerts/home-100-cpu/explain');
  expect(held.read(explainAlert.reply).heldBack).toMatchObject([{ by: 'quietHours' }]);

  await pass(600);
  const [digest, ...others] = take();
  const quiet = (await active()).filter(({ level }) => level === 'warning').map(({ id }) => id);
  expect([digest?.kind, others]).toEqual(['digest', []]);
  expect(digest?.alerts.map(({ id }) => id).sort()).toEqual(quiet.sort());

  await pass(1800);
  const escalated = take();
  expect(
    new Set(escalated.flatMap(({ kind, alerts }) => alerts.map(({ escalation }) => `${kind} ${escalation}`))),
  ).toEqual(new Set(['escalated 1']));
  expect(idsIn(escalated)).toEqual((await active()).map(({ id }) => id).sort());
});
