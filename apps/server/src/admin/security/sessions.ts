// Signed-in browsers: an admin sees and ends all of them, other users only their own. The owner is not identified by
// name: a local account, a user of single sign-on and a token may all be called admin.

import { listSessions, revokeSession } from '@belfry/schema/http/sessions';
import { isOwnedBy, type StoredSession } from '../../db/sessions-store.ts';
import { createAudited } from '../../http/audited.ts';
import type { Identity } from '../../http/gate.ts';
import type { Mount } from '../../http/mount.ts';
import { iso } from '../../lib/clock.ts';
import { refuse } from '../../lib/refusal.ts';
import type { SecurityDeps } from './deps.ts';

export function sessionRoutes(mount: Mount, deps: SecurityDeps): void {
  const { store, guard } = deps;
  const audited = createAudited(deps);
  const visible = (who: Identity | undefined): StoredSession[] =>
    store.sessions.list().filter(who?.role === 'admin' ? () => true : isOwnedBy(who?.owner));

  mount(listSessions, ({ request }) => {
    const { who } = guard.callerOf(request);
    return visible(who).map(({ role: _, subject: __, ...session }) => ({
      ...session,
      createdAt: iso(session.createdAt),
      lastUsedAt: iso(session.lastUsedAt),
      expiresAt: iso(session.expiresAt),
      current: session.id === who?.session,
    }));
  });

  mount(revokeSession, async ({ params, request }) => {
    const session = visible(guard.callerOf(request).who).find(({ id }) => id === params.id);
    if (!session || !(await store.sessions.remove(session.id))) return refuse('not_found');
    await audited(request, 'session_revoked', `of ${session.user} from ${session.ip}`);
    return { success: true, message: 'Session ended' };
  });
}
