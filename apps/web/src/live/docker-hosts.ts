// The Docker hosts that the screens show. An empty list is shown only when it has come three times.
import type { DockerHost } from '@belfry/schema/entities/docker';

/** `empty`: how many empty lists in a row were ignored. */
export interface KnownHosts {
  hosts: readonly DockerHost[];
  empty: number;
}

export const noHosts: KnownHosts = { hosts: [], empty: 0 };

const BELIEVED_AT = 3;

/** `said` is the list as the server sent it. A value that is not a list is ignored. */
export function hearHosts(known: KnownHosts, said: unknown): KnownHosts {
  if (!Array.isArray(said)) return known;
  if (said.length > 0) return said === known.hosts && known.empty === 0 ? known : { hosts: said, empty: 0 };
  if (known.hosts.length === 0) return known;
  return known.empty + 1 < BELIEVED_AT ? { ...known, empty: known.empty + 1 } : noHosts;
}
