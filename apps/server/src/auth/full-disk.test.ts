// Sign-in on a full disk.
import { listSessions } from '@belfry/schema/http/sessions';
import { expect, test } from 'vitest';
import { signIn } from './testing/administrator.ts';
import { configured } from './testing/auth-server.ts';

const MINUTE = 60_000;

/** An instance whose database refuses every write until it is freed. */
async function place() {
  const made = await configured();
  const state = async (headers: Record<string, string>) => (await made.call('GET', '/api/state', { headers })).status;
  return {
    ...{ ...made, state },
    fill: () => made.store.db.exec('PRAGMA query_only = ON'),
    free: () => made.store.db.exec('PRAGMA query_only = OFF'),
    rows: (table: string) => made.store.db.prepare(`SELECT * FROM ${table}`).all(),
  };
}

test('on a full disk users can sign in, stay signed in, use tokens and sign out', async () => {
  const { clock, call, state, login, apiToken, fill, lines, ...made } = await place();
  const before = await signIn({ call });
  fill();
  const during = await signIn({ call });
  expect([await state(before), await state(during), await state({ 'x-api-token': apiToken })]).toEqual([200, 200, 200]);
  for (let days = 1; days <= 3; days++) {
    clock.step(20 * 60 * MINUTE);
    await clock.advance(MINUTE);
    expect([days, await state(before), await state(during)]).toEqual([days, 200, 200]);
  }
  expect((await login('wrong')).status).toBe(401);
  const listed = (await call('GET', '/api/security/sessions', { headers: during })).read(listSessions.reply);
  expect(listed.map(({ current }) => current).sort()).toEqual([false, true]);
  for (const headers of [before, during]) expect((await call('POST', '/api/logout', { headers })).status).toBe(200);
  expect([await state(before), await state(during)]).toEqual([401, 401]);
  expect(lines.filter((line) => line.includes('cannot write to its disk')).length).toBe(1);
  expect(made.rows('sessions').length).toBe(1);
});

test('when the disk has space again, the changes made meanwhile are written within a minute', async () => {
  const { clock, call, state, apiToken, fill, free, rows } = await place();
  const gone = await signIn({ call });
  fill();
  const stays = await signIn({ call });
  await call('POST', '/api/logout', { headers: gone });
  await state({ 'x-api-token': apiToken });
  free();
  await clock.advance(MINUTE);
  expect(rows('sessions').length).toBe(1);
  expect(rows('audit').map(({ event }) => event)).toEqual(['setup', 'login']);
  expect(rows('api_tokens')[0]?.last_used_at).toEqual(expect.any(Number));
  expect([await state(stays), await state(gone)]).toEqual([200, 401]);
});

test('requests do not write the time of the last use; a timer does', async () => {
  const { clock, call, state, apiToken, rows } = await place();
  const headers = await signIn({ call });
  await clock.advance(10 * MINUTE);
  const [session] = rows('sessions');
  await state(headers);
  await state({ 'x-api-token': apiToken });
  expect(rows('sessions')).toEqual([session]);
  expect(rows('api_tokens')[0]?.last_used_at).toBe(null);
  await clock.advance(MINUTE);
  expect(rows('sessions')[0]?.last_used_at).toBe(Number(session?.last_used_at) + 10 * MINUTE);
  expect(rows('api_tokens')[0]?.last_used_at).toEqual(expect.any(Number));
});
