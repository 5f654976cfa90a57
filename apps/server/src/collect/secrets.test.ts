import { expect, test } from 'vitest';
import { fingerprintOf, makeKeys } from './keys.ts';
import { isProven, prove } from './proof.ts';
import { isSealed, isSealingKey, seal, unseal } from './sealing.ts';

const keys = makeKeys();
const place = '["pve","https://pve.branch:8006","root@pam!belfry",1]';

test('a sealed secret opens with its key, for the host for which it was entered, and never twice the same', async () => {
  const sealed = await seal(keys.sealing.publicKey, place, 'the secret');
  expect(isSealed(sealed)).toBe(true);
  expect(sealed).not.toContain('the secret');
  expect(await seal(keys.sealing.publicKey, place, 'the secret')).not.toBe(sealed);
  expect(await unseal(keys.sealing, place, sealed)).toEqual({ ok: true, value: 'the secret' });
});

test('another key, another host, a changed text and a plain text are unreadable', async () => {
  const sealed = await seal(keys.sealing.publicKey, place, 'the secret');
  const elsewhere = place.replace('pve.branch', 'attacker.example');
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
  const tries = [
    unseal(makeKeys().sealing, place, sealed),
    unseal(keys.sealing, elsewhere, sealed),
    unseal(keys.sealing, place, changed),
    unseal(keys.sealing, place, 'the secret'),
    unseal(keys.sealing, place, 'hpke1.'),
  ];
  expect(await Promise.all(tries)).toEqual(tries.map(() => ({ ok: false, error: 'unreadable' })));
});

test('32 bytes that are no key are not taken for a key, because nothing can be sealed to them', async () => {
  expect(await isSealingKey('A'.repeat(43))).toBe(false);
  expect(await isSealingKey(keys.sealing.publicKey)).toBe(true);
});

test('a proof holds for its key, its site and its challenge only', () => {
  const proof = prove(keys.signing, 'site-1', 'nonce');
  const { publicKey } = keys.signing;
  expect(isProven(publicKey, 'site-1', 'nonce', proof)).toBe(true);
  expect(isProven(publicKey, 'site-2', 'nonce', proof)).toBe(false);
  expect(isProven(publicKey, 'site-1', 'other', proof)).toBe(false);
  expect(isProven(makeKeys().signing.publicKey, 'site-1', 'nonce', proof)).toBe(false);
  expect(isProven(publicKey, 'site-1', 'nonce', 'nonsense')).toBe(false);
});

test('the fingerprint of a collector is for people, and changes with each of its keys', () => {
  const [a, b] = [makeKeys(), makeKeys()];
  const shown = fingerprintOf({ signing: a.signing.publicKey, sealing: a.sealing.publicKey });
  expect(shown).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
  expect(fingerprintOf({ signing: a.signing.publicKey, sealing: b.sealing.publicKey })).not.toBe(shown);
  expect(fingerprintOf({ signing: b.signing.publicKey, sealing: a.sealing.publicKey })).not.toBe(shown);
});
