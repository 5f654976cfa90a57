// argon2id, a few at a time: a flood of wrong passwords takes neither the memory nor every core.
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createLimit } from '../lib/limit.ts';

/** OWASP's second choice: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG = 32;
const AT_ONCE = 2;
const WAITING = 16;

export interface PasswordHasher {
  /** The PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. Undefined: too busy. */
  hash(password: string): Promise<string | undefined>;
  /** Without a hash the same work is done in vain, so that time does not tell who exists. Undefined: too busy. */
  verify(password: string, hash: string | undefined): Promise<boolean | undefined>;
}

const derive = promisify(argon2);
const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

export function createPasswordHasher(): PasswordHasher {
  const limit = createLimit(AT_ONCE);
  let busy = 0;
  const run = async (parameters: Omit<Argon2Parameters, 'tagLength'>): Promise<Buffer | undefined> => {
    if (busy >= AT_ONCE + WAITING) return undefined;
    busy++;
    try {
      return await limit(() => derive('argon2id', { ...parameters, tagLength: TAG }));
    } finally {
      busy--;
    }
  };
  return {
    async hash(password) {
      const nonce = randomBytes(16);
      const tag = await run({ message: password, nonce, ...cost });
      const { memory, passes, parallelism } = cost;
      return tag && `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
    },
    async verify(password, hash) {
      const known = hash === undefined ? undefined : parse(hash);
      const { nonce, tag, ...rest } = known ?? { nonce: Buffer.alloc(16), tag: Buffer.alloc(TAG), ...cost };
      const found = await run({ message: password, nonce, ...rest });
      return found && known !== undefined && timingSafeEqual(found, tag);
    },
  };
}

function parse(hash: string) {
  const [, m, t, p, nonce = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]{43})$/.exec(hash) ?? [];
  if (m === undefined) return undefined;
  return {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
