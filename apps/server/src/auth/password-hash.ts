// argon2id, one at a time in each of two lanes: many wrong passwords use neither all memory nor every core, and those
// that come by Basic leave the lane of the sign-in page free.
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createFairQueue, type Place } from './fair-queue.ts';

/** The second choice of OWASP: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG = 32;
/** The limit of running and waiting hashes in each lane. */
const places = { 'sign-in': 18, basic: 8 } as const;
/** A network may try as often as one person at one address. */
const OF_ONE_NETWORK = 6;
export type Lane = keyof typeof places;
/** For hashes that nobody outside asked for, or that a right password was asked for before. */
const OURS: Place = { network: '', known: true };

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

const derive = promisify(argon2);
const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

export function createPasswordHasher() {
  const queue = (lane: Lane) =>
    createFairQueue({ places: places[lane], ofOneNetwork: OF_ONE_NETWORK, random: Math.random });
  const lanes = { 'sign-in': queue('sign-in'), basic: queue('basic') };
  const run = (lane: Lane, place: Place, parameters: Omit<Argon2Parameters, 'tagLength'>) =>
    lanes[lane](place, () => derive('argon2id', { ...parameters, tagLength: TAG }));
  return {
    /** The PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$tag`, in the lane of sign-ins. Undefined: too busy. */
    async hash(password: string): Promise<string | undefined> {
      const nonce = randomBytes(16);
      const tag = await run('sign-in', OURS, { message: password, nonce, ...cost });
      const { memory, passes, parallelism } = cost;
      return tag && `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
    },
    /**
     * Without a hash the same work is done anyway, so that the time does not show which users exist. Undefined: too busy.
     */
    async verify(
      password: string,
      hash: string | undefined,
      lane: Lane,
      place: Place = OURS,
    ): Promise<boolean | undefined> {
      const known = hash === undefined ? undefined : parse(hash);
      const { nonce, tag, ...rest } = known ?? { nonce: Buffer.alloc(16), tag: Buffer.alloc(TAG), ...cost };
      const found = await run(lane, place, { message: password, nonce, ...rest });
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
