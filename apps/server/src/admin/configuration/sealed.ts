// A text sealed by a passphrase: what it takes to open it stands before it, and cannot be changed unnoticed.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { isReasonable, keyOf, usualCost } from '../../lib/passphrase-key.ts';

const FORM = 'belfry1';
const NONCE = 12;
const TAG = 16;

export const NOT_OURS: Sentence = { id: 'file.damaged' };
export const DOES_NOT_OPEN: Sentence = { id: 'file.passphrase' };

export const isSealed = (data: string): boolean => data.startsWith(`${FORM}.`);

/** `belfry1.memory.passes.parallelism.salt.content`, the last two in base64url. */
export async function seal(text: string, passphrase: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(16);
  const head = [FORM, cost.memory, cost.passes, cost.parallelism, salt.toString('base64url')].join('.');
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, cost), nonce).setAAD(Buffer.from(head));
  const content = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${head}.${content.toString('base64url')}`;
}

export async function unseal(data: string, passphrase: string): Promise<Result<string, Sentence>> {
  const [, head, m, t, p, salt, content] =
    /^(belfry1\.(\d{1,7})\.(\d{1,3})\.(\d{1,3})\.([\w-]{22}))\.([\w-]+)$/.exec(data) ?? [];
  if (head === undefined || salt === undefined || content === undefined) return fail(NOT_OURS);
  const asked = { memory: Number(m), passes: Number(t), parallelism: Number(p) };
  if (!isReasonable(asked)) return fail(NOT_OURS);
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64url'), asked);
  return openWith(key, Buffer.from(content, 'base64url'), Buffer.from(head));
}

/** nonce ‖ ciphertext ‖ tag */
export function openWith(key: Buffer, sealed: Buffer, bound?: Buffer): Result<string, Sentence> {
  if (sealed.length <= NONCE + TAG) return fail(NOT_OURS);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG });
    if (bound) decipher.setAAD(bound);
    decipher.setAuthTag(sealed.subarray(-TAG));
    return ok(Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8'));
  } catch {
    return fail(DOES_NOT_OPEN);
  }
}
