// The endpoints of what people add to guests.
import {
  deleteGuestMetadata,
  type GuestMetadataPatch,
  getGuestMetadata,
  listGuestMetadata,
  postGuestMetadata,
  putAllGuestMetadata,
  putGuestMetadata,
} from '@belfry/schema/http/guest-metadata';
import type { Mount } from '../../http/mount.ts';
import type { Metadata } from './metadata.ts';

export function metadataRoutes(mount: Mount, metadata: Metadata): void {
  const put = (id: string, patch: GuestMetadataPatch) => {
    const saved = metadata.put({ [id]: patch });
    return saved.ok ? metadata.get(id) : saved;
  };
  mount(listGuestMetadata, () => metadata.all());
  mount(getGuestMetadata, ({ params }) => metadata.get(params.id));
  mount(putGuestMetadata, ({ params, body }) => put(params.id, body));
  mount(postGuestMetadata, ({ params, body }) => put(params.id, body));
  mount(putAllGuestMetadata, ({ body }) => {
    const saved = metadata.put(body);
    return saved.ok ? saved.value : saved;
  });
  mount(deleteGuestMetadata, ({ params }) => {
    metadata.remove(params.id);
    return undefined;
  });
}
