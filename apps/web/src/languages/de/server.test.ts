import { type ErrorCode, errors } from '@belfry/schema/errors';
import { expect, test } from 'vitest';
import { phrases } from './phrases.ts';
import { fieldError, refusal } from './server.ts';

test.for(Object.entries(errors))('the general text of %s is German', ([code, { message }]) => {
  expect(refusal(code as ErrorCode, message)).not.toBe(message);
});

test.for(Object.entries(phrases))('"%s" is German, with its names in their places', ([english, german]) => {
  const names = Array.from({ length: english.split('{}').length - 1 }, (_, i) => `name${i}`);
  const filled = (text: string) => names.reduce((rest, name) => rest.replace('{}', name), text);
  expect(refusal('conflict', filled(english))).toBe(filled(german));
});

test('names keep their characters, and a text within a text is German too', () => {
  expect(refusal('conflict', 'There is a link named $& {} (.*) already.')).toBe(
    'Es gibt schon einen Link mit dem Namen $& {} (.*).',
  );
  expect(refusal('bad_request', 'Webhook ops: Invalid webhook URL: 10.0.0.1 is {}')).toBe(
    'Webhook ops: Die Adresse des Webhooks ist nicht gültig: 10.0.0.1 is {}',
  );
});

test('the words of somebody else stay, whatever their code is', () => {
  expect(refusal('conflict', '535 bad password')).toBe('535 bad password');
  expect(refusal('toString', 'Whatever')).toBe('Whatever');
});

test('a text that no server of ours says is shown as it is, however long it is and however often it begins anew', () => {
  const long = ' shows a certificate with the SHA-256 fingerprint , but '.repeat(100_000);
  expect(refusal('conflict', long)).toBe(long);
  expect(refusal('conflict', 'Webhook a: '.repeat(300))).toContain('Webhook');
});

test('a list of wrong fields becomes one sentence, because each field says in German what is wrong with it', () => {
  expect(refusal('validation_error', 'Name must not be empty; Port must be at most 9')).toBe(
    'Die Anfrage enthält ungültige Felder.',
  );
});

test.for<[english: string, german: string]>([
  ['must not be empty', 'darf nicht leer sein'],
  ['must be a whole number', 'muss eine ganze Zahl sein'],
  ['must be at most 65535', 'muss höchstens 65535 sein'],
  ['must have at least 1 character', 'muss mindestens 1 Zeichen haben'],
  ['must have at most 20 entries', 'muss höchstens 20 Einträge haben'],
  ['must be one of light, dark', 'muss eines davon sein: light, dark'],
  ['must be an address such as https://host.example', 'muss eine Adresse wie https://host.example sein'],
  ['Enter a whole number of seconds from 10 to 3600', 'Geben Sie ganze Sekunden von 10 bis 3600 ein'],
  ['toString', 'toString'],
  ['Administrators see what was answered.', 'Administratoren sehen die Antwort.'],
  ['550 no such user', '550 no such user'],
  ['Something nobody translated yet', 'Something nobody translated yet'],
])('about a field: "%s"', ([english, german]) => expect(fieldError(english)).toBe(german));
