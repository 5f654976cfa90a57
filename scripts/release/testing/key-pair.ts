// A pair of keys as the files of minisign, for tests.
import { generateKeyPairSync, randomBytes } from 'node:crypto';

export function keyPair(): { secretKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const own = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const id = randomBytes(8);
  const head = Buffer.concat([Buffer.from('Ed\0\0B2', 'latin1'), Buffer.alloc(48)]);
  const secret = Buffer.concat([head, id, seed, own, Buffer.alloc(32)]);
  const line = (comment: string, bytes: Buffer) => `untrusted comment: ${comment}\n${bytes.toString('base64')}\n`;
  return {
    secretKey: line('secret key of a test', secret),
    publicKey: line('public key of a test', Buffer.concat([Buffer.from('Ed'), id, own])),
  };
}
