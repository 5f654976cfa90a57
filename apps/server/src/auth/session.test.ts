// How long a session is valid.
import { expect, test } from 'vitest';
import { START, tempStore } from '../db/testing/temp-store.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { ABSOLUTE_MS, createSessions, IDLE_MS } from './session.ts';

const caller = { ip: '192.0.2.1', https: false, host: '', userAgent: '', path: '' };

async function minted() {
  const clock = fakeClock(START);
  const sessions = createSessions((await tempStore({ clock })).sessions, clock);
  const added = await sessions.mint(
    { user: 'admin', subject: 'admin', role: 'admin', method: 'password' },
    caller,
    () => true,
  );
  if (!added) throw new Error('not minted');
  const { token, session } = added;
  return { clock, sessions, token, id: session.id };
}

test('a session ends when it is not used for a day', async () => {
  const { clock, sessions, token } = await minted();
  await clock.advance(IDLE_MS - 1);
  expect(sessions.find(token)).toBeDefined();
  await clock.advance(IDLE_MS);
  expect(sessions.find(token)).toBeUndefined();
});

test('an open page uses the session, but after seven days the session ends anyway', async () => {
  const { clock, sessions, id } = await minted();
  const hours = ABSOLUTE_MS / 3_600_000;
  for (let hour = 1; hour < hours; hour++) {
    await clock.advance(3_600_000);
    expect([hour, sessions.isValid(id)]).toEqual([hour, true]);
  }
  await clock.advance(3_600_000);
  expect(sessions.isValid(id)).toBe(false);
});

test('a session that does not exist is not valid', async () => {
  expect((await minted()).sessions.isValid('nobody')).toBe(false);
});

test.each([1, -1])('a clock step of %i hour ends no session, and uses are still recorded', async (hours) => {
  const { clock, sessions, token, id } = await minted();
  clock.step(hours * 3_600_000);
  expect(sessions.find(token)).toBeDefined();
  await clock.advance(IDLE_MS - 1);
  expect([sessions.find(token)?.id, sessions.isValid(id)]).toEqual([id, true]);
  await clock.advance(IDLE_MS);
  expect(sessions.find(token)).toBeUndefined();
});
