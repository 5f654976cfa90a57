// The endpoints of what users add to guests.
import {
  deleteGuestMetadata,
  type GuestMetadataPatch,
  getGuestMetadata,
  listGuestMetadata,
  postGuestMetadata,
  putAllGuestMetadata,
  putGuestMetadata,
} from '@belfry/schema/http/guest-metadata';
import type { FastifyRequest } from 'fastify';
import type { Audited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import type { Metadata } from './metadata.ts';

export interface MetadataRoutesDeps {
  metadata: Metadata;
  audited: Audited;
}

export function metadataRoutes(mount: Mount, { metadata, audited }: MetadataRoutesDeps): void {
  const put = async (request: FastifyRequest, patches: Record<string, GuestMetadataPatch>) => {
    const saved = await metadata.put(patches);
    if (saved.ok) await audited(request, 'metadata_changed', summaryOf(patches));
    return saved;
  };
  const putOne = async (request: FastifyRequest, id: string, patch: GuestMetadataPatch) => {
    const saved = await put(request, { [id]: patch });
    return saved.ok ? metadata.get(id) : saved;
  };
  mount(listGuestMetadata, () => metadata.all());
  mount(getGuestMetadata, ({ params }) => metadata.get(params.id));
  mount(putGuestMetadata, ({ params, body, request }) => putOne(request, params.id, body));
  mount(postGuestMetadata, ({ params, body, request }) => putOne(request, params.id, body));
  mount(putAllGuestMetadata, async ({ body, request }) => {
    const saved = await put(request, body);
    return saved.ok ? saved.value : saved;
  });
  mount(deleteGuestMetadata, async ({ params, request }) => {
    await metadata.remove(params.id);
    await audited(request, 'metadata_changed', `${params.id}: removed`);
    return undefined;
  });
}

const MAX_NAMED = 10;

/** The changed guests and fields, for example `dc-100: customUrl, tags`. */
function summaryOf(patches: Record<string, GuestMetadataPatch>): string {
  const guests = Object.entries(patches).map(([id, { id: _, ...patch }]) => `${id}: ${Object.keys(patch).join(', ')}`);
  const more = guests.length - MAX_NAMED;
  return [...guests.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])].join('; ');
}
