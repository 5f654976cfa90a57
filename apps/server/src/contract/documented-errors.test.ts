// Refusals are what the OpenAPI document says: their status and their form.
import { expect, test } from 'vitest';
import { bySession } from './testing/people.ts';
import { openApp } from './testing/whole-app.ts';

test('a parameter that is too long is refused with a documented status, as any other value that names nothing', async () => {
  const whole = await openApp({});
  const headers = await bySession('admin')(whole);
  const document = JSON.parse((await whole.call('GET', '/api/openapi.json', { headers })).text);
  for (const path of ['/api/alerts/{id}/explain', '/api/storage/{id}']) {
    const { status } = await whole.call('GET', path.replace('{id}', '0'.repeat(2000)), { headers });
    expect(Object.keys(document.paths[path].get.responses)).toContain(String(status));
  }
});

test('a refusal may have more fields than every error has, and the document says so', async () => {
  const whole = await openApp({});
  const headers = await bySession('admin')(whole);
  const document = JSON.parse((await whole.call('GET', '/api/openapi.json', { headers })).text);
  expect(document.components.schemas.ErrorBody.additionalProperties).not.toBe(false);
  const body = { enabled: false };
  const changed = await whole.call('PUT', '/api/notifications/mqtt', {
    headers: { ...headers, 'if-match': '"0"' },
    body,
  });
  expect([changed.status, Object.keys(changed.json)]).toEqual([412, expect.arrayContaining(['code', 'current'])]);
});

test('a text that is cut never ends in half a character', async () => {
  const whole = await openApp({});
  const headers = await bySession('admin')(whole);
  for (const name of ['x', 'xx']) {
    const query = encodeURIComponent(name + '😀'.repeat(150));
    const { status, json } = await whole.call('GET', `/api/history/strips?${query}=1`, { headers });
    expect([status, String(json.error).isWellFormed()]).toEqual([400, true]);
  }
});
