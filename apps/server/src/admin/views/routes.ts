// The views that the caller saved. Nobody sees or changes those of somebody else.
import { deleteView, listViews, MAX_VIEWS, renameView, type SavedView, saveView } from '@belfry/schema/http/views';
import type { FastifyRequest } from 'fastify';
import type { StoredView } from '../../db/saved-views-store.ts';
import type { Store } from '../../db/store.ts';
import type { Mount } from '../../http/mount.ts';
import { iso } from '../../lib/clock.ts';
import { refuse } from '../../lib/refusal.ts';

export interface ViewRoutesDeps {
  store: Pick<Store, 'savedViews' | 'atomically'>;
  /** Identifies the caller among all who can sign in. */
  ownerOf(request: FastifyRequest): string;
}

export function viewRoutes(mount: Mount, { store, ownerOf }: ViewRoutesDeps): void {
  mount(listViews, async ({ request }) => (await store.savedViews.list(ownerOf(request))).map(viewOf));

  mount(saveView, ({ body, request }) =>
    store.atomically(async ({ savedViews }) => {
      const own = await savedViews.list(ownerOf(request));
      if (own.length >= MAX_VIEWS) return refuse('conflict', { id: 'view.tooMany', values: { limit: MAX_VIEWS } });
      if (own.some(({ name }) => name === body.name)) return nameTaken(body.name);
      return viewOf(await savedViews.add(ownerOf(request), body));
    }),
  );

  mount(renameView, ({ params, body, request }) =>
    store.atomically(async ({ savedViews }) => {
      const owner = ownerOf(request);
      const own = await savedViews.list(owner);
      if (own.some(({ id, name }) => name === body.name && id !== params.id)) return nameTaken(body.name);
      const renamed = await savedViews.rename(owner, params.id, body.name);
      return renamed ? viewOf(renamed) : refuse('not_found');
    }),
  );

  mount(deleteView, async ({ params, request }) =>
    (await store.savedViews.remove(ownerOf(request), params.id))
      ? { success: true, message: 'View deleted' }
      : refuse('not_found'),
  );
}

const nameTaken = (name: string) => refuse('conflict', { id: 'view.nameTaken', values: { name } });

const viewOf = (view: StoredView): SavedView => ({ ...view, changedAt: iso(view.changedAt) });
