// The address that a user gave a guest.
import { customUrlProblem } from '@belfry/domain/custom-url';
import { oldGuestIds } from '@belfry/domain/ids';
import type { Guest } from '@belfry/schema/entities/guest';
import type { GuestMetadata } from '@belfry/schema/http/guest-metadata';

/** Undefined: there is none, or it must not be a link. Records of older clients are stored by node and VMID. */
export function urlOf(
  guest: Pick<Guest, 'id' | 'instance' | 'node' | 'vmid'>,
  metadata: Readonly<Record<string, GuestMetadata>> | undefined,
): string | undefined {
  if (!metadata) return undefined;
  const found = [guest.id, ...oldGuestIds(guest)].map((id) => metadata[id]?.customUrl).find(Boolean);
  return found && customUrlProblem(found) === undefined ? found : undefined;
}
