// Saved views, and links to views.
import type { createViewLink, listViewLinks, revokeViewLink } from '@belfry/schema/http/view-links';
import type { deleteView, listViews, renameView, saveView, ViewAddress } from '@belfry/schema/http/views';
import { queryOptions } from '@tanstack/react-query';
import { ownAddress } from '../lib/base.ts';
import { call } from './client.ts';

export const savedViews = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => call<typeof listViews>('GET /api/views', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const viewLinks = queryOptions({
  queryKey: ['view-links'],
  queryFn: ({ signal }) => call<typeof listViewLinks>('GET /api/security/view-links', { signal }),
});

type Named = ViewAddress & { name: string };

export const saveViewAs = (body: Named) => call<typeof saveView>('POST /api/views', { body });

export const renameViewTo = (id: string, name: string) =>
  call<typeof renameView>('PATCH /api/views/:id', { params: { id }, body: { name } });

export const removeView = (id: string) => call<typeof deleteView>('DELETE /api/views/:id', { params: { id } });

/** The secret is behind the `#`, which browsers send to nobody. */
export async function makeViewLink(body: Named & { expiresInDays?: number }): Promise<string> {
  const { secret } = await call<typeof createViewLink>('POST /api/security/view-links', { body });
  return `${ownAddress()}/link#${secret}`;
}

export const removeViewLink = (id: string) =>
  call<typeof revokeViewLink>('DELETE /api/security/view-links/:id', { params: { id } });
