import { type Webhook, WebhookInput, type WebhookTemplate } from '@belfry/schema/notifications/webhook';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { placeIn } from './template-place.ts';
import {
  checkWebhook,
  firstTemplate,
  isComplete,
  newWebhook,
  webhookForm,
  webhookInput,
  withEntry,
  withService,
} from './webhook-form.ts';

beforeAll(() => speak(english));

const serviceWith = (service: Webhook['service'], change: Partial<WebhookTemplate> = {}): WebhookTemplate => ({
  ...{ service, name: service, urlPattern: '', method: 'POST', headers: {}, payloadTemplate: '', instructions: '' },
  ...{ requiredFields: {}, ...change },
});
const tokens = { app_token: 'Application Token', user_token: 'User Key' };

test('a new webhook has a header with the type of its content', () => {
  expect(webhookInput(newWebhook()).headers).toEqual({ 'Content-Type': 'application/json' });
});

test('headers and custom fields without a name are dropped, and names are trimmed', () => {
  const form = { ...newWebhook(), headers: withEntry(withEntry([], ' X-A ', '1'), '  ', '2') };
  expect(webhookInput({ ...form, customFields: withEntry([], '', 'x') })).toMatchObject({
    ...{ headers: { 'X-A': '1' }, customFields: {} },
  });
});

test('a stored webhook goes back to the server as it came, with its masks', () => {
  const stored: Webhook = {
    ...WebhookInput.parse({ name: 'Chat', url: 'https://chat.example/••••••••', template: '{}' }),
    ...{ id: '7', headers: { Authorization: '••••••••' }, customFields: { a: '••••••••' } },
  };
  const { id, ...input } = stored;
  expect(webhookInput(webhookForm(stored))).toEqual(input);
});

test('without a name or a URL it can be neither saved nor tested', () => {
  const form = newWebhook();
  expect(isComplete({ ...form, name: 'Chat', url: ' ' })).toBe(false);
  expect(isComplete({ ...form, name: ' ', url: 'https://chat.example' })).toBe(false);
  expect(isComplete({ ...form, name: 'Chat', url: 'https://chat.example' })).toBe(true);
});

test('a service gets the fields that it needs, and empty ones of the service before go', () => {
  const pushover = serviceWith('pushover', { requiredFields: tokens });
  const form = { ...newWebhook(), customFields: withEntry([], 'sound', 'siren') };
  const chosen = withService(form, pushover, serviceWith('generic'));
  expect(chosen.customFields.map(({ name }) => name)).toEqual(['sound', 'app_token', 'user_token']);
  const filled = chosen.customFields.map((entry) => (entry.name === 'app_token' ? { ...entry, value: 't' } : entry));
  const back = withService({ ...form, customFields: filled }, serviceWith('generic'), pushover);
  expect(back.customFields.map(({ name }) => name)).toEqual(['sound', 'app_token']);
});

test('a header that is there twice is refused before one of them is lost', () => {
  const headers = withEntry(withEntry([], 'X-A', '1'), 'x-a', '2');
  expect(checkWebhook({ ...newWebhook(), headers })).toEqual({ headers: 'x-a is there twice' });
});

test('a template begins with the example of the service, or with one that works there', () => {
  expect(firstTemplate(serviceWith('generic', { payloadTemplate: '{"a": 1}' }))).toBe('{"a": 1}');
  expect(JSON.parse(firstTemplate(serviceWith('slack')))).toEqual({ text: '{{.Title}}: {{.Message}}' });
  expect(firstTemplate(serviceWith('ntfy', { headers: { 'Content-Type': 'text/plain' } }))).not.toContain('"');
});

test('the place of an error is found in the text, also behind its end', () => {
  const source = '{\n  "a": "{{.Levl}}"\n}';
  expect(placeIn(source, 2, 11)).toEqual({ offset: 12, before: '  "a": "{{', after: '.Levl}}"' });
  expect(source.slice(12)).toMatch(/^\.Levl/);
  expect(placeIn(source, 9, 40)).toEqual({ offset: source.length, before: '}', after: '' });
});
