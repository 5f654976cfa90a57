// A stream sealed by a passphrase, in chunks, so that its size does not matter. The number of a chunk and whether it is the last one
// are in its nonce: chunks cannot be changed, left out, added or cut off unnoticed. The line before them is bound to each.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Cost, isReasonable, keyOf, usualCost } from '../../lib/passphrase-key.ts';
import { BackupError } from './backup-error.ts';

const FORM = 'belfry-backup1';
const CHUNK = 64 * 1024;
const TAG = 16;
const LONGEST_HEAD = 128;

const NOT_OURS = 'It is no backup of Belfry, or it is damaged.';
const NEWER = 'It was made by a newer Belfry. Install that version first.';
const WRONG_PASSPHRASE = 'The passphrase is wrong.';
const CHANGED = 'It was changed, or it is not complete.';

/** `belfry-backup1.memory.passes.parallelism.salt.check`; the check tells a wrong passphrase from a changed file. */
const headOf = ({ memory, passes, parallelism }: Cost, salt: Buffer, check: Buffer): Buffer =>
  Buffer.from(
    `${[FORM, memory, passes, parallelism, salt.toString('base64url'), check.toString('base64url')].join('.')}\n`,
  );
const checkOf = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'belfry backup: check', 16));

/** The key is used for one file only, because its salt is random: numbers are enough for nonces. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

export type Pieces = AsyncIterable<Buffer>;

export function sealStream(passphrase: string, cost = usualCost): (content: Pieces) => AsyncGenerator<Buffer> {
  return async function* seal(content) {
    const salt = randomBytes(16);
    const key = await keyOf(passphrase, salt, cost);
    const head = headOf(cost, salt, checkOf(key));
    yield head;
    let number = 0;
    for await (const { chunk, isLast } of chunksOf(content, CHUNK)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast)).setAAD(head);
      yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    }
  };
}

/** Throws a BackupError at the first chunk that is not right, and at the end of a file that was cut off. */
export function openStream(passphrase: string): (content: Pieces) => AsyncGenerator<Buffer> {
  return async function* open(content) {
    const { head, rest } = await takeHead(content);
    const key = await keyFor(head, passphrase);
    let number = 0;
    for await (const { chunk, isLast } of chunksOf(rest, CHUNK + TAG)) {
      if (chunk.length < TAG) throw new BackupError(CHANGED);
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number++, isLast), { authTagLength: TAG });
      decipher.setAAD(head).setAuthTag(chunk.subarray(-TAG));
      const plain = decipher.update(chunk.subarray(0, -TAG));
      try {
        decipher.final();
      } catch {
        throw new BackupError(CHANGED);
      }
      yield plain;
    }
  };
}

async function keyFor(head: Buffer, passphrase: string): Promise<Buffer> {
  const text = head.toString('latin1');
  const [, m, t, p, salt = '', check = ''] =
    /^belfry-backup1\.(\d{1,7})\.(\d{1,3})\.(\d{1,3})\.([\w-]{22})\.([\w-]{22})\n$/.exec(text) ?? [];
  if (check === '')
    throw new BackupError(/^belfry-backup\d+\./.test(text) && !text.startsWith(`${FORM}.`) ? NEWER : NOT_OURS);
  const cost = { memory: Number(m), passes: Number(t), parallelism: Number(p) };
  if (!isReasonable(cost)) throw new BackupError(NOT_OURS);
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64url'), cost);
  if (!timingSafeEqual(checkOf(key), Buffer.from(check, 'base64url'))) throw new BackupError(WRONG_PASSPHRASE);
  return key;
}

async function takeHead(content: Pieces): Promise<{ head: Buffer; rest: Pieces }> {
  const pieces = content[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < LONGEST_HEAD && !start.includes('\n')) {
    const next = await pieces.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  const end = start.indexOf('\n') + 1;
  if (end === 0 || end > LONGEST_HEAD) throw new BackupError(NOT_OURS);
  async function* rest() {
    yield start.subarray(end);
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  }
  return { head: start.subarray(0, end), rest: rest() };
}

/** All chunks have this size but the last, which may be empty. */
async function* chunksOf(content: Pieces, size: number): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const piece of content) {
    waiting = Buffer.concat([waiting, piece]);
    // A whole chunk waits too: it is the last one if nothing follows.
    for (; waiting.length > size; waiting = waiting.subarray(size))
      yield { chunk: waiting.subarray(0, size), isLast: false };
  }
  yield { chunk: waiting, isLast: true };
}
