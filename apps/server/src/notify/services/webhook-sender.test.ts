import { fail, ok } from '@belfry/domain/result';
import { MASK } from '@belfry/schema/notifications/mask';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import type { Answer, GuardedRequest, OutgoingRequest } from '../../lib/outgoing/request.ts';
import { ANSWER_LIMIT_MS } from '../notifier.ts';
import { alertWith, entryOf, noticeOf } from '../testing/notices.ts';
import { webhookService } from './registry.ts';
import { cases, messageOf, webhookOf, webhookWith } from './testing/webhooks.ts';
import { createWebhookSender } from './webhook-sender.ts';

type Reply = Awaited<ReturnType<GuardedRequest>>;
const answer = (status: number, body = '', headers: Answer['headers'] = {}): Reply => ok({ status, body, headers });
const signal = new AbortController().signal;

/** Answers each request with the next reply; the last one again and again. */
function sending(webhook: Webhook, ...replies: Reply[]) {
  const requests: OutgoingRequest[] = [];
  const request: GuardedRequest = async (sent) => {
    requests.push(sent);
    return replies[Math.min(requests.length, replies.length) - 1] ?? answer(200);
  };
  const moves: [Webhook, Webhook][] = [];
  const moved = async (...move: [Webhook, Webhook]) => void moves.push(move);
  const deps = { request, clock: fakeClock(), moved };
  const sender = createWebhookSender(webhookService(webhook.service), webhook, deps);
  const send = (name = 'one') => sender.send(messageOf(cases[name] ?? noticeOf([])), signal);
  return { send, sender, requests, moves };
}

test('a template replaces the message of the service, with the method and the headers of the webhook', async () => {
  const webhook = webhookWith({
    method: 'PUT',
    template: '{"text": "{{.ResourceName}}"}',
    headers: { Authorization: 'Bearer abc', 'X-Level': '{{.Level}}' },
  });
  const { send, requests } = sending(webhook, answer(201, 'done'));
  expect(await send()).toEqual({ ok: true, status: 201, words: 'done', sentBytes: 17 });
  expect(requests[0]).toMatchObject({ method: 'PUT', url: webhook.url, body: '{"text": "web-1"}' });
  expect(requests[0]?.headers).toMatchObject({ 'content-type': 'application/json', authorization: 'Bearer abc' });
  expect(requests[0]?.headers).not.toHaveProperty('x-level');
});

test('each attempt of a message has the same idempotency key', async () => {
  const { send, requests } = sending(webhookWith(), answer(500), answer(200));
  await send();
  await send();
  expect(requests.map(({ headers }) => headers?.['idempotency-key'])).toEqual(['delivery-1', 'delivery-1']);
});

test('the template of ntfy makes text, and its title is encoded in the header', async () => {
  const { send, requests } = sending({ ...webhookOf('ntfy'), template: '{{.ResourceName}} "{{.Node}}"' });
  await send('unicode');
  expect(requests[0]).toMatchObject({ url: 'https://ntfy.example/alerts', body: 'größe-東京-👩‍🚒 "узел"' });
  const title = requests[0]?.headers?.title ?? '';
  expect(title).toMatch(/^=\?UTF-8\?B\?[\w+/=]+\?=$/);
  expect(Buffer.from(title.slice(10, -2), 'base64').toString()).toBe('Critical: größe-東京-👩‍🚒 – CPU usage');
  expect(requests[0]?.headers).toMatchObject({ priority: '5', tags: 'rotating_light' });
});

test('what the service answers is shown without the secrets of the webhook, cut to 500 characters', async () => {
  const webhook = webhookWith({
    url: 'https://h.example/in?token=hush-hush',
    customFields: { key: 'top-secret' },
  });
  const { send, sender } = sending(webhook, answer(404, `no ${'top-secret '.repeat(200)} hush-hush`));
  const result = await send();
  expect(result).toMatchObject({ ok: false, status: 404 });
  expect(result.words).toMatch(new RegExp(`^no ${MASK}`));
  expect(result.words.length).toBeLessThanOrEqual(500);
  expect(JSON.stringify([result, sender.target])).not.toMatch(/hush|secret/);
  expect(sender.target).toBe(`https://h.example/${MASK}`);
});

test.for<[string, Reply, object]>([
  ['the message is wrong', answer(400, 'bad'), { ok: false, status: 400, words: 'bad', refused: true }],
  ['the webhook does not exist', answer(404), { ok: false, status: 404, words: 'HTTP 404' }],
  [
    'seconds',
    answer(429, '', { 'retry-after': '7' }),
    { ok: false, status: 429, words: 'HTTP 429', retryAfterMs: 7000 },
  ],
  [
    'a date',
    answer(503, '', { 'retry-after': new Date(fakeClock().now() + 9000).toUTCString() }),
    { ok: false, status: 503, words: 'HTTP 503', retryAfterMs: 9000 },
  ],
  [
    'Discord',
    answer(429, '{"message": "limited", "retry_after": 1.5}'),
    { ok: false, status: 429, words: '{"message": "limited", "retry_after": 1.5}', retryAfterMs: 1500 },
  ],
  [
    'no answer',
    fail({ message: 'no answer in time', sent: true }),
    { ok: false, words: 'no answer in time', lost: true },
  ],
  ['not sent', fail({ message: 'refused', sent: false }), { ok: false, words: 'refused' }],
])('an attempt that fails says why, and when to try again: %s', async ([, reply, result]) => {
  expect(await sending(webhookWith(), reply).send()).toEqual({ ...result, sentBytes: expect.any(Number) });
});

test('a card that Teams refuses is a failure although the status is 200, and so is Apprise without a service', async () => {
  const refused = answer(
    200,
    'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413',
  );
  expect(await sending(webhookOf('teams'), refused).send()).toMatchObject({ ok: false });
  expect(await sending(webhookOf('teams'), answer(200, '1')).send()).toMatchObject({ ok: true });
  expect(await sending(webhookOf('apprise'), answer(204)).send()).toMatchObject({ ok: false });
});

const upgraded = answer(
  400,
  '{"ok":false,"error_code":400,"description":"Bad Request: group chat was upgraded to a supergroup chat","parameters":{"migrate_to_chat_id":-1001234567890}}',
);
test.for<[string, Partial<Webhook>, Partial<Webhook>]>([
  ['in the URL', { url: 'https://t.example/bot1/sendMessage?chat_id=-55' }, { url: expect.stringMatching(/=-100123/) }],
  [
    'in a field',
    { url: 'https://t.example/bot1/sendMessage', customFields: { chat_id: '-55' } },
    { customFields: { chat_id: '-1001234567890' } },
  ],
])(
  'a Telegram group that became a supergroup gets the message at its new id, which is kept and said: %s',
  async ([, from, to]) => {
    const webhook = { ...webhookOf('telegram'), ...from };
    const { send, requests, moves } = sending(webhook, upgraded, answer(200, '{"ok":true}'));
    expect(await send()).toMatchObject({
      ok: true,
      words: expect.stringContaining('supergroup with the id -1001234567890'),
      sentence: { id: 'delivery.moved' },
    });
    expect(requests.map(({ body }) => JSON.parse(String(body)).chat_id)).toEqual(['-55', '-1001234567890']);
    expect(moves).toEqual([[webhook, { ...webhook, ...to }]]);
    await send();
    expect(JSON.parse(String(requests[2]?.body)).chat_id).toBe('-1001234567890');
  },
);

test('a new id that does not work either is not kept', async () => {
  const { send, requests, moves } = sending(webhookOf('telegram'), upgraded);
  expect(await send()).toMatchObject({ ok: false, status: 400 });
  expect([requests.length, moves]).toEqual([2, []]);
});

test('a message waits for its answer as long as an attempt may take', async () => {
  const { send, requests } = sending(webhookWith());
  await send();
  expect(requests[0]?.answerMs).toBe(ANSWER_LIMIT_MS);
});

test('PagerDuty gets an event for each alert; a retry goes on after those that were accepted', async () => {
  const taken = answer(202, '{"status":"success"}');
  const { send, requests } = sending(webhookOf('pagerduty'), ...Array(40).fill(taken), answer(500), taken);
  expect(await send('sixty')).toMatchObject({ ok: false, status: 500 });
  expect(requests).toHaveLength(41);
  expect(await send('sixty')).toMatchObject({ ok: true, status: 202 });
  const keys = requests.map(({ body }) => JSON.parse(String(body)).dedup_key);
  expect(requests).toHaveLength(61);
  expect(new Set(keys).size).toBe(60);
});

test('a start and an end have the same key at PagerDuty, also when the id of the alert is too long for it', () => {
  const render = (name: string, kind: 'raised' | 'resolved') => {
    const notice = { ...(cases[name] ?? noticeOf([])), kind };
    return JSON.stringify(webhookService('pagerduty').render(messageOf(notice), webhookOf('pagerduty')));
  };
  for (const name of ['one', 'long']) {
    const [key] = /"dedup_key":"[^"]*"/.exec(render(name, 'raised')) ?? [];
    expect(key).toBeDefined();
    expect(render(name, 'resolved')).toContain(key);
  }
});

test('Pushover repeats a critical alert when that is wanted, within the limits of its API', () => {
  const webhook = {
    ...webhookOf('pushover'),
    customFields: { app_token: 'a', user_token: 'u', priority: '2', retry: '5' },
  };
  const body = (name: string) =>
    webhookService('pushover').render(messageOf(cases[name] ?? noticeOf([])), webhook)[0]?.body;
  expect(body('one')).toMatchObject({ priority: 2, retry: 30, expire: 3600 });
  expect(body('resolved')).toMatchObject({ priority: 0 });
  expect(body('resolved')).not.toHaveProperty('retry');
});

test('a message of an own template for Discord mentions nobody, whatever a name contains', async () => {
  const { send, requests } = sending({
    ...webhookOf('discord'),
    template: '{"content": "@everyone {{.ResourceName}}"}',
  });
  await send();
  expect(JSON.parse(String(requests[0]?.body))).toEqual({
    content: '@everyone web-1',
    allowed_mentions: { parse: [] },
  });
});

test('a name in an own template for Slack is text: it mentions nobody and is no link', async () => {
  const webhook = { ...webhookOf('slack'), template: '{"text": "<!here> {{.ResourceName}}"}' };
  const { requests, sender } = sending(webhook);
  const entry = entryOf(alertWith({ resourceName: '<!channel> & "x"' }));
  await sender.send(messageOf(noticeOf([entry])), signal);
  expect(JSON.parse(String(requests[0]?.body))).toEqual({ text: '<!here> &lt;!channel&gt; &amp; "x"' });
});

test('a name in a message for Slack calls nobody where the receiver reads @channel in plain text, as Mattermost does', async () => {
  const named = noticeOf([entryOf(alertWith({ resourceName: '@channel and @all', message: '@here' }))]);
  for (const template of ['', '{"text": "@team: {{.ResourceName}}, {{.Message}}", "link_names": 1}']) {
    const { requests, sender } = sending({ ...webhookOf('slack'), template });
    await sender.send(messageOf(named), signal);
    const body = JSON.parse(String(requests[0]?.body)) as { text: string };
    expect(body.text).not.toMatch(/@(channel|all|here)/);
  }
});
