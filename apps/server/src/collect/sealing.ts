// Secrets that only one collector can read: HPKE (RFC 9180) to its X25519 key. A sealed secret is a text that begins with `hpke1.`
//
// It is bound to the host for which it was entered. Whoever changes the address of a host, in the database or on the line, cannot make the
// collector send the secret there.

import { fail, ok, type Result } from '@belfry/domain/result';
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';
import type { KeyPair } from './keys.ts';

const PREFIX = 'hpke1';
const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
const info = new TextEncoder().encode('belfry site secret');
const bytesOf = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text, 'base64url')).buffer;
const textOf = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64url');

export const isSealed = (text: string): boolean => text.startsWith(`${PREFIX}.`);

/** `place`: where the secret may be sent. The same text opens it. */
export async function seal(publicKey: string, place: string, secret: string): Promise<string> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(bytesOf(publicKey));
  const encode = (text: string) => new Uint8Array(new TextEncoder().encode(text)).buffer;
  const { ct, enc } = await suite.seal({ recipientPublicKey, info: info.buffer }, encode(secret), encode(place));
  return [PREFIX, textOf(enc), textOf(ct)].join('.');
}

/** False for 32 bytes that are no key, such as zeros: nothing can be sealed to them. */
export const isSealingKey = (publicKey: string): Promise<boolean> =>
  seal(publicKey, '', '').then(
    () => true,
    () => false,
  );

/** Fails for another key, another place, and for what is not sealed. */
export async function unseal(
  { privateKey }: KeyPair,
  place: string,
  sealed: string,
): Promise<Result<string, 'unreadable'>> {
  const [prefix, enc = '', ct = ''] = sealed.split('.');
  if (prefix !== PREFIX) return fail('unreadable');
  try {
    const recipientKey = await suite.kem.deserializePrivateKey(bytesOf(privateKey));
    const aad = new Uint8Array(new TextEncoder().encode(place)).buffer;
    return ok(
      new TextDecoder().decode(
        await suite.open({ recipientKey, enc: bytesOf(enc), info: info.buffer }, bytesOf(ct), aad),
      ),
    );
  } catch {
    return fail('unreadable');
  }
}
