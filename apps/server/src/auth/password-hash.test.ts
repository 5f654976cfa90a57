import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hash.ts';

test('a hash contains its parameters and matches only its password', async () => {
  const hasher = createPasswordHasher();
  const hash = await hasher.hash('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await hasher.verify('correct horse', hash, 'sign-in')).toBe(true);
  expect(await hasher.verify('correct horsf', hash, 'sign-in')).toBe(false);
  expect(await hasher.verify('correct horse', undefined, 'sign-in')).toBe(false);
  expect(await hasher.verify('', '$argon2id$nonsense', 'sign-in')).toBe(false);
  expect(await hasher.hash('correct horse')).not.toBe(hash);
});

test('the reference vector of another implementation verifies', async () => {
  // Made with the argon2 command line tool: `printf password | argon2 somesalt -id -t 2 -k 65536 -p 1 -l 32 -e`.
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await createPasswordHasher().verify('password', hash, 'sign-in')).toBe(true);
});

test('too many requests are refused at once and do not queue', async () => {
  const hasher = createPasswordHasher();
  const from = (n: number) => hasher.verify('x', undefined, 'sign-in', { network: `${n}`, known: false });
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => from(n)));
  expect(answers.filter((answer) => answer === undefined).length).toBe(1000 - 18);
});
