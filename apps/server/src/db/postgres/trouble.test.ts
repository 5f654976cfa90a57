// Which errors of PostgreSQL are trouble of the database, and which are a mistake of Belfry.
import { english } from '@belfry/domain/sentences/english';
import { expect, test } from 'vitest';
import { reasonOf } from './trouble.ts';

const said = (code: string, words: string) => {
  const reason = reasonOf(Object.assign(new Error(words), { code }));
  return reason && english(reason);
};

test('an error inside of PostgreSQL is trouble, such as a new connection on a full disk', () => {
  expect(said('XX000', 'could not write init file')).toContain('could not write init file');
  expect(said('53100', 'could not extend file')).toContain('full');
});

test('a statement that is wrong is no trouble', () => {
  expect(said('42703', 'column "a" does not exist')).toBeUndefined();
  expect(said('23505', 'duplicate key')).toBeUndefined();
});
