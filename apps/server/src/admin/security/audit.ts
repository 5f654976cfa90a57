// GET /api/security/audit.
import { listAudit } from '@belfry/schema/http/security';
import type { Mount } from '../../http/mount.ts';
import { iso } from '../../lib/clock.ts';
import type { SecurityDeps } from './deps.ts';

export function auditRoutes(mount: Mount, { store }: SecurityDeps): void {
  mount(listAudit, async ({ query }) => {
    const entries = await store.audit.list(query.limit, query.before);
    return { entries: entries.map((entry) => ({ ...entry, at: iso(entry.at) })) };
  });
}
