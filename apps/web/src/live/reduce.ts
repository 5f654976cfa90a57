// Message → next replica. What did not change stays the same object, and so does a guest whose figures alone changed:
// five thousand new objects with every poll would be work without a visible result.
import { emptyState } from '@belfry/domain/delta/empty-state';
import { patch } from '@belfry/domain/delta/patch';
import { guestFigures } from '@belfry/domain/guest-figures';
import { archiveNames } from '@belfry/schema/archives';
import type { Changes } from '@belfry/schema/messages/delta';
import type { State } from '@belfry/schema/state';
import { hearHosts, type KnownHosts, noHosts } from './docker-hosts.ts';
import type { Message } from './message.ts';

/**
 * `revision` is null until a snapshot has come on this connection, and while a new one is requested after a gap.
 * `receivedAt` is the browser's clock (epoch ms) at the last change of the state. `docker` is the list that screens show.
 * `archives`: they are unknown and their lists are empty; or they are from an earlier connection; or they are as current
 * as the rest.
 */
export interface Replica {
  state: State | null;
  archives: 'none' | 'remembered' | 'current';
  revision: number | null;
  receivedAt: number;
  /** Changes when figures of guests changed. Components that show figures render when it does. */
  figures: number;
  docker: KnownHosts;
}

export const emptyReplica: Replica = {
  state: null,
  archives: 'none',
  revision: null,
  receivedAt: 0,
  figures: 0,
  docker: noHosts,
};

/** `resync`: the caller must request a snapshot. Messages without state return the same replica. */
export function reduce(replica: Replica, message: Message, now: number): { replica: Replica; resync: boolean } {
  if (message.type === 'snapshot') {
    const { revision, data } = message;
    const docker = hearHosts(replica.docker, data.dockerHosts);
    // the old archives stay until the new ones come
    const state = { ...(replica.state ?? emptyState), ...data };
    const archives = replica.archives === 'none' ? 'none' : 'remembered';
    return { replica: { ...replica, state, archives, revision, receivedAt: now, docker }, resync: false };
  }
  if (message.type === 'archives' && replica.state !== null && replica.revision !== null)
    return {
      replica: { ...replica, state: { ...replica.state, ...message.data }, archives: 'current' },
      resync: false,
    };
  // before the snapshot there is no state for the delta, and a snapshot is coming
  if (message.type !== 'delta' || replica.state === null || replica.revision === null)
    return { replica, resync: false };
  const changes = replica.archives === 'current' ? message.data : withoutArchives(message.data);
  const state = message.base === replica.revision ? tryPatch(replica.state, changes) : undefined;
  if (state === undefined) return { replica: { ...replica, revision: null }, resync: true };
  // hosts that were removed by name are gone at once; that is different from a list that is empty for another reason
  const known = message.data.dockerHosts?.remove ? noHosts : replica.docker;
  const docker = hearHosts(known, state.dockerHosts);
  const { vms, containers } = message.data;
  const figures = replica.figures + (vms || containers ? 1 : 0);
  return {
    replica: { ...replica, state, revision: message.revision, receivedAt: now, figures, docker },
    resync: false,
  };
}

/** The connection is lost: the state stays, but no delta fits it any more. */
export const disconnected = (replica: Replica): Replica => ({ ...replica, revision: null });

function withoutArchives(changes: Changes): Changes {
  const rest = { ...changes };
  for (const name of archiveNames) delete rest[name];
  return rest;
}

const figures = { vms: guestFigures, containers: guestFigures };

function tryPatch(state: State, changes: Changes): State | undefined {
  try {
    return patch(state, changes, figures);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
