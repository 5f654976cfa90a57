// What each service answers, as its API documents it, and what stands in its place when something else answers.
import { ok } from '@belfry/domain/result';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import type { Answer } from '../../lib/outgoing/request.ts';
import { noticeOf } from '../testing/notices.ts';
import { webhookService, webhookServices } from './registry.ts';
import { cases, messageOf, webhookOf } from './testing/webhooks.ts';
import { createWebhookSender } from './webhook-sender.ts';

type Key = Webhook['service'];

async function answered(service: Key, answer: Partial<Answer>) {
  const request = async () => ok({ status: 200, body: '', headers: {}, ...answer });
  const sender = createWebhookSender(webhookService(service), webhookOf(service), { request, clock: fakeClock() });
  return sender.send(messageOf(cases.one ?? noticeOf([])), new AbortController().signal);
}

const accepted: Partial<Record<Key, readonly Partial<Answer>[]>> = {
  generic: [{ status: 204 }, { body: 'thank you' }, { body: 'ok', headers: { 'content-type': 'text/html' } }],
  ntfy: [{ body: '{"id":"OtWOTcnUEKn7","time":1795868000,"event":"message","topic":"alerts","message":"x"}' }],
  gotify: [{ body: '{"id":25,"appid":5,"message":"x","title":"y","priority":2,"date":"2026-11-27T19:36:10Z"}' }],
  apprise: [{ body: '{"error": null, "details": [["INFO", "", "Sent"]]}' }, { body: 'Notification(s) sent.' }],
  discord: [{ status: 204 }, { body: '{"id":"1312","type":0,"content":""}' }],
  slack: [{ body: 'ok' }, { body: '{"success":true}' }, { body: '{"ok":true}' }, { status: 204 }],
  telegram: [{ body: '{"ok":true,"result":{"message_id":7}}' }],
  pushover: [{ body: '{"status":1,"request":"647d2300-702c-4b38-8b2f-d56326ae460b"}' }],
  pagerduty: [{ status: 202, body: '{"status":"success","message":"Event processed","dedup_key":"x"}' }],
  teams: [{ body: '1' }, { status: 202 }],
  'teams-adaptive': [{ status: 202 }, { body: '1' }],
};

test.for(webhookServices.map(({ key }) => key))('the confirmation that the API documents is one: %s', async (key) => {
  expect(accepted[key]?.length).toBeGreaterThan(0);
  for (const answer of accepted[key] ?? []) expect([answer, (await answered(key, answer)).ok]).toEqual([answer, true]);
});

test.for(webhookServices.map(({ key }) => key))(
  'a web page with any good status is no confirmation: %s',
  async (key) => {
    const page = { body: '<!doctype html><title>Sign in</title>', headers: { 'content-type': 'text/html' } };
    for (const status of [200, 201, 202]) {
      const result = await answered(key, { ...page, status });
      expect(result).toMatchObject({ ok: false, words: expect.stringMatching(/web page \("Sign in"\).*sign-in/) });
      expect(result).not.toHaveProperty('refused');
    }
  },
);

const strangers: readonly Partial<Answer>[] = [
  { body: '{"status":"login required"}' },
  { body: 'Please sign in' },
  { body: '{}' },
  { body: '[]' },
  { body: 'null' },
];
const known = webhookServices.filter(({ key }) => key !== 'generic' && key !== 'apprise');
test.for(known.map(({ key, title }) => [key, title] as const))(
  'an answer of another shape is no confirmation, and it is said what one looks like: %s',
  async ([key, title]) => {
    for (const answer of strangers) {
      const { ok: isAccepted, words } = await answered(key, answer);
      expect([answer, isAccepted]).toEqual([answer, false]);
      expect(words).toContain(`${title} confirms a message with ${webhookService(key).receipt.looks}`);
      expect(words).toContain(answer.body);
    }
  },
);

test('a service that says no with a good status is believed', async () => {
  for (const [key, body] of [
    ['telegram', '{"ok":false,"description":"Bad Request"}'],
    ['pushover', '{"status":0,"errors":["user identifier is invalid"]}'],
    ['apprise', '{"error":"One or more notification could not be sent"}'],
    ['slack', '{"ok":false,"error":"no_service"}'],
  ] as const)
    expect(await answered(key, { body })).toMatchObject({ ok: false, words: expect.stringContaining(body) });
});

test('Apprise without a configuration for the key says what to check', async () => {
  expect(await answered('apprise', { status: 204 })).toMatchObject({
    ok: false,
    status: 204,
    words: expect.stringMatching(/no configuration for the key.*Check the key/),
    sentence: { id: 'delivery.noConfiguration' },
  });
});
