// The log of deliveries over HTTP, and what is wrong with the outbox in the state. On the whole server.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { listDeliveries, listWebhookAttempts } from '@belfry/schema/http/deliveries';
import { getState } from '@belfry/schema/http/monitoring';
import { expect, test } from 'vitest';
import { openApp } from '../../contract/testing/whole-app.ts';
import { openDelivery } from '../../db/testing/deliveries.ts';
import { openOutboxFile } from '../../db/testing/opened-alerts.ts';
import { START, tempDir } from '../../db/testing/temp-store.ts';
import { iso } from '../../lib/clock.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';

const at = iso(Date.now());
const ended = { endedAt: at, lastAttemptAt: at, attempts: 1 };

async function stored(): Promise<string> {
  const dataDir = tempDir();
  const file = await openOutboxFile({ dataDir, clock: fakeClock(START), log: createLogger('silent') });
  const put = [
    openDelivery('mail', { to: 'email', state: 'sent', ...ended }),
    openDelivery('chat', {
      state: 'sent',
      ...ended,
      status: 204,
      words: 'ok',
      target: 'POST https://chat/•••',
      sentBytes: 9,
    }),
    openDelivery('never', { state: 'given-up', endedAt: at }),
    openDelivery('no', {
      state: 'given-up',
      ...ended,
      attempts: 3,
      status: 400,
      words: 'bad',
      occurrences: ['x', 'y'],
    }),
  ];
  await file.save({ put, updated: [], notified: [], forgotten: [] });
  file.close();
  return dataDir;
}

test('the log is newest first and in pages; a filter leaves out what does not fit, and one that is wrong is refused', async () => {
  const { call } = await openApp({}, await stored());
  const ids = async (query: string) => {
    const { status, read } = await call('GET', `/api/notifications/log${query}`);
    return status === 200 ? read(listDeliveries.reply).map(({ id }) => id) : status;
  };
  expect(await ids('')).toEqual(['no', 'never', 'chat', 'mail']);
  expect(await ids('?limit=2&offset=1')).toEqual(['never', 'chat']);
  expect(await ids('?limit=x&offset=-1&state=given-up')).toEqual(['no', 'never']);
  expect(await ids('?destination=email')).toEqual(['mail']);
  expect(await ids('?alert=alert%20of%20y')).toEqual(['no']);
  expect(await ids('?occurrence=o-chat')).toEqual(['chat']);
  expect(await ids('?latest=destination')).toEqual(['no', 'mail']);
  expect(await ids('?state=lost')).toBe(400);
});

test('the history of webhooks has the shape of the reference product, and leaves out what was never tried', async () => {
  const { call } = await openApp({}, await stored());
  const { read } = await call('GET', '/api/notifications/webhook-history');
  const common = { webhookName: 'Chat', service: 'generic', timestamp: at };
  expect(read(listWebhookAttempts.reply)).toEqual([
    {
      ...{ ...common, webhookUrl: '', alertId: 'alert of x', statusCode: 400, success: false, errorMessage: 'bad' },
      ...{ retryAttempts: 2, payloadSize: 0 },
    },
    {
      ...{ ...common, webhookUrl: 'https://chat/•••', alertId: 'alert of o-chat', statusCode: 204, success: true },
      ...{ retryAttempts: 0, payloadSize: 9 },
    },
  ]);
});

test('the server starts with a damaged outbox and says so', async () => {
  const dataDir = tempDir();
  writeFileSync(path.join(dataDir, 'outbox.db'), 'no database, but longer than a header'.repeat(100));
  const { call } = await openApp({}, dataDir);
  const problems = async () => (await call('GET', '/api/state')).read(getState.reply).serverProblems;
  await expect.poll(problems).toHaveProperty('outbox');
  expect((await problems())?.outbox?.message).toContain('notifications and their log was damaged');
});

test('what waits for a destination that does not exist any more is given up at the start', async () => {
  const dataDir = tempDir();
  const file = await openOutboxFile({ dataDir, clock: fakeClock(START), log: createLogger('silent') });
  await file.save({ put: [openDelivery('waits')], updated: [], notified: [], forgotten: [] });
  file.close();
  const { call } = await openApp({}, dataDir);
  const [row] = (await call('GET', '/api/notifications/log')).read(listDeliveries.reply);
  expect(row).toMatchObject({ state: 'given-up', words: 'The destination was removed.' });
});
