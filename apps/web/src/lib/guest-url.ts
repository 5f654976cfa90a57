// The address somebody gave a guest.
import { customUrlProblem } from '@belfry/domain/custom-url';
import { oldGuestIds } from '@belfry/domain/ids';
import type { Guest } from '@belfry/schema/entities/guest';
import type { GuestMetadata } from '@belfry/schema/http/guest-metadata';

/** Undefined: none, or none that may be a link. Records of older clients are named by node and VMID. */
export function urlOf(
  guest: Pick<Guest, 'id' | 'instance' | 'node' | 'vmid'>,
  metadata: Readonly<Record<string, GuestMetadata>> | undefined,
): string | undefined {
  if (!metadata) return undefined;
  const found = [guest.id, ...oldGuestIds(guest)].map((id) => metadata[id]?.customUrl).find(Boolean);
  return found && customUrlProblem(found) === undefined ? found : undefined;
}
