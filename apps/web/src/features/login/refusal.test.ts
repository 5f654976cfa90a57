import { expect, test } from 'vitest';
import { singleSignOnError } from './messages.ts';
import { loginRefusal } from './refusal.ts';

const refusal = (status: number, body: Record<string, unknown> = {}) =>
  loginRefusal({ status, refusal: { text: '', code: '', details: {}, body } });

test.each([
  [403, { remainingMinutes: 12 }, 'Account locked. Please try again in 12 minutes.'],
  [403, { remainingMinutes: 1, message: 'no' }, 'Account locked. Please try again in 1 minute.'],
  [403, { message: 'Not from here.' }, 'Not from here.'],
  [403, {}, 'Account temporarily locked due to too many failed attempts.'],
  [429, { error: 'Slow down.' }, 'Slow down.'],
  [429, {}, 'Too many requests. Please wait a moment and try again.'],
  [401, {}, 'Invalid username or password'],
  [401, { remaining: 3 }, 'Invalid username or password (3 attempts remaining)'],
  [401, { remaining: 1, message: 'Wrong' }, 'Wrong (1 attempt remaining)'],
  [401, { remaining: 0 }, 'Invalid username or password'],
  [401, { remaining: 0, locked: true }, 'Invalid username or password. Account is now locked.'],
  [500, {}, 'Server error. Please try again.'],
  [503, { message: 'Not available right now.' }, 'Not available right now.'],
  [0, {}, 'Failed to connect to server'],
])('%i %o says: %s', (status, body, text) => {
  expect(refusal(status, body).text).toBe(text);
});

test('only a temporary lock is shown as a lock', () => {
  expect(refusal(403, { remainingMinutes: 2 }).locked).toBe(true);
  expect(refusal(403).locked).toBe(false);
  expect(refusal(401).locked).toBe(false);
});

test('typed values are kept if they may still be right', () => {
  expect([401, 403].map((status) => refusal(status).clear)).toEqual([true, true]);
  expect([0, 429, 500].map((status) => refusal(status).clear)).toEqual([false, false, false]);
});

test('an unknown code in the address gets the general text, even `constructor`', () => {
  expect(singleSignOnError('constructor')).toContain('Single sign-on failed.');
  expect(singleSignOnError('invalid_state')).toBe('The sign-in attempt expired. Please try again.');
});
