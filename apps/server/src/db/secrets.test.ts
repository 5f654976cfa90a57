import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';

const secrets = createSecrets(randomBytes(32));

test('a sealed secret opens unchanged in its own place', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (place, text) => {
      expect(secrets.unseal(place, secrets.seal(place, text))).toBe(text);
    }),
  );
});

test('a sealed secret opens in no other place, with no other key, and not when a byte was changed', () => {
  const sealed = secrets.seal('secrets/instances/1/password', 'hunter2');
  expect(secrets.unseal('secrets/instances/2/password', sealed)).toBeUndefined();
  expect(createSecrets(randomBytes(32)).unseal('secrets/instances/1/password', sealed)).toBeUndefined();
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(secrets.unseal('secrets/instances/1/password', changed)).toBeUndefined();
  }
  expect(secrets.unseal('secrets/instances/1/password', sealed.subarray(0, 10))).toBeUndefined();
});

test('the same text is sealed differently each time', () => {
  expect(secrets.seal('p', 'x')).not.toEqual(secrets.seal('p', 'x'));
});
