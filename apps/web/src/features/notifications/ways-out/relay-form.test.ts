import { MASK } from '@belfry/schema/notifications/mask';
import { Webhook, WebhookInput } from '@belfry/schema/notifications/webhook';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { checkRelay, relayForm, webhookOf } from './relay-form.ts';

beforeAll(() => speak(english));

const stored = Webhook.parse({
  ...{ id: '1', name: 'apprise', service: 'apprise', url: `http://apprise.lan/notify/${MASK}`, enabled: false },
  headers: { authorization: MASK, 'X-Scope': 'a' },
  customFields: { tag: 'ops', color: 'red' },
});

test('what the form does not show stays, and masks go back as they came', () => {
  const { id: _, ...before } = stored;
  expect(webhookOf('apprise', relayForm('apprise', stored), stored)).toEqual({
    ...before,
    headers: { Authorization: MASK, 'X-Scope': 'a' },
  });
});

test('emptied fields are removed', () => {
  const form = { ...relayForm('apprise', stored), authorization: ' ', tag: '' };
  expect(webhookOf('apprise', form, stored)).toMatchObject({
    headers: { 'X-Scope': 'a' },
    customFields: { color: 'red' },
  });
});

test('a new one is a webhook that the server accepts, and needs a name and an address', () => {
  const form = relayForm('alertmanager');
  expect(checkRelay({ ...form, name: ' ' })).toEqual({
    name: 'Webhook name is required',
    url: 'Webhook URL is required',
  });
  const sent = webhookOf('alertmanager', { ...form, url: ' http://am.lan:9093 ', tag: 'x' });
  expect(WebhookInput.parse(sent)).toMatchObject({
    service: 'alertmanager',
    url: 'http://am.lan:9093',
    customFields: {},
  });
});
