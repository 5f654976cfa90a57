// A sync job that takes backups from another backup server of the lab.
import { changed } from '../world/datastore.ts';
import type { BackupServer } from './server.ts';

export type SyncPlan = {
  id: string;
  from: { server: BackupServer; store: string; namespace: string };
  /** The datastore must exist. The namespace is made, with those above it. */
  to: { server: BackupServer; store: string; namespace: string };
  schedule: string;
  /** The account that the copies belong to. */
  owner: string;
  /** The last run that worked began then (epoch seconds), and copied everything that was there. */
  until: number;
  /** It has failed since then, each time with this result. Without it, nothing has started it since then. */
  failing?: string;
};

const seconds = 600;

/** Copies have the times of their originals. They are not protected, and nobody has verified them. */
export function addSync({ id, from, to, schedule, owner, until, failing }: SyncPlan): void {
  const { world, config } = from.server;
  const { hostname, port } = new URL(config().host);
  to.server.world.remotes.set(world.name, { host: hostname, port: Number(port), fingerprint: config().fingerprint });
  to.server.world.jobs.sync.push({
    ...{ id, store: to.store, ns: to.namespace, schedule, seconds, owner },
    ...(failing ? { state: failing } : { state: 'OK', endtime: until + seconds }),
    remote: { id: world.name, store: from.store, ns: from.namespace, direction: 'pull' },
  });
  const store = to.server.world.stores.find(({ name }) => name === to.store);
  if (!store) throw new Error(`no datastore ${to.store} on ${to.server.world.name}`);
  const copies = from.server.groups(from.store, from.namespace).map((group) => ({
    ...{ ...group, owner },
    snapshots: group.snapshots
      .filter(({ time, size }) => size !== undefined && time <= until)
      .map(({ verified: _verified, ...snapshot }) => ({ ...snapshot, isProtected: false })),
  }));
  const levels = to.namespace.split('/');
  for (const [depth] of levels.entries()) {
    const above = levels.slice(0, depth).join('/');
    if (!store.namespaces.has(above)) store.namespaces.set(above, []);
  }
  store.namespaces.set(
    to.namespace,
    copies.filter(({ snapshots }) => snapshots.length > 0),
  );
  changed(store);
}
