// The address that a user gave a guest.
import { customUrlProblem } from '@belfry/domain/custom-url';
import { oldGuestIds } from '@belfry/domain/ids';
import type { Guest } from '@belfry/schema/entities/guest';
import type { GuestMetadata } from '@belfry/schema/http/guest-metadata';
import { remember } from './remember.ts';

type Place = Pick<Guest, 'id' | 'instance' | 'node' | 'vmid'>;
/** By the id of the guest. */
export type Metadata = Readonly<Record<string, GuestMetadata>>;

const findUrl = remember((metadata: Metadata, guest: Place): string | undefined => {
  const found = [guest.id, ...oldGuestIds(guest)].map((id) => metadata[id]?.customUrl).find(Boolean);
  return found && customUrlProblem(found) === undefined ? found : undefined;
});

/** Undefined: there is none, or it must not be a link. Records of older clients are stored by node and VMID. */
export const urlOf = (guest: Place, metadata: Metadata | undefined): string | undefined =>
  metadata && findUrl(metadata, guest);
