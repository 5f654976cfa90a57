// Message → next replica. What did not change stays the same object; so does a guest of which only figures changed: five
// thousand new ones with every poll are work for the page that nobody sees.
import { emptyState } from '@belfry/domain/delta/empty-state';
import { patch } from '@belfry/domain/delta/patch';
import { guestFigures } from '@belfry/domain/guest-figures';
import { archiveNames } from '@belfry/schema/archives';
import type { Changes } from '@belfry/schema/messages/delta';
import type { State } from '@belfry/schema/state';
import { hearHosts, type KnownHosts, noHosts } from './docker-hosts.ts';
import type { Message } from './message.ts';

/**
 * `revision` is null until a snapshot came on this connection, and again while one is asked for after a gap.
 * `receivedAt` is our clock (epoch ms) at the last change of the state. `docker` is what screens show of its list.
 * `archives`: nothing is known of them and their lists are empty; or they are those of an earlier connection; or they
 * are as current as the rest.
 */
export interface Replica {
  state: State | null;
  archives: 'none' | 'remembered' | 'current';
  revision: number | null;
  receivedAt: number;
  /** Another number once figures of guests changed: who shows them renders by it. */
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

/** `resync` asks the caller to request a snapshot. Messages that carry no state return the same replica. */
export function reduce(replica: Replica, message: Message, now: number): { replica: Replica; resync: boolean } {
  if (message.type === 'snapshot') {
    const { revision, data } = message;
    const docker = hearHosts(replica.docker, data.dockerHosts);
    // those of before stand until the archives come
    const state = { ...(replica.state ?? emptyState), ...data };
    const archives = replica.archives === 'none' ? 'none' : 'remembered';
    return { replica: { ...replica, state, archives, revision, receivedAt: now, docker }, resync: false };
  }
  if (message.type === 'archives' && replica.state !== null && replica.revision !== null)
    return {
      replica: { ...replica, state: { ...replica.state, ...message.data }, archives: 'current' },
      resync: false,
    };
  // before the snapshot there is nothing to apply a delta to, and a snapshot is on its way
  if (message.type !== 'delta' || replica.state === null || replica.revision === null)
    return { replica, resync: false };
  const changes = replica.archives === 'current' ? message.data : withoutArchives(message.data);
  const state = message.base === replica.revision ? tryPatch(replica.state, changes) : undefined;
  if (state === undefined) return { replica: { ...replica, revision: null }, resync: true };
  // hosts removed by name are gone: that is no list that happens to be empty
  const known = message.data.dockerHosts?.remove ? noHosts : replica.docker;
  const docker = hearHosts(known, state.dockerHosts);
  const { vms, containers } = message.data;
  const figures = replica.figures + (vms || containers ? 1 : 0);
  return {
    replica: { ...replica, state, revision: message.revision, receivedAt: now, figures, docker },
    resync: false,
  };
}

/** The connection is gone: the state is kept as a memory, but no delta fits it any more. */
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
