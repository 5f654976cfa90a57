// Signatures in the format of minisign: Ed25519 over the BLAKE2b-512 of a file, and a second one over the comment that goes with it.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { fail, ok, type Result } from '@belfry/domain/result';

interface PublicKey {
  /** Eight bytes in hexadecimal digits, in the order in which minisign prints them. */
  id: string;
  key: KeyObject;
}

interface Signature {
  keyId: string;
  signature: Buffer;
  trustedComment: string;
  commentSignature: Buffer;
}

const COMMENT = 'untrusted comment: ';
const TRUSTED = 'trusted comment: ';
/** What precedes the 32 bytes of a key in its DER encoding. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

const keyId = (bytes: Buffer): string => Buffer.from(bytes).reverse().toString('hex').toUpperCase();

/** Base64 of exactly this many bytes, nothing else. */
function bytesOf(text: string | undefined, length: number): Buffer | undefined {
  const bytes = Buffer.from(text ?? '', 'base64');
  return bytes.length === length && bytes.toString('base64') === text ? bytes : undefined;
}

/** A public key, as minisign writes it: with its comment, or only the line of the key. */
export function parsePublicKey(text: string): Result<PublicKey, string> {
  const lines = text.trim().split(/\r?\n/);
  const bytes = bytesOf(lines.at(-1), 42);
  const isKey = lines.length === 1 || (lines.length === 2 && lines[0]?.startsWith(COMMENT));
  if (!isKey || bytes?.toString('latin1', 0, 2) !== 'Ed') {
    return fail('the public key is not a key of minisign: expected one line of 56 characters that begins with RW');
  }
  const key = createPublicKey({ key: Buffer.concat([SPKI, bytes.subarray(10)]), format: 'der', type: 'spki' });
  return ok({ id: keyId(bytes.subarray(2, 10)), key });
}

function parseSignature(text: string): Result<Signature, string> {
  const [comment, first, trusted, second, ...more] = text.trimEnd().split(/\r?\n/);
  const [bytes, commentSignature] = [bytesOf(first, 74), bytesOf(second, 64)];
  const isComplete = comment?.startsWith(COMMENT) && bytes && commentSignature && more.length === 0;
  if (!isComplete || !trusted?.startsWith(TRUSTED)) {
    return fail('the signature is not a signature of minisign: expected four lines, two comments and two of base64');
  }
  if (bytes.toString('latin1', 0, 2) !== 'ED') {
    return fail('the signature is of the old form that minisign -l makes: expected one of the hash of the file');
  }
  const trustedComment = trusted.slice(TRUSTED.length);
  return ok({ keyId: keyId(bytes.subarray(2, 10)), signature: bytes.subarray(10), trustedComment, commentSignature });
}

/** The trusted comment, if both signatures are of this key. */
export function verifySignature(key: PublicKey, content: Buffer, text: string): Result<string, string> {
  const parsed = parseSignature(text);
  if (!parsed.ok) return parsed;
  const { signature, trustedComment, commentSignature } = parsed.value;
  if (parsed.value.keyId !== key.id) {
    return fail(`the signature is of the key ${parsed.value.keyId}: expected the key ${key.id}`);
  }
  const hash = createHash('blake2b512').update(content).digest();
  if (!verify(null, hash, key.key, signature)) return fail('the signature does not match: the file was changed');
  const signed = Buffer.concat([signature, Buffer.from(trustedComment)]);
  if (!verify(null, signed, key.key, commentSignature)) return fail('the trusted comment of the signature was changed');
  return ok(trustedComment);
}
