// How a collector proves that it has the key with which it joined: it signs the challenge of this one connection.
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { KeyPair } from './keys.ts';

/** The site is in it, so that a proof for one site is none for another. */
const textOf = (site: string, nonce: string): Buffer => Buffer.from(`belfry collector\n${site}\n${nonce}`);
const curve = { kty: 'OKP', crv: 'Ed25519' };

/** Base64url. */
export function prove({ publicKey, privateKey }: KeyPair, site: string, nonce: string): string {
  const key = createPrivateKey({ format: 'jwk', key: { ...curve, x: publicKey, d: privateKey } });
  return sign(null, textOf(site, nonce), key).toString('base64url');
}

export function isProven(publicKey: string, site: string, nonce: string, signature: string): boolean {
  const key = createPublicKey({ format: 'jwk', key: { ...curve, x: publicKey } });
  return verify(null, textOf(site, nonce), key, Buffer.from(signature, 'base64url'));
}
