// Message → next replica. What did not change stays the same object, and so does a list of guests whose figures alone changed.
import { emptyState } from '@belfry/domain/delta/empty-state';
import { type ChangesOf, patch } from '@belfry/domain/delta/patch';
import { factsOf, isFigure } from '@belfry/domain/guest-figures';
import { archiveNames } from '@belfry/schema/archives';
import type { Changes } from '@belfry/schema/messages/delta';
import type { Viewed } from '@belfry/schema/messages/view';
import { hearHosts, type KnownHosts, noHosts } from './docker-hosts.ts';
import { type Facts, type GuestFigures, type GuestLists, noFigures, patchFigures, takeFigures } from './figures.ts';
import type { Message } from './message.ts';

/** Stands for the guests of all instances, where one instance is named. */
export const ALL = '*';

/**
 * `revision` is null until a snapshot has come on this connection, and while a new one is requested after a gap.
 * `receivedAt` is the time of `lib/now.ts` (epoch ms) at the last change of the state. `docker` is the list that screens show.
 * `archives`: they are unknown and their lists are empty; or they are from an earlier connection; or they are as current
 * as the rest. `view`: the instances whose guests have current readings; all after a snapshot.
 */
export interface Replica {
  view: 'all' | ReadonlySet<string>;
  state: Facts | null;
  archives: 'none' | 'remembered' | 'current';
  revision: number | null;
  receivedAt: number;
  figures: GuestFigures;
  docker: KnownHosts;
}

export const emptyReplica: Replica = {
  view: 'all',
  state: null,
  archives: 'none',
  revision: null,
  receivedAt: 0,
  figures: noFigures,
  docker: noHosts,
};

/** `resync`: the caller must request a snapshot. Messages without state return the same replica. */
export function reduce(replica: Replica, message: Message, now: number): { replica: Replica; resync: boolean } {
  if (message.type === 'snapshot') {
    const { revision, data } = message;
    const docker = hearHosts(replica.docker, data.dockerHosts);
    // the old archives stay until the new ones come
    const { guests, figures } = takeFigures(data, replica.figures);
    const state = { ...(replica.state ?? emptyState), ...data, ...guests };
    const archives = replica.archives === 'none' ? 'none' : 'remembered';
    // a list that is not believed yet is asked for again: otherwise hosts that are gone would be shown until the third snapshot
    const resync = docker.empty > replica.docker.empty;
    return {
      replica: { ...replica, state, figures, archives, revision, receivedAt: now, docker, view: 'all' },
      resync,
    };
  }
  if (message.type === 'archives' && replica.state !== null && replica.revision !== null)
    return {
      replica: { ...replica, state: { ...replica.state, ...message.data }, archives: 'current' },
      resync: false,
    };
  if (message.type === 'viewed') return look(replica, message);
  // before the snapshot there is no state for the delta, and a snapshot is coming
  if (message.type !== 'delta' || replica.state === null || replica.revision === null)
    return { replica, resync: false };
  const changes = replica.archives === 'current' ? message.data : withoutArchives(message.data);
  const next = message.base === replica.revision ? tryPatch(replica.state, replica.figures, changes) : undefined;
  if (next === undefined) return { replica: { ...replica, revision: null }, resync: true };
  const docker = message.data.dockerHosts ? hearChanges(replica, message.data, next.state) : replica.docker;
  return { replica: { ...replica, ...next, revision: message.revision, receivedAt: now, docker }, resync: false };
}

/** After a gap the requested snapshot has all readings, and the server says the view again after it. */
function look(replica: Replica, { revision, data: { instances, changes } }: Viewed) {
  const { state, figures } = replica;
  const next = state !== null && revision === replica.revision ? tryPatch(state, figures, changes) : undefined;
  const view = instances === 'all' ? instances : new Set(instances);
  const resync = replica.revision !== null && next === undefined;
  return { replica: { ...replica, ...(next ?? { revision: null }), view }, resync };
}

/** Hosts that were removed by name are gone at once; that is different from a list that is empty for another reason. */
const hearChanges = ({ docker }: Replica, { dockerHosts }: Changes, state: Facts): KnownHosts =>
  hearHosts(dockerHosts?.remove ? noHosts : docker, state.dockerHosts);

/** The connection is lost: the state stays, but no delta fits it any more. */
export const disconnected = (replica: Replica): Replica => ({ ...replica, revision: null });

function withoutArchives(changes: Changes): Changes {
  const rest = { ...changes };
  for (const name of archiveNames) delete rest[name];
  return rest;
}

function tryPatch(facts: Facts, figures: GuestFigures, changes: Changes) {
  try {
    const { vms: _, containers: __, ...rest } = changes;
    const state = patch(facts, { ...rest, ...ofFacts(changes) });
    return { state, figures: patchFigures(figures, state, changes) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The changes of guests without their figures. A list is left out when nothing else in it changed. */
function ofFacts(changes: Pick<Changes, 'vms' | 'containers'>): ChangesOf<GuestLists> {
  const facts: ChangesOf<GuestLists> = {};
  for (const name of ['vms', 'containers'] as const) {
    const { remove, put, columns = [] } = changes[name] ?? {};
    const own = columns.filter(({ field }) => !isFigure(field));
    if (remove || put || own.length > 0)
      facts[name] = { ...(remove && { remove }), ...(put && { put: put.map(factsOf) }), columns: own };
  }
  return facts;
}
