// Signed-in browsers. Only the browser knows the token; the store has its hash. Changes that the disk does not accept
// stay in memory, so that a full disk signs nobody out and keeps nobody signed in.
import { hashKey } from './api-tokens-store.ts';
import type { Scope } from './scope.ts';
import type { Rows } from './tables.ts';
import { saveUses, type Uses } from './uses.ts';

/**
 * `expiresAt` is the absolute end. `id` is safe to show, it signs nobody in. `user` is a name to show; the owner is
 * `method` and `subject`: a local account by its name, a user of single sign-on by issuer and subject.
 */
export type StoredSession = Omit<Rows['sessions'], 'tokenHash'>;
export type SessionOwner = Pick<StoredSession, 'method' | 'subject'>;

export interface SessionsStore {
  /**
   * `isStillRight` is called when nothing else is being written. It says whether the credential has not changed since it
   * was checked. If it has changed, the result is false and nothing was added.
   */
  add(session: StoredSession, tokenHash: Uint8Array, isStillRight?: () => boolean): Promise<boolean>;
  byTokenHash(tokenHash: Uint8Array): StoredSession | undefined;
  get(id: string): StoredSession | undefined;
  /** Most recently used first. */
  list(): StoredSession[];
  /** Notes a use, in memory. */
  touch(id: string, at: number): void;
  /** Writes the times of use. If the disk does not accept them, they stay in memory. */
  flush(): Promise<void>;
  /** Its own browser signs out. False when there is no such session. */
  signOut(id: string): Promise<boolean>;
  /** Somebody ends it. False when there is no such session. */
  remove(id: string): Promise<boolean>;
  /** Somebody ends them. Returns the number of removed sessions. */
  removeWhere(which: (session: StoredSession) => boolean): Promise<number>;
  /** Removes sessions that ended before `now`, or that were not used since `idleSince`. */
  purge(now: number, idleSince: number): Promise<void>;
}

export const isOwnedBy =
  (owner: SessionOwner | undefined) =>
  ({ method, subject }: StoredSession): boolean =>
    method === owner?.method && subject === owner.subject;

export function createSessionsStore(scope: Scope, uses: Uses): SessionsStore {
  const { sessions } = scope.memory;
  const shown = ({ tokenHash: _, ...session }: Rows['sessions']): StoredSession => ({
    ...session,
    lastUsedAt: uses.of(session.id) ?? session.lastUsedAt,
  });
  const shownOrNone = (row: Rows['sessions'] | undefined) => row && shown(row);
  const list = () =>
    sessions
      .list()
      .map(shown)
      .sort((a, b) => b.lastUsedAt - a.lastUsedAt || (a.id < b.id ? -1 : 1));
  const dropped = (which: (session: StoredSession) => boolean) =>
    scope.sessions.save(() => {
      const meant = list().filter(which);
      for (const { id } of meant) scope.sessions.hold(id, undefined);
      return meant;
    });
  const removeWhere: SessionsStore['removeWhere'] = async (which) => {
    const ended = await dropped(which);
    if (ended.length > 0) scope.revoked(ended);
    return ended.length;
  };
  /** They end by themselves. */
  const endWhere: SessionsStore['removeWhere'] = async (which) => {
    const ended = await dropped(which);
    if (ended.length > 0) scope.revoked();
    return ended.length;
  };
  return {
    add: (session, tokenHash, isStillRight = () => true) =>
      scope.sessions.save(() => {
        const right = isStillRight();
        if (right) scope.sessions.hold(session.id, { ...session, tokenHash });
        return right;
      }),
    byTokenHash: (hash) => shownOrNone(sessions.find(hashKey(hash))),
    get: (id) => shownOrNone(sessions.get(id)),
    list,
    touch: uses.note,
    flush: () => saveUses(scope, uses, ({ sessions }) => sessions),
    signOut: async (id) => (await endWhere((session) => session.id === id)) === 1,
    remove: async (id) => (await removeWhere((session) => session.id === id)) === 1,
    removeWhere,
    purge: async (now, idleSince) =>
      void (await endWhere(({ expiresAt, lastUsedAt }) => expiresAt <= now || lastUsedAt < idleSince)),
  };
}
