import { expect, test } from 'vitest';
import { tempStore } from '../../db/testing/temp-store.ts';
import { createLogger } from '../../lib/logger.ts';
import { webhookWith } from '../services/testing/webhooks.ts';
import { createWebhooks } from './webhooks.ts';

const log = createLogger('silent');

test('a webhook whose group has another id is replaced where it stands, and not after somebody has changed it', async () => {
  const store = await tempStore();
  const webhooks = createWebhooks({ store, problemOfUrl: () => undefined, log });
  for (const name of ['first', 'second']) await webhooks.add(webhookWith({ name }));
  const [before = webhookWith()] = webhooks.all();
  let changes = 0;
  webhooks.onChange(() => changes++);
  const after = { ...before, customFields: { chat_id: '-100' } };
  await webhooks.replace(before, after);
  expect(webhooks.all().map(({ name, customFields }) => [name, customFields])).toEqual([
    ['first', { chat_id: '-100' }],
    ['second', {}],
  ]);
  await webhooks.replace(before, { ...before, name: 'too late' });
  expect([webhooks.all()[0]?.name, changes]).toEqual(['first', 1]);
  expect(createWebhooks({ store, problemOfUrl: () => undefined, log }).all()).toEqual(webhooks.all());
});
