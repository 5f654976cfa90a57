import { MASK } from '@belfry/schema/notifications/mask';
import { expect, test } from 'vitest';
import { webhookWith } from '../services/testing/webhooks.ts';
import { maskWebhook, redact, secretsOf, unmaskWebhook } from './mask.ts';
import { hostOnly, maskUrl, unmaskUrl } from './mask-url.ts';

const discord = 'https://discord.com/api/webhooks/123456789012345678/aB3-token_token_token_token';

test.for<[Parameters<typeof maskUrl>[1], string, string]>([
  ['discord', discord, `https://discord.com/api/webhooks/${MASK}/${MASK}`],
  [
    'slack',
    'https://hooks.slack.com/services/T0001/B0002/abcdefghijklmnopqrst',
    `https://hooks.slack.com/services/T0001/B0002/${MASK}`,
  ],
  [
    'telegram',
    'https://api.telegram.org/bot123456:AAE-x/sendMessage?chat_id=-100',
    `https://api.telegram.org/${MASK}/sendMessage?chat_id=-100`,
  ],
  ['gotify', 'https://push.example:8443/message?token=A1b2', `https://push.example:8443/message?token=${MASK}`],
  ['ntfy', 'https://user:pass@ntfy.example/alerts', `https://user:${MASK}@ntfy.example/${MASK}`],
  ['ntfy', 'https://ntfy.example/alerts/', `https://ntfy.example/${MASK}/`],
  ['apprise', 'http://10.0.0.2:8000/notify/key', `http://10.0.0.2:8000/notify/${MASK}`],
  ['pagerduty', 'https://events.pagerduty.com/v2/enqueue', 'https://events.pagerduty.com/v2/enqueue'],
  ['generic', 'https://token@h.example/a?b&c=d#frag', `https://${MASK}@h.example/a?b&c=${MASK}#${MASK}`],
  ['generic', 'no address', MASK],
])('the secret parts of a URL are masked and its host stays readable: %s', ([service, url, masked]) => {
  expect(maskUrl(url, service)).toBe(masked);
  expect(unmaskUrl(masked, service, url)).toEqual({ ok: true, value: url });
  const encoded = masked.replaceAll(MASK, encodeURIComponent(MASK));
  expect(unmaskUrl(encoded, service, url)).toEqual({ ok: true, value: url });
});

test('a mask that stands for nothing is refused, and what is typed anew is taken', () => {
  const masked = maskUrl(discord, 'discord');
  expect(unmaskUrl(masked, 'discord', undefined)).toMatchObject({ ok: false });
  expect(unmaskUrl(masked, 'discord', 'https://discord.com/api/webhooks/1/2')).toMatchObject({ ok: false });
  expect(unmaskUrl(`https://discord.com/api/webhooks/1/${MASK}`, 'discord', discord)).toEqual({
    ok: true,
    value: 'https://discord.com/api/webhooks/1/aB3-token_token_token_token',
  });
});

test('values of headers and custom fields are masked and put back', () => {
  const stored = webhookWith({
    headers: { Authorization: 'Bearer abc123', 'Content-Type': 'application/json' },
    customFields: { routing_key: 'secret', sound: 'siren' },
  });
  const masked = maskWebhook(stored);
  expect(masked.headers).toEqual({ Authorization: MASK, 'Content-Type': 'application/json' });
  expect(masked.customFields).toEqual({ routing_key: MASK, sound: 'siren' });
  expect(unmaskWebhook(masked, stored)).toEqual({ ok: true, value: stored });
  expect(unmaskWebhook(masked, undefined)).toMatchObject({
    ok: false,
    error: { field: 'headers.Authorization', problem: { id: 'webhook.valueAgain', values: { name: 'Authorization' } } },
  });
  expect(unmaskWebhook({ ...stored, headers: { authorization: MASK } }, stored)).toMatchObject({
    value: { headers: { authorization: 'Bearer abc123' } },
  });
});

test('no secret of a webhook is left in a text that is redacted', () => {
  const secrets = secretsOf(
    webhookWith({
      url: `${discord}?key=a%20b%20c`,
      headers: { Authorization: 'Bearer abc123' },
      customFields: { x: 'secret' },
    }),
  );
  expect(redact('secret, abc123, Bearer abc123, a b c, a%20b%20c, aB3-token_token_token_token', secrets)).toBe(
    Array(6).fill(MASK).join(', '),
  );
});

test('only the scheme and the host are left of a URL where a short secret can stand in its path', () => {
  for (const url of ['https://u:p@h.example:8443/in/abc?x=y#z', 'https://h.example:8443/T0/B0/s3cr'])
    expect(hostOnly(url)).toBe(`https://h.example:8443/${MASK}`);
  expect(hostOnly('none')).toBe(MASK);
});

test.each(['https://evil.example/a', 'http://ntfy.example/a', 'https://ntfy.example:8443/a'])(
  'a mask stands for no secret at another origin than the one it was entered for: %s',
  (url) => {
    const stored = webhookWith({
      ...{ id: 'a', name: 'a', service: 'generic', url: 'https://ntfy.example/a?key=hush' },
      ...{ headers: { Authorization: 'Bearer hush' }, customFields: { token: 'hush' } },
    });
    const fieldOf = (more: object) => {
      const { ok, ...rest } = unmaskWebhook({ ...stored, headers: {}, customFields: {}, url, ...more }, stored);
      return ok ? undefined : 'error' in rest && rest.error.field;
    };
    expect(fieldOf({ url: `${url}?key=${MASK}` })).toBe('url');
    expect(fieldOf({ headers: { Authorization: MASK } })).toBe('headers.Authorization');
    expect(fieldOf({ customFields: { token: MASK } })).toBe('customFields.token');
    expect(fieldOf({})).toBe(undefined);
  },
);
