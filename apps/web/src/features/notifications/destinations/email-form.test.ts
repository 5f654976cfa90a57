import { EmailUpdate } from '@belfry/schema/notifications/email';
import { toMessage } from '@belfry/schema/sentences/message';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { changedEmail, emailForm, emailUpdate, encryptionOf, presetOf, wholeUpdate } from './email-form.ts';
import { savedEmail } from './testing/email.ts';

beforeAll(() => speak(english));

const form = emailForm(savedEmail({ to: ['ann@example.com', 'bob@example.com'] }));

test('recipients are one per line; they are trimmed, and blank lines are dropped', () => {
  expect(form.to).toBe('ann@example.com\nbob@example.com');
  expect(emailUpdate({ ...form, to: '  ann@example.com \n\n \nzoe@example.com\n' }, ['to'])).toEqual({
    to: ['ann@example.com', 'zoe@example.com'],
  });
});

test('a port that is not a number falls back to 587', () => {
  expect(emailUpdate({ ...form, port: 'smtp' }, ['port'])).toEqual({ port: 587 });
  expect(emailUpdate({ ...form, port: ' 2525 ' }, ['port'])).toEqual({ port: 2525 });
});

test('only the changed fields are sent, and a number that is none is refused with its bounds', () => {
  const update = emailUpdate({ ...form, maxRetries: 'many', from: 'a@b.c' }, ['maxRetries', 'from']);
  expect(update).toEqual({ maxRetries: null, from: 'a@b.c' });
  const { error } = EmailUpdate.safeParse(update);
  expect(error?.issues).toMatchObject([
    { path: ['maxRetries'], message: toMessage({ id: 'input.whole', values: { min: 0, max: 5 } }) },
  ]);
});

test('the whole form is what the server accepts, and does not say which secrets are stored', () => {
  const whole = wholeUpdate(form);
  expect(EmailUpdate.safeParse(whole).success).toBe(true);
  expect(Object.keys(whole)).not.toContain('passwordSet');
});

test('a preset fills in the server, and a server of your own leaves the fields', () => {
  const preset = { smtpHost: 'smtp.office365.com', smtpPort: 587, tls: false, startTLS: true };
  const provider = { ...preset, name: 'Microsoft 365', authRequired: true, instructions: '' };
  expect(presetOf(provider)).toEqual({
    ...{ provider: 'Microsoft 365', server: 'smtp.office365.com', port: '587', tls: false, startTLS: true },
  });
  expect(presetOf(undefined)).toEqual({ provider: '' });
});

test.for([
  ['465', false, false, 'implicit'],
  ['587', true, true, 'required'],
  ['587', true, false, 'offered'],
  ['25', false, false, 'none'],
] as const)('port %s, TLS %s, StartTLS %s is encryption %s', ([port, tls, startTLS, encryption]) => {
  expect(encryptionOf({ port, tls, startTLS })).toBe(encryption);
});

test('the unsaved bar names what changed, in the order of the form', () => {
  expect(changedEmail(['to', 'port'])).toBe('Port, Recipients (one per line)');
});
