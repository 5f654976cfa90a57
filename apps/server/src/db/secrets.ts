// Secrets at rest: AES-256-GCM. Each secret is bound to the place where it is stored and cannot be decrypted in another
// place.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** First byte of everything encrypted: the format below. */
const VERSION = 1;
const NONCE = 12;
const TAG = 16;

export type Secrets = ReturnType<typeof createSecrets>;

/** `key` is 32 random bytes. */
export function createSecrets(key: Buffer) {
  const bound = (place: string) => Buffer.from(`belfry\0${VERSION}\0${place}`);
  return {
    /** `place` names table, row and field. Returns version ‖ nonce ‖ ciphertext ‖ tag. */
    seal(place: string, text: string): Buffer {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, body, cipher.getAuthTag()]);
    },
    /** Undefined when it was not sealed with this key for this place, or was changed since. */
    unseal(place: string, sealed: Uint8Array): string | undefined {
      if (sealed[0] !== VERSION || sealed.length < 1 + NONCE + TAG) return undefined;
      const body = sealed.subarray(1 + NONCE, -TAG);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE), { authTagLength: TAG });
        decipher.setAAD(bound(place)).setAuthTag(sealed.subarray(-TAG));
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
    /** 32 bytes for another use of the key; the same label always gives the same bytes. */
    derive: (label: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', `belfry ${label}`, 32)),
  };
}
