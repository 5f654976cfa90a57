// Sessions: made at sign-in, found by the hash of the token in the browser, ended by idleness or age.

import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@belfry/schema/http/security';
import type { SessionMethod } from '@belfry/schema/http/sessions';
import { oneLine } from '@belfry/schema/one-line';
import type { SessionsStore, StoredSession } from '../db/sessions-store.ts';
import type { Caller } from '../http/gate.ts';
import { hashToken } from '../lib/api-token.ts';
import type { Clock } from '../lib/clock.ts';

const HOUR_MS = 3_600_000;
export const IDLE_MS = 24 * HOUR_MS;
export const ABSOLUTE_MS = 7 * 24 * HOUR_MS;
/** The shortest time between two records of use. */
const TOUCH_EVERY_MS = 60_000;
const USER_AGENT_LENGTH = 200;

export interface NewSession {
  /** A name to show. */
  user: string;
  /** Identifies the user among those of the same method, see `StoredSession`. */
  subject: string;
  role: Role;
  method: SessionMethod;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(store: SessionsStore, clock: Clock) {
  const alive = (session: StoredSession | undefined): StoredSession | undefined => {
    const now = clock.now();
    if (!session || session.expiresAt <= now || session.lastUsedAt + IDLE_MS <= now) return undefined;
    if (Math.abs(now - session.lastUsedAt) >= TOUCH_EVERY_MS) store.touch(session.id, now);
    return session;
  };
  return {
    /** Undefined if `isStillRight` says, just before the write, that the credential has changed since it was checked. */
    async mint(
      { user, subject, role, method }: NewSession,
      { ip, userAgent }: Omit<Caller, 'who'>,
      isStillRight: () => boolean,
    ): Promise<{ token: string; session: StoredSession } | undefined> {
      const token = randomBytes(32).toString('hex');
      const now = clock.now();
      const session: StoredSession = {
        id: randomUUID(),
        user,
        subject,
        role,
        method,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: now + ABSOLUTE_MS,
        ip,
        userAgent: oneLine(userAgent).slice(0, USER_AGENT_LENGTH),
      };
      const isAdded = await store.add(session, hashToken(token), isStillRight);
      return isAdded ? { token, session } : undefined;
    },
    find: (token: string): StoredSession | undefined => alive(store.byTokenHash(hashToken(token))),
    /** Whether this session is still valid. The question counts as a use, because an open page is not idle. */
    isValid: (id: string): boolean => alive(store.get(id)) !== undefined,
    purge: () => store.purge(clock.now(), clock.now() - IDLE_MS),
  };
}
