// The two keys of a collector: one proves who it is (Ed25519), the other opens what is sealed to it (X25519). Raw keys as base64url.
import { createHash, generateKeyPairSync } from 'node:crypto';
import * as z from 'zod';

const raw = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const KeyPair = z.object({ publicKey: raw, privateKey: raw });
export type KeyPair = z.infer<typeof KeyPair>;
export const CollectorKeys = z.object({ signing: KeyPair, sealing: KeyPair });
export type CollectorKeys = z.infer<typeof CollectorKeys>;

/** What the server stores of them. */
export interface PublicKeys {
  signing: string;
  sealing: string;
}

function pairOf({
  privateKey,
}: {
  privateKey: { export(options: { format: 'jwk' }): { x?: string; d?: string } };
}): KeyPair {
  const { x, d } = privateKey.export({ format: 'jwk' });
  return KeyPair.parse({ publicKey: x, privateKey: d });
}

export const makeKeys = (): CollectorKeys => ({
  signing: pairOf(generateKeyPairSync('ed25519')),
  sealing: pairOf(generateKeyPairSync('x25519')),
});

/** For people to compare: eight groups of four digits. */
export function fingerprintOf({ signing, sealing }: PublicKeys): string {
  const digits = createHash('sha256').update(`${signing} ${sealing}`).digest('hex').slice(0, 32);
  return (digits.match(/.{4}/g) ?? []).join('-');
}
