import { expect, test } from 'vitest';
import { takeToasts, toast } from './toast.ts';

test('success and info stay 5 seconds, errors 10', () => {
  for (const type of ['success', 'info', 'error'] as const) toast(type, type);
  toast('success', 'longer', { timeout: 8_000 });
  expect(takeToasts().map(({ timeout }) => timeout)).toEqual([5_000, 5_000, 10_000, 8_000]);
  expect(takeToasts()).toEqual([]);
});

test('a toast has a title and a message; an empty message, or one that says the same, is left out', () => {
  toast('error', 'Failed to send test email', { message: 'The mail server does not answer.' });
  toast('error', 'Failed to save settings', { message: '' });
  toast('error', 'The disk is full', { message: 'The disk is full' });
  expect(takeToasts().map(({ title, message }) => [title, message])).toEqual([
    ['Failed to send test email', 'The mail server does not answer.'],
    ['Failed to save settings', undefined],
    ['The disk is full', undefined],
  ]);
});
