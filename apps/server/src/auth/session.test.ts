// How long a session lives.
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

test('it ends when it is not used for a day', async () => {
  const { clock, sessions, token } = await minted();
  await clock.advance(IDLE_MS - 1);
  expect(sessions.find(token)).toBeDefined();
  await clock.advance(IDLE_MS);
  expect(sessions.find(token)).toBeUndefined();
});

test('an open screen uses it, but after seven days it ends all the same', async () => {
  const { clock, sessions, id } = await minted();
  const hours = ABSOLUTE_MS / 3_600_000;
  for (let hour = 1; hour < hours; hour++) {
    await clock.advance(3_600_000);
    expect([hour, sessions.lives(id)]).toEqual([hour, true]);
  }
  await clock.advance(3_600_000);
  expect(sessions.lives(id)).toBe(false);
});

test('one that does not exist does not live', async () => {
  expect((await minted()).sessions.lives('nobody')).toBe(false);
});

test.each([1, -1])('a clock that steps by %i hour ends no session, and uses are noted as before', async (hours) => {
  const { clock, sessions, token, id } = await minted();
  clock.step(hours * 3_600_000);
  expect(sessions.find(token)).toBeDefined();
  await clock.advance(IDLE_MS - 1);
  expect([sessions.find(token)?.id, sessions.lives(id)]).toEqual([id, true]);
  await clock.advance(IDLE_MS);
  expect(sessions.find(token)).toBeUndefined();
});
