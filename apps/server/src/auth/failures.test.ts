// Refused calls are in the audit log, and cannot flood it.

import { listAudit } from '@belfry/schema/http/security';
import { createToken } from '@belfry/schema/http/tokens';
import { expect, test } from 'vitest';
import { authServer, configured, networks } from './testing/auth-server.ts';

const MINUTE = 60_000;

async function place() {
  const made = await configured();
  const trail = async (headers = { 'x-api-token': made.apiToken }) => {
    const { entries } = (await made.call('GET', '/api/security/audit?limit=500', { headers })).read(listAudit.reply);
    return entries.map(({ event, success, user, ip, details }) => ({ event, success, user, ip, details })).reverse();
  };
  return { ...made, trail };
}

test('a caller without the needed role and an invalid API token are in the audit log with name and address', async () => {
  const { call, apiToken, trail } = await place();
  const body = { name: 'wall', scope: 'read' };
  const made = await call('POST', '/api/security/tokens', { headers: { 'x-api-token': apiToken }, body });
  const { token } = made.read(createToken.reply);
  await call('PUT', '/api/probe/admin', { headers: { 'x-api-token': token } });
  await call('GET', '/api/state', { headers: { 'x-api-token': 'bf_guess' }, from: '203.0.113.9' });
  await call('GET', '/api/state', { headers: { authorization: 'Bearer bf_guess' }, from: '203.0.113.10' });
  await call('GET', '/api/state');
  const failures = (await trail()).filter(({ success }) => !success);
  expect(failures).toEqual([
    { event: 'access_refused', success: false, user: 'wall', ip: '192.0.2.10', details: '' },
    { event: 'token_invalid', success: false, user: '', ip: '203.0.113.9', details: '' },
    { event: 'token_invalid', success: false, user: '', ip: '203.0.113.10', details: '' },
  ]);
  expect(JSON.stringify(await trail())).not.toContain('guess');
});

test('a wrong setup token is in the audit log', async () => {
  const { call, store } = await authServer();
  await call('POST', '/api/security/quick-setup', { body: { bootstrapToken: 'x'.repeat(48) } });
  expect(await store.audit.list(5)).toMatchObject([{ event: 'setup_token_invalid', success: false, ip: '192.0.2.10' }]);
});

test('ten thousand wrong tokens of one address are two entries, and those of a thousand addresses some more', async () => {
  const { call, clock, trail } = await place();
  const headers = { 'x-api-token': 'bf_guess' };
  for (let i = 0; i < 1500; i++) await call('GET', '/api/state', { headers, from: '203.0.113.9' });
  await clock.advance(MINUTE);
  expect((await trail()).filter(({ event }) => event === 'token_invalid').map(({ details }) => details)).toEqual([
    '',
    '1499 more like it within a minute',
  ]);
  for (let i = 0; i < 1000; i++) await call('GET', '/api/state', { headers, from: `198.51.${i % 250}.${i % 4}` });
  await clock.advance(MINUTE);
  const entries = (await trail()).filter(({ event }) => event === 'token_invalid');
  expect(entries.length).toBeLessThan(110);
  expect(entries.map(({ details }) => details)).toContain('from many addresses');
});

test('a server that ends writes the number of refused calls before, and nothing after', async () => {
  const { clock, access, store, call } = await authServer();
  const entries = async () => (await store.audit.list(9)).map(({ details }) => details);
  const guess = () => call('GET', '/api/state', { headers: { 'x-api-token': 'bf_guess' } });
  await guess();
  await guess();
  await guess();
  expect(await entries()).toEqual(['']);
  await access.stop();
  expect(await entries()).toEqual(['2 more like it within a minute', '']);
  await clock.advance(MINUTE);
  expect(await entries()).toHaveLength(2);
});

test('a report token gets the same security status as a caller without a sign-in', async () => {
  const { call, apiToken } = await place();
  const body = { name: 'agent', scope: 'report' };
  const made = await call('POST', '/api/security/tokens', { headers: { 'x-api-token': apiToken }, body });
  const { token } = made.read(createToken.reply);
  const anonymous = await call('GET', '/api/security/status');
  const reporter = await call('GET', '/api/security/status', { headers: { 'x-api-token': token } });
  expect(reporter.json).toEqual(anonymous.json);
  expect(reporter.cookies).toEqual({});
});

test('while sign-in is switched off, a wrong token makes no entry', async () => {
  const { call, store } = await authServer({ config: { disabled: true, trustedProxies: networks('') } });
  expect((await call('GET', '/api/state', { headers: { 'x-api-token': 'bf_guess' } })).status).toBe(200);
  expect(await store.audit.list(5)).toEqual([]);
});

test('wrong passwords are counted by name and address, so an attack from many addresses does not displace other entries', async () => {
  const { login, clock, trail } = await place();
  for (let i = 0; i < 4; i++) await login('wrong');
  for (let i = 0; i < 80; i++) await login('wrong', `198.51.100.${i}`, `user ${i}`);
  await clock.advance(MINUTE);
  const entries = (await trail()).filter(({ event }) => event === 'login');
  expect(entries[0]).toMatchObject({ user: 'admin', ip: '192.0.2.10', details: 'attempt 1' });
  expect(entries.map(({ details }) => details)).toContain('3 more like it within a minute');
  expect(entries.map(({ details }) => details)).toContain('30 more like it within a minute');
  expect(entries.length).toBeLessThan(55);
});
