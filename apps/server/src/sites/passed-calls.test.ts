// What a hostile collector may make of a call that it passes on.
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { createPassedCalls, type PassedCall } from './passed-calls.ts';

const call = (more: Partial<PassedCall> = {}): PassedCall => ({
  ...{ type: 'call', id: '1', what: 'proxmox-push', params: { instance: 'home' }, query: '', token: 't', body: '{}' },
  ...more,
});

function setUp() {
  const reached: string[] = [];
  const http = fastify();
  http.decorate('below', '');
  http.post<{ Params: { instance: string } }>('/api/proxmox/notify/:instance', async ({ params }) => {
    reached.push(params.instance);
    return {};
  });
  http.post('/api/*', async ({ url }) => {
    reached.push(`another route: ${url}`);
    return {};
  });
  return { reached, passed: createPassedCalls(() => http) };
}

test('a call reaches the route of its endpoint and no other, whatever its parameters are', async () => {
  const { reached, passed } = setUp();
  const hostile = ['home', 'a/b', '../../login', '?x=1', '#', '%2e%2e', '\n'];
  for (const instance of hostile) await passed('site', call({ params: { instance } }));
  expect(reached).toEqual(hostile);
});

test.for(['.', '..'])('the parameter %s, which is a step upwards, is refused', async (instance) => {
  const { reached, passed } = setUp();
  expect(await passed('site', call({ params: { instance } }))).toMatchObject({ id: '1', status: 400 });
  expect(reached).toEqual([]);
});
