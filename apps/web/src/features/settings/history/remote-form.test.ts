import { RemoteHistoryInput } from '@belfry/schema/history/remote';
import { MASK } from '@belfry/schema/notifications/mask';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { checkRemote, remoteConfig, remoteForm } from './remote-form.ts';

beforeAll(() => speak(english));

const saved = {
  ...RemoteHistoryInput.parse({
    enabled: true,
    url: 'https://tsdb.lan/api/v1/write',
    secret: MASK,
    labels: { a: 'b' },
  }),
  status: { waiting: 0, waitingBytes: 0, sent: 1, dropped: 0 },
};
const form = remoteForm(saved);

test('the stored secret is never in the form, and stays unless another one is typed or the address is removed', () => {
  expect(form.secret).toBe('');
  expect(remoteConfig(form, true).secret).toBe(MASK);
  expect(remoteConfig({ ...form, secret: 'new' }, true).secret).toBe('new');
  expect(remoteConfig({ ...form, url: '' }, true).secret).toBe('');
});

test('what is sent is a configuration that the server accepts', () => {
  const typed = {
    ...form,
    labels: 'site=home',
    maxQueueHours: '60',
    url: 'https://a.lan/push',
    queryUrl: 'https://a.lan',
  };
  expect(checkRemote(typed)).toEqual({});
  expect(RemoteHistoryInput.safeParse(remoteConfig(typed, true)).data).toMatchObject({
    labels: { site: 'home' },
    maxQueueHours: 60,
  });
});

test.each([
  ['url', { url: ' ' }],
  ['queryUrl', { url: 'https://tsdb.lan/push' }],
  ['longTermQueryUrl', { longTermUrl: 'https://years.lan/push' }],
  ['labels', { labels: 'x' }],
  ['maxQueueMegabytes', { maxQueueMegabytes: '0' }],
  ['maxQueueHours', { maxQueueHours: 'a day' }],
])('what is wrong is named at its field: %s', (field, change) => {
  expect(Object.keys(checkRemote({ ...form, ...change }))).toEqual([field]);
});
