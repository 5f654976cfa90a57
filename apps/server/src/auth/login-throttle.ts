// Wrong passwords are counted by user and address together: nobody can lock somebody else out from elsewhere.
import { hash } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { networkOf } from './client-address.ts';
import { createRecent } from './recent.ts';

/** Requirement 1 §8.2 and server contract §4.2. */
export const MAX_ATTEMPTS = 5;
export const WINDOW_MS = 15 * 60_000;
/** A user attacked from many addresses at once: each of them gets fewer tries, none is shut out unheard. */
const UNDER_ATTACK = 50;
const ATTEMPTS_UNDER_ATTACK = 2;
const CAPACITY = 20_000;

/** `attempts` counts the one just begun. `until` epoch ms. */
export type Attempt =
  | { locked: false; attempts: number; remaining: number; maxAttempts: number }
  | { locked: true; until: number };

export interface LoginThrottle {
  /**
   * Counts an attempt before its password is looked at, so that many at once cannot outrun the count. Attempts before
   * `since` (epoch ms) are forgotten: they were at a password that is no more.
   */
  begin(user: string, ip: string, since?: number): Attempt;
  /** The password was right: the count of this user at this address ends. */
  succeeded(user: string, ip: string): void;
  /** The attempt begun last was never judged. */
  takeBack(user: string, ip: string): void;
  /** Lifts every lock of a user or an address; returns how many. */
  reset(identifier: string): number;
}

export function createLoginThrottle(clock: Clock): LoginThrottle {
  const byPair = createRecent<readonly number[]>(CAPACITY);
  const byUser = createRecent<readonly number[]>(CAPACITY);
  // A name is hashed, so that long ones cannot fill the memory.
  const userKey = (user: string) => hash('sha256', user, 'base64');
  const pairKey = (user: string, ip: string) => `${userKey(user)} ${networkOf(ip)}`;
  const fresh = (times: readonly number[] = [], since = 0) => {
    const now = clock.now();
    // a clock that was set back must not make the count forget everything
    const from = since <= now ? since : 0;
    return times.filter((at) => at >= from && at > now - WINDOW_MS);
  };
  return {
    begin(user, ip, since) {
      const pair = fresh(byPair.get(pairKey(user, ip)), since);
      const total = fresh(byUser.get(userKey(user)), since);
      const maxAttempts = total.length >= UNDER_ATTACK ? ATTEMPTS_UNDER_ATTACK : MAX_ATTEMPTS;
      const last = pair.at(-1);
      if (last !== undefined && pair.length >= maxAttempts) return { locked: true, until: last + WINDOW_MS };
      const now = clock.now();
      byPair.set(pairKey(user, ip), [...pair, now]);
      byUser.set(userKey(user), [...total, now].slice(-UNDER_ATTACK));
      const attempts = pair.length + 1;
      return { locked: false, attempts, remaining: maxAttempts - attempts, maxAttempts };
    },
    succeeded(user, ip) {
      byPair.delete(pairKey(user, ip));
      byUser.set(userKey(user), fresh(byUser.get(userKey(user))).slice(0, -1));
    },
    takeBack(user, ip) {
      byPair.set(pairKey(user, ip), fresh(byPair.get(pairKey(user, ip))).slice(0, -1));
      byUser.set(userKey(user), fresh(byUser.get(userKey(user))).slice(0, -1));
    },
    reset(identifier) {
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
