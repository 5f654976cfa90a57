// Whether a person may still get alerts in a browser. Belfry knows its own accounts. It cannot ask a provider of single sign-on or a
// proxy, so a person of these must have been seen lately.
import type { AuthMethod } from '@belfry/schema/http/security';
import type { Store } from '../../db/store.ts';
import type { Identity } from '../../http/gate.ts';
import type { Clock } from '../../lib/clock.ts';

/** `owner`: see `ownerOf`. `session`: in which the browser was added. Times in epoch ms: of the last subscription, of the last request. */
export interface Subscriber {
  owner: string;
  session?: string | undefined;
  confirmedAt?: number | undefined;
  seenAt?: number | undefined;
}

/** `waiting`: until the person signs in again. `ended`: for good. */
export type Standing = 'heard' | 'waiting' | 'ended';

export interface StandingDeps {
  store: { users: Pick<Store['users'], 'byName'>; sessions: Pick<Store['sessions'], 'get'> };
  /** Whether people can sign in this way at present. */
  isOn(method: AuthMethod): boolean;
  clock: Pick<Clock, 'now'>;
}

/** As long as a session lives at most. */
export const UNSEEN_MS = 7 * 24 * 3_600_000;

/** A name alone may belong to several who sign in differently. Undefined: a token is nobody's browser. */
export function ownerOf(who: Identity | undefined): string | undefined {
  if (!who || who.token !== undefined || who.link !== undefined) return undefined;
  const { method, subject } = who.owner ?? { method: who.method, subject: who.name };
  return `${method}:${subject}`;
}

export function createStanding({ store, isOn, clock }: StandingDeps) {
  const isSignedIn = ({ session }: Subscriber) => session !== undefined && store.sessions.get(session) !== undefined;
  function standingOf(one: Subscriber): Standing {
    const { owner, confirmedAt, seenAt } = one;
    const [method = '', subject] = [owner.slice(0, owner.indexOf(':')), owner.slice(owner.indexOf(':') + 1)];
    if (method === 'password') {
      const account = store.users.byName(subject);
      const isOlder = account && confirmedAt !== undefined && account.changedAt > confirmedAt;
      return !account || (isOlder && !isSignedIn(one)) ? 'ended' : 'heard';
    }
    if (!isOn(method as AuthMethod)) return 'waiting';
    if (method === 'disabled' || seenAt === undefined) return 'heard';
    return seenAt + UNSEEN_MS > clock.now() ? 'heard' : 'waiting';
  }
  return { isSignedIn, standingOf };
}
