// A channel that fails: its messages go to its stand-in, and the others are notified that it fails. Whole server, receivers on loopback.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { listDeliveries } from '@belfry/schema/http/deliveries';
import { expect, onTestFinished, test } from 'vitest';
import { iso } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { containerBody, reportBody } from '../sources/docker-agent/testing/reports.ts';
import { wholeApp } from './testing/whole-app.ts';

const START = Date.parse('2026-06-01T12:00:00Z');
const REPORT_MS = 30_000;

interface Heard {
  kind: string;
  title: string;
  alert: { id: string };
  instead_of?: string;
  reason?: string;
}

async function receiver() {
  const heard: Heard[] = [];
  const answer = { status: 200 };
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    if (answer.status === 200) heard.push(JSON.parse(text) as Heard);
    response.writeHead(answer.status).end(answer.status === 200 ? 'ok' : 'busy');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { heard, answer, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test('while a channel fails its messages go to its stand-in, the others hear that it fails, and nothing is sent twice', async () => {
  const clock = fakeClock(START);
  const env = { BELFRY_AUTH_DISABLED: 'true', BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const app = await wholeApp({ env, clock });
  const [chat, phone] = [await receiver(), await receiver()];
  const add = async (body: object): Promise<string> => {
    const added = await app.call('POST', '/api/notifications/webhooks', { body });
    expect(added.status).toBe(200);
    return added.json.id as string;
  };
  // By itself it gets what is wrong with Belfry only.
  const onlyServer = { minLevel: 'warning', types: ['server-problem'] };
  const phoneId = await add({ name: 'phone', url: phone.url, routing: onlyServer });
  const chatId = await add({
    ...{ name: 'chat', url: chat.url },
    standIn: { destination: `webhook:${phoneId}`, minutes: 5 },
  });
  const schedule = { ...factoryConfig.schedule, cooldown: 10, maxAlertsHour: 0, grouping: { enabled: false } };
  expect((await app.call('PUT', '/api/alerts/config', { body: { ...factoryConfig, schedule } })).status).toBe(200);
  const logged = async () => (await app.call('GET', '/api/notifications/log')).read(listDeliveries.reply);
  const isSending = async () => (await logged()).some(({ state }) => state === 'sending');
  async function until(minute: number, cpuPercent: number) {
    while (clock.now() < START + minute * 60_000) {
      await clock.advance(REPORT_MS);
      const containers = [containerBody('web', { name: 'web', cpuPercent })];
      const body = reportBody({ timestamp: iso(clock.now()), containers });
      expect((await app.call('POST', '/api/agents/docker/report', { body })).status).toBe(200);
      await clock.advance(1000);
      await expect.poll(isSending, { interval: 20 }).toBe(false);
    }
  }
  const lines = ({ heard }: typeof chat) => heard.map(({ kind, title }) => `${kind} ${title}`);
  const failing = `server-problem-destination:webhook:${chatId}`;

  await until(2, 5);
  chat.answer.status = 503;
  await until(11, 180);
  expect(lines(phone)).toEqual([expect.stringMatching(/^raised Critical: web – .* \(in place of chat\)$/)]);
  expect(phone.heard[0]).toMatchObject({ instead_of: 'chat', reason: 'busy' });
  await until(15, 180);
  expect(phone.heard.filter(({ alert }) => alert.id === failing)).toMatchObject([{ kind: 'raised' }]);
  expect(lines(chat)).toEqual([]);

  chat.answer.status = 200;
  await until(30, 180);
  expect(phone.heard.filter(({ alert }) => alert.id === failing)).toMatchObject([
    { kind: 'raised' },
    { kind: 'resolved' },
  ]);
  expect(new Set(chat.heard.map(({ kind }) => kind))).toEqual(new Set(['reminder']));
  await until(40, 5);
  expect(chat.heard.at(-1)).toMatchObject({ kind: 'resolved' });
  const inPlace = phone.heard.filter(({ alert: { id } }) => id !== failing);
  expect(inPlace.map(({ kind, instead_of }) => `${kind} ${instead_of}`)).toEqual([
    'raised chat',
    'reminder chat',
    'resolved chat',
  ]);
  expect((await logged()).find(({ standIn }) => standIn !== undefined)).toMatchObject({
    ...{ standIn: 'phone', destination: { name: 'chat' }, state: 'given-up' },
  });
});
