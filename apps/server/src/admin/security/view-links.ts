// Links to views: administrators make, list and revoke them.
import { createViewLink, listViewLinks, revokeViewLink, type ViewLink } from '@belfry/schema/http/view-links';
import type { StoredLink } from '../../db/view-links-store.ts';
import { createAudited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import { newToken } from '../../lib/api-token.ts';
import { iso } from '../../lib/clock.ts';
import { refuse } from '../../lib/refusal.ts';
import type { SecurityDeps } from './deps.ts';

const DAY_MS = 86_400_000;

export function viewLinkRoutes(mount: Mount, deps: SecurityDeps): void {
  const { store, guard, clock } = deps;
  const audited = createAudited(deps);

  mount(listViewLinks, () => store.viewLinks.list().map(shown));

  mount(createViewLink, async ({ body: { expiresInDays, ...link }, request }) => {
    const { token, hash } = newToken();
    const expiresAt = expiresInDays === undefined ? null : clock.now() + expiresInDays * DAY_MS;
    const createdBy = guard.callerOf(request).who?.name ?? '';
    const stored = await store.atomically(async ({ viewLinks }) =>
      viewLinks.list().some(({ name }) => name === link.name)
        ? undefined
        : viewLinks.add({ ...link, createdBy, hash, expiresAt }),
    );
    if (!stored) return refuse('conflict', { id: 'link.nameTaken', values: { name: link.name } });
    await audited(request, 'view_link_created', `${link.name}, ${link.screen}`);
    return { ...shown(stored), secret: token };
  });

  mount(revokeViewLink, async ({ params, request }) => {
    // also one that has expired
    const link = store.viewLinks.list().find(({ id }) => id === params.id);
    if (!link || !(await store.viewLinks.remove(link.id))) return refuse('not_found');
    await audited(request, 'view_link_revoked', link.name);
    return { success: true, message: 'Link revoked' };
  });
}

const shown = (link: StoredLink): ViewLink => ({
  ...link,
  createdAt: iso(link.createdAt),
  lastUsedAt: link.lastUsedAt === null ? null : iso(link.lastUsedAt),
  expiresAt: link.expiresAt === null ? null : iso(link.expiresAt),
});
