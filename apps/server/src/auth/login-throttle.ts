// Counts wrong passwords by user and address together, so that nobody can lock a user out from another address.
import { hash } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { networkOf } from './client-address.ts';
import { createRecent, type Recent } from './recent.ts';

/** This many wrong passwords within this time lock a user at an address. */
const MAX_ATTEMPTS = 5;
const WINDOW_MS = 15 * 60_000;
/** A user attacked from many addresses at once: each of them gets fewer tries, none is shut out unheard. */
const UNDER_ATTACK = 50;
const ATTEMPTS_UNDER_ATTACK = 2;
const CAPACITY = 20_000;

/** `attempts` counts the one just begun. */
type Attempt =
  | { locked: false; attempts: number; remaining: number; maxAttempts: number }
  | { locked: true; forMs: number };

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

/** The attempts at one password, in monotonic time. */
interface Attempts {
  setAt?: number | undefined;
  times: readonly number[];
}

export function createLoginThrottle(clock: Clock) {
  const byPair = createRecent<Attempts>(CAPACITY);
  const byUser = createRecent<Attempts>(CAPACITY);
  // A name is hashed, so that long names cannot fill the memory.
  const userKey = (user: string) => hash('sha256', user, 'base64');
  const pairKey = (user: string, ip: string) => `${userKey(user)} ${networkOf(ip)}`;
  const fresh = ({ times }: Attempts = { times: [] }) => times.filter((at) => at > clock.monotonic() - WINDOW_MS);
  /** Removes the last attempt from the count. */
  const shorten = (attempts: Recent<Attempts>, key: string) => {
    const known = attempts.get(key);
    if (known) attempts.set(key, { ...known, times: fresh(known).slice(0, -1) });
  };
  return {
    /**
     * Counts an attempt before its password is checked, so that many attempts at once cannot pass the limit. `setAt`
     * identifies the password of a user: attempts at an earlier password are forgotten.
     */
    begin(user: string, ip: string, setAt?: number): Attempt {
      const at = (known: Attempts | undefined) => (known && (known.setAt ?? setAt) !== setAt ? [] : fresh(known));
      const pair = at(byPair.get(pairKey(user, ip)));
      const total = at(byUser.get(userKey(user)));
      const maxAttempts = total.length >= UNDER_ATTACK ? ATTEMPTS_UNDER_ATTACK : MAX_ATTEMPTS;
      const last = pair.at(-1);
      const now = clock.monotonic();
      if (last !== undefined && pair.length >= maxAttempts) return { locked: true, forMs: last + WINDOW_MS - now };
      byPair.set(pairKey(user, ip), { setAt, times: [...pair, now] });
      byUser.set(userKey(user), { setAt, times: [...total, now].slice(-UNDER_ATTACK) });
      const attempts = pair.length + 1;
      return { locked: false, attempts, remaining: maxAttempts - attempts, maxAttempts };
    },
    /** The password was right: the count of this user at this address ends. */
    succeeded(user: string, ip: string) {
      byPair.delete(pairKey(user, ip));
      shorten(byUser, userKey(user));
    },
    /** The password of the last attempt was not checked. */
    takeBack(user: string, ip: string) {
      shorten(byPair, pairKey(user, ip));
      shorten(byUser, userKey(user));
    },
    /** Removes every lock of a user or an address; returns how many. */
    reset(identifier: string): number {
      const [user, network] = [userKey(identifier), networkOf(identifier)];
      const lifted = Array.from(byPair.keys()).filter(
        (key) => key.startsWith(`${user} `) || key.endsWith(` ${network}`),
      );
      for (const key of lifted) byPair.delete(key);
      byUser.delete(user);
      return lifted.length;
    },
  };
}
