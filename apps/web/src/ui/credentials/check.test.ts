import { expect, test } from 'vitest';
import { checkPasswordChange, checkSetup } from './check.ts';

const values = {
  bootstrapToken: 't',
  username: 'admin',
  mode: 'choose' as const,
  password: 'long enough',
  confirm: 'long enough',
};

test('a complete setup has no errors, and a generated password needs none typed', () => {
  expect(checkSetup(values)).toEqual({});
  expect(checkSetup({ ...values, mode: 'generate', password: '', confirm: '' })).toEqual({});
});

test('each wrong field is named, all at once', () => {
  expect(
    checkSetup({ bootstrapToken: ' ', username: '', mode: 'choose', password: 'short', confirm: 'other' }),
  ).toEqual({
    bootstrapToken: 'Enter the setup token',
    username: 'Username is required',
    password: 'Password must be at least 8 characters',
    confirm: 'Passwords do not match',
  });
});

test('changing a password: all fields, then length and match', () => {
  const change = (currentPassword: string, newPassword: string, confirm: string) =>
    checkPasswordChange({ currentPassword, newPassword, confirm });
  expect(change('', 'a', 'a')).toEqual({ form: 'All fields are required' });
  expect(change('old', 'seven77', 'other')).toEqual({
    newPassword: 'Password must be at least 8 characters',
    confirm: 'New passwords do not match',
  });
  expect(change('old', 'eight888', 'eight888')).toEqual({});
});
