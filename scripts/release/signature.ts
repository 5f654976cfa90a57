// Signs a file in the format of minisign. `minisign -V`, and the updater of Belfry, verify it.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** What precedes the 32 bytes of a private key in its DER encoding. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface SigningKey {
  /** Its number, as it is in keys and signatures. */
  id: Buffer;
  sign(bytes: Buffer): Buffer;
  /** The line of its public key, as minisign writes it. */
  publicKey: string;
}

/**
 * The content of a key file that `minisign -G -W` wrote. Its 158 bytes: algorithms (6), salt and limits for a password (48),
 * number of the key (8), private key (32), public key (32), checksum (32).
 */
export function parseSigningKey(text: string): SigningKey {
  const bytes = Buffer.from(text.trim().split(/\r?\n/).at(-1) ?? '', 'base64');
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 2) !== 'Ed') {
    throw new Error('The key of the release is not a secret key of minisign. Make one: minisign -G -W -s FILE');
  }
  if (bytes.readUInt16LE(2) !== 0) {
    throw new Error('The key of the release has a password. Make one without: minisign -G -W -s FILE');
  }
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, bytes.subarray(62, 94)]), format: 'der', type: 'pkcs8' });
  const own = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  if (!own.equals(bytes.subarray(94, 126))) {
    throw new Error('The key of the release is damaged: its public half is not of its private half.');
  }
  const id = bytes.subarray(54, 62);
  const publicKey = Buffer.concat([Buffer.from('Ed'), id, own]).toString('base64');
  return { id, sign: (content) => sign(null, content, key), publicKey };
}

/** The text of a `.minisig` file. The same key, content and comment give the same text. */
export function signatureOf(key: SigningKey, content: Buffer, trustedComment: string): string {
  const signature = key.sign(createHash('blake2b512').update(content).digest());
  const line = Buffer.concat([Buffer.from('ED'), key.id, signature]).toString('base64');
  const global = key.sign(Buffer.concat([signature, Buffer.from(trustedComment)])).toString('base64');
  const comment = 'untrusted comment: signature of a release of Belfry';
  return [comment, line, `trusted comment: ${trustedComment}`, global, ''].join('\n');
}
