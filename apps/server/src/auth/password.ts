// Checks the name and password of a local account, with the throttle. Sign-in, Basic and password change all use it.
import { createHmac, randomBytes } from 'node:crypto';
import { ok } from '@belfry/domain/result';
import type { SessionsStore } from '../db/sessions-store.ts';
import type { User, UsersStore } from '../db/users-store.ts';
import type { Caller } from '../http/gate.ts';
import { type Clock, iso } from '../lib/clock.ts';
import { type Answer, type Refused, refuseWith } from '../lib/refusal.ts';
import { networkOf } from './client-address.ts';
import type { NoteFailure } from './failures.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Lane, PasswordHasher } from './password-hash.ts';
import type { RateLimit } from './rate-limit.ts';
import { createRecent } from './recent.ts';

const MINUTE_MS = 60_000;
/** A right password is remembered this long: Basic sends it with every call, and argon2id is slow on purpose. */
const REMEMBER_MS = MINUTE_MS;
const REMEMBERED = 100;
/** Users at networks from which they signed in. */
const KNOWN_PLACES = 2000;

export interface PasswordDeps {
  users: UsersStore;
  /** Where people signed in before the last start. */
  sessions: Pick<SessionsStore, 'list'>;
  throttle: LoginThrottle;
  hasher: PasswordHasher;
  rateLimit: RateLimit;
  failed: NoteFailure;
  clock: Clock;
}

type Source = Pick<Caller, 'ip' | 'path'>;
/**
 * `lane` is where the password came from. Basic comes with any kind of call, so a password that was not right a moment
 * ago counts here towards the rate limit of sign-ins.
 */
export type PasswordCheck = (name: string, password: string, source: Source, lane?: Lane) => Promise<Answer<User>>;

export function createPasswordCheck(deps: PasswordDeps): PasswordCheck {
  const { users, sessions, throttle, hasher, rateLimit, failed, clock } = deps;
  const salt = randomBytes(32);
  const known = createRecent<number>(REMEMBERED);
  const places = createRecent<true>(KNOWN_PLACES);
  const placeKey = (name: string, ip: string) => `${networkOf(ip)} ${name}`;
  for (const { user, ip, method } of sessions.list().reverse())
    if (method === 'password') places.set(placeKey(user, ip), true);
  const running = new Map<string, Promise<Answer<User>>>();

  const judge = async (name: string, password: string, mark: string, { ip, path }: Source, lane: Lane) => {
    const user = users.byName(name);
    const attempt = throttle.begin(name, ip, user?.changedAt);
    if (attempt.locked) return locked(attempt.forMs, clock.now());
    const remembered = user !== undefined && (known.get(mark) ?? 0) > clock.monotonic();
    const overBudget = lane === 'basic' && !remembered ? rateLimit('login', ip) : undefined;
    const place = { network: networkOf(ip), known: places.get(placeKey(name, ip)) ?? false };
    const right =
      remembered || (overBudget ? undefined : await hasher.verify(password, user?.passwordHash, lane, place));
    if (right === undefined) {
      throttle.takeBack(name, ip);
      return refuseWith('rate_limited', { retryAfterS: overBudget ?? 1 });
    }
    if (right && user) {
      throttle.succeeded(name, ip);
      places.set(placeKey(name, ip), true);
      known.set(mark, clock.monotonic() + REMEMBER_MS);
      return ok(user);
    }
    const { attempts, remaining, maxAttempts } = attempt;
    const nowLocked = remaining <= 0;
    const event = nowLocked ? 'login_locked' : 'login';
    await failed({ event, user: name, method: 'password', ip, path, details: `attempt ${attempts}` });
    const more = nowLocked
      ? { locked: true, lockoutDuration: '15 minutes', attempts, maxAttempts }
      : { attempts, remaining, maxAttempts };
    return refuseWith('invalid_credentials', { more });
  };

  return (name, password, source, lane = 'sign-in') => {
    // The stored hash is part of the key, so a changed password is forgotten by itself. The address is a part too, so
    // that nobody at another address learns that a password was right here.
    const mark = createHmac('sha256', salt)
      .update(JSON.stringify([name, users.byName(name)?.passwordHash, password, source.ip]))
      .digest('base64');
    // A page that sends ten calls at once makes one attempt, not ten.
    const run = `${lane} ${mark}`;
    const judging = running.get(run) ?? judge(name, password, mark, source, lane).finally(() => running.delete(run));
    running.set(run, judging);
    return judging;
  };
}

function locked(forMs: number, now: number): Refused {
  const remainingMinutes = Math.max(1, Math.ceil(forMs / MINUTE_MS));
  return refuseWith('account_locked', {
    sentence: { id: 'login.locked', values: { minutes: remainingMinutes } },
    more: { locked: true, lockedUntil: iso(now + forMs), remainingMinutes },
    retryAfterS: Math.ceil(forMs / 1000),
  });
}
