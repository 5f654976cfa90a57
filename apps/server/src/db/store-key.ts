// The key of the secrets fits a database: one secret of its own says so.
import { fail, ok, type Result } from '@belfry/domain/result';
import { createKey, type KeyPlace, loadKey } from './key.ts';
import { settleKey } from './rotate-key.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { sealedAt } from './secrets-store.ts';
import type { StoreError } from './store-error.ts';

export const CHECK = { owner: 'store', name: 'key-check', text: 'this key opens this store' };

/** `sealed`: the number of secrets. */
export interface SealedRows {
  sealed: number;
  check?: Uint8Array;
}

interface Refusals {
  missing(): StoreError;
  /** `where`: the variable, or the file of the key. */
  wrong(where: string): StoreError;
}

export const checkOf = ({ seal }: Secrets): Buffer => seal(sealedAt(CHECK.owner, CHECK.name), CHECK.text);

/** Makes a key where there is none and nothing is sealed. */
export function keyOf(place: KeyPlace, { sealed, check }: SealedRows, refusals: Refusals): Result<Secrets, StoreError> {
  const loaded = loadKey(place);
  if (!loaded.ok) return loaded;
  const isSet = Boolean(place.fromEnv);
  const key = isSet ? loaded.value : settleKey(place.file, (candidate) => opens(candidate, check), readKey);
  if (sealed > 0 && !key) return fail(refusals.missing());
  if (sealed > 0 && key && !opens(key, check))
    return fail(refusals.wrong(isSet ? 'BELFRY_ENCRYPTION_KEY' : place.file));
  return ok(createSecrets(key ?? createKey(place.file)));
}

const readKey = (file: string): Buffer | undefined => {
  const key = loadKey({ file });
  return key.ok ? key.value : undefined;
};

const opens = (key: Buffer, check: Uint8Array | undefined): boolean =>
  check !== undefined && createSecrets(key).unseal(sealedAt(CHECK.owner, CHECK.name), check) === CHECK.text;
