// The key of all secrets: from BELFRY_ENCRYPTION_KEY, or from a file that lives apart from the database.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { fail, ok, type Result } from '@belfry/domain/result';
import { writePrivateFile } from './private-file.ts';
import type { StoreError } from './store-error.ts';

export interface KeyPlace {
  file: string;
  /** Content of BELFRY_ENCRYPTION_KEY. Wins over the file. */
  fromEnv?: string | undefined;
}

/** Undefined when there is no key yet. */
export function loadKey({ file, fromEnv }: KeyPlace): Result<Buffer | undefined, StoreError> {
  if (fromEnv !== undefined && fromEnv !== '') return parseKey(fromEnv, 'BELFRY_ENCRYPTION_KEY');
  if (!existsSync(file)) return ok(undefined);
  chmodSync(file, 0o600);
  return parseKey(readFileSync(file, 'utf8'), file);
}

export function createKey(file: string): Buffer {
  const key = randomBytes(32);
  writePrivateFile(file, `${key.toString('base64')}\n`);
  return key;
}

function parseKey(text: string, where: string): Result<Buffer, StoreError> {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64');
  if (key.length === 32) return ok(key);
  return fail({
    code: 'key_invalid',
    message: `${where} is not an encryption key: expected 32 random bytes as base64 or 64 hex digits, as "openssl rand -base64 32" makes them. Restore the right one and start again.`,
  });
}
