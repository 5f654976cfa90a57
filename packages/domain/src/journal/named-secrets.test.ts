import { expect, test } from 'vitest';
import { isSecretField, withoutSecrets } from './settings.ts';

test.each([
  ['password=hunter2', 'password=…'],
  ['the root password is hunter2, call me', 'the root password is …, call me'],
  ['{"token": "a b", "port": 8006}', '{"token": …, "port": 8006}'],
  ['note=db_password=hunter2', 'note=db_password=…'],
  ["run --api-key 'a b' --force", 'run --api-key … --force'],
  ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0123456789abcdefghijkl me', 'ssh-ed25519 … me'],
  ['https://root:hunter2@pve.lan', 'https://root:…@pve.lan'],
  ['key: 4f1c-77aa, seats: 5', 'key: …, seats: 5'],
  ['licenseKey=4f1c WG_KEY=77aa', 'licenseKey=… WG_KEY=…'],
  ['password:', 'password:'],
  ['the keyboard is new', 'the keyboard is new'],
  ['monkey: brown, keyring: none', 'monkey: brown, keyring: none'],
])('%s has no secret afterwards', (text, safe) => {
  expect(withoutSecrets(text)).toBe(safe);
});

// With a pattern that tries each beginning and each end, one of these would take minutes to years.
test.each(['x', 'pass', 'token ', '-token', 'token="', 'ecdsa-', 'ssh-rsa ', '!a', '://a:', '-----BEGIN ', 'sshkey'])(
  'a long text of nothing but "%s" does not hold up the server',
  (part) => {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    expect(withoutSecrets(text).length).toBeLessThanOrEqual(text.length);
    expect(typeof isSecretField(text)).toBe('boolean');
  },
);
