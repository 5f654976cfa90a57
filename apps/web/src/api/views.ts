import type { ViewAddress } from '@belfry/schema/http/views';
import { queryOptions } from '@tanstack/react-query';
import { ownAddress } from '../lib/base.ts';
import { call } from './client.ts';

export const savedViews = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => call('GET /api/views', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const viewLinks = queryOptions({
  queryKey: ['view-links'],
  queryFn: ({ signal }) => call('GET /api/security/view-links', { signal }),
});

type Named = ViewAddress & { name: string };

export const saveViewAs = (body: Named) => call('POST /api/views', { body });

export const renameViewTo = (id: string, name: string) =>
  call('PATCH /api/views/:id', { params: { id }, body: { name } });

export const removeView = (id: string) => call('DELETE /api/views/:id', { params: { id } });

/** The secret is behind the `#`, which browsers send to nobody. */
export async function makeViewLink(body: Named & { expiresInDays?: number }): Promise<string> {
  const { secret } = await call('POST /api/security/view-links', { body });
  return `${ownAddress()}/link#${secret}`;
}

export const removeViewLink = (id: string) => call('DELETE /api/security/view-links/:id', { params: { id } });
