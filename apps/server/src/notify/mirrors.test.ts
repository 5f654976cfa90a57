import { ok } from '@belfry/domain/result';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import type { OutgoingRequest } from '../lib/outgoing/request.ts';
import { createKnownChanges } from './known-changes.ts';
import { createMirrors } from './mirrors.ts';
import type { MirrorView } from './notifier.ts';
import { createFailing } from './outbox/failing.ts';
import type { End } from './plan/situation.ts';
import type { ChangeBefore } from './preceding.ts';
import { alertmanager } from './services/alertmanager/alertmanager.ts';
import { webhookWith } from './services/testing/webhooks.ts';
import { AT, alertWith } from './testing/notices.ts';
import { previewOf } from './webhooks/preview.ts';
import { tryWebhook } from './webhooks/trial.ts';

const filledText = z.record(z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/), z.string().min(1));
/** After the OpenAPI document of Alertmanager's API v2. */
const PostableAlerts = z.array(
  z.strictObject({
    labels: filledText,
    annotations: filledText,
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    generatorURL: z.url().optional(),
  }),
);

const signal = new AbortController().signal;
const view = { active: [alertWith()], ended: [], publicUrl: '' };
function trial() {
  const answer = { status: 200, headers: {}, body: '' };
  const webhook = webhookWith({ service: 'alertmanager', url: 'http://am.example:9093' });
  const mirror = alertmanager.open(webhook, {
    request: async () => ok({ ...answer }),
    connect: () => Promise.reject(new Error('no connection is opened')),
    clock: fakeClock(AT),
    log: createLogger('silent'),
  });
  return { mirror, answer };
}

function playing(webhook: Webhook, siteOf?: MirrorView['siteOf'], changeBefore?: ChangeBefore) {
  const clock = fakeClock(AT);
  const requests: OutgoingRequest[] = [];
  let status = 200;
  const failing = createFailing({ isWaiting: () => true, clock, log: createLogger('silent') });
  const mirrors = createMirrors({
    onDefect(error) {
      throw error;
    },
    targets: { mirrored: () => [webhook], onChange: () => {} },
    service: {
      request: async (request) => {
        requests.push(request);
        return ok({ status, headers: {}, body: '' });
      },
      connect: () => Promise.reject(new Error('no connection is opened')),
      clock,
      log: createLogger('silent'),
    },
    publicUrl: () => 'https://belfry.example',
    siteOf,
    ...(changeBefore && { changes: createKnownChanges(changeBefore, clock) }),
    failing,
  });
  clock.every(1000, mirrors.tick);
  const posted = () => requests.map(({ body }) => PostableAlerts.parse(JSON.parse(String(body))));
  const answer = (next: number) => {
    status = next;
  };
  return { clock, mirrors, requests, posted, answer, problems: failing.problems };
}

const webhook = webhookWith({
  service: 'alertmanager',
  url: 'http://am.example:9093/',
  headers: { Authorization: 'Bearer x' },
});
const none: ReadonlyMap<string, End> = new Map();

test('Alertmanager gets all active alerts at once and then every minute, each with an end in the near future', async () => {
  const { clock, mirrors, requests, posted } = playing(webhook);
  const alert = alertWith({ node: '' });
  await clock.advance(5000);
  expect(requests).toEqual([]);
  mirrors.update({ active: [alert], ended: none });
  await clock.advance(121_000);
  expect(requests).toHaveLength(3);
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: 'http://am.example:9093/api/v2/alerts',
    headers: { authorization: 'Bearer x' },
  });
  expect(posted()[0]).toEqual([
    {
      labels: {
        ...{ alertname: 'cpu', severity: 'warning', instance: 'home', resource: 'web-1', resource_id: 'home-101' },
        ...{ resource_type: 'guest', alert_id: 'home-101-cpu', source: 'belfry' },
      },
      annotations: {
        summary: 'Warning: web-1 – CPU usage',
        description: 'VM web-1 (101): CPU usage is 93 %.',
        value: '93 %',
        threshold: '80 %',
      },
      startsAt: alert.startTime,
      endsAt: new Date(AT + 6000 + 240_000).toISOString(),
      generatorURL: expect.stringContaining('https://belfry.example/alerts/overview#'),
    },
  ]);
});

test('Alertmanager gets the last change before an alert as an annotation; a journal that fails or hangs costs the line only', async () => {
  const alert = alertWith({});
  const at = new Date(Date.parse(alert.startTime) - 120_000).toISOString();
  let asked = 0;
  const { clock, mirrors, posted } = playing(webhook, undefined, async ({ resourceId }) => {
    asked++;
    if (asked === 1) throw new Error('a fault of the test');
    if (asked === 2) return new Promise(() => {});
    return {
      ...{ id: '7', at, resource: resourceId, instance: 'home', name: 'web-1', kind: 'guest', event: 'changed' },
      ...{ by: 'root@pam', source: 'task', changes: [{ field: 'memory', before: '16384', after: '8192' }] },
    };
  });
  mirrors.update({ active: [alert], ended: none });
  await clock.advance(190_000);
  expect(posted().map(([first]) => first?.annotations.change)).toEqual([
    undefined,
    undefined,
    '2m before: memory 16 GB → 8 GB by root@pam',
    '2m before: memory 16 GB → 8 GB by root@pam',
  ]);
  expect(asked).toBe(3);
});

test('an alert of a site has its name as a label, also at its end when its host is not there any more', async () => {
  const sites = new Map([['home-101', 'Bern']]);
  const { clock, mirrors, posted } = playing(webhook, ({ resourceId }) => sites.get(resourceId));
  const alert = alertWith({});
  mirrors.update({ active: [alert], ended: none });
  await clock.advance(1000);
  sites.clear();
  mirrors.update({
    active: [],
    ended: new Map([['occurrence-1', { alert, at: AT + 900, reason: 'recovered' as const }]]),
  });
  await clock.advance(1000);
  expect(posted().map(([first]) => first?.labels.site)).toEqual(['Bern', 'Bern']);
});

test('the end of an alert is shown with its time, also when Alertmanager was away meanwhile', async () => {
  const { clock, mirrors, posted, answer } = playing(webhook);
  const alert = alertWith();
  mirrors.update({ active: [alert], ended: none });
  await clock.advance(1000);
  answer(503);
  mirrors.update({
    active: [],
    ended: new Map([['occurrence-1', { alert, at: AT + 900, reason: 'recovered' as const }]]),
  });
  await clock.advance(30_000);
  answer(200);
  await clock.advance(11_000);
  expect(posted().at(-1)).toMatchObject([
    {
      labels: { alert_id: alert.id },
      endsAt: new Date(AT + 900).toISOString(),
      annotations: { ended: 'The condition is over' },
    },
  ]);
  expect(posted().length).toBeLessThan(7);
});

test('when the level changes, the alert with the old level ends', async () => {
  const { clock, mirrors, posted } = playing(webhook);
  mirrors.update({ active: [alertWith()], ended: none });
  await clock.advance(1000);
  mirrors.update({ active: [alertWith({ level: 'critical' })], ended: none });
  await clock.advance(1000);
  expect(posted()[1]).toMatchObject([
    { labels: { severity: 'critical' } },
    { labels: { severity: 'warning' }, endsAt: new Date(AT + 2000).toISOString() },
  ]);
});

test('a page of a sign-in in front of Alertmanager is no success, and neither is another text', async () => {
  const { mirror: opened, answer } = trial();
  const mirror = await opened;
  for (const [body, words] of [
    ['<!doctype html><title>Sign in</title>', 'web page ("Sign in")'],
    ['welcome', 'Alertmanager confirms a message with HTTP 200'],
  ] as const) {
    answer.body = body;
    expect(await mirror.show(view, signal)).toMatchObject({ ok: false, words: expect.stringContaining(words) });
  }
  answer.body = '{"status":"success"}';
  expect(await mirror.show(view, signal)).toMatchObject({ ok: true });
});

test('the server shows a problem when Alertmanager has not answered for ten minutes, until it answers again', async () => {
  const { clock, mirrors, answer, problems } = playing(webhook);
  answer(503);
  mirrors.update({ active: [alertWith()], ended: none });
  await clock.advance(540_000);
  expect(problems()).toEqual({});
  await clock.advance(90_000);
  expect(Object.keys(problems())).toEqual([`destination:webhook:${webhook.id}`]);
  answer(200);
  await clock.advance(60_000);
  expect(problems()).toEqual({});
});

test('the preview is the body that is posted, and a test says that it is one', async () => {
  const { url, method, preview } = PreviewAnswer.parse(
    await previewOf(webhook, { now: AT, publicUrl: 'https://belfry.example' }),
  );
  expect([url, method]).toEqual(['http://am.example:9093/api/v2/alerts', 'POST']);
  const [shown] = PostableAlerts.parse(JSON.parse(preview));
  expect(shown?.labels).toMatchObject({ alertname: 'cpu', resource: 'example-vm', source: 'belfry' });
  const requests: OutgoingRequest[] = [];
  const result = await tryWebhook(
    {
      service: {
        request: async (request) => {
          requests.push(request);
          return ok({ status: 200, headers: {}, body: '' });
        },
        connect: () => Promise.reject(new Error('no connection is opened')),
        clock: fakeClock(AT),
        log: createLogger('silent'),
      },
      publicUrl: () => 'https://belfry.example',
    },
    webhook,
  );
  expect(result).toMatchObject({ ok: true });
  const [sent] = PostableAlerts.parse(JSON.parse(String(requests[0]?.body)));
  expect(sent?.labels).toMatchObject({ alertname: 'BelfryTest', test: 'true', severity: 'warning' });
  expect(sent?.annotations).toEqual({
    summary: 'Test notification',
    description: 'This is a test. Notifications of Belfry arrive here.',
  });
});
const PreviewAnswer = z.object({ url: z.string(), method: z.string(), preview: z.string() });
