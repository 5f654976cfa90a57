import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

export const guestMetadata = queryOptions({
  queryKey: ['guest-metadata'],
  queryFn: ({ signal }) => call('GET /api/guests/metadata', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Addresses by guest id; an empty one removes the address. Throws ApiError; its details are by guest id. */
export async function saveGuestUrls(queries: QueryClient, urls: Readonly<Record<string, string>>): Promise<void> {
  const body = Object.fromEntries(Object.entries(urls).map(([id, customUrl]) => [id, { customUrl }]));
  await call('PUT /api/guests/metadata', { body });
  await queries.invalidateQueries({ queryKey: guestMetadata.queryKey });
}
