// Two clusters of which the backups cannot be told apart.
import { historyOf } from './backup-history.ts';
import type { Cluster } from './cluster.ts';

/** Two clusters write to the namespace of the first one, with one account. A number that both have is one group. */
export function shareNamespace(first: Cluster, second: Cluster): void {
  const [own, other] = [historyOf(first), historyOf(second)];
  for (const group of other.groups) {
    const same = own.groups.find(({ type, id }) => type === group.type && id === group.id);
    if (same) same.snapshots = [...same.snapshots, ...group.snapshots].sort((a, b) => b.time - a.time);
    else own.groups.push(group);
  }
  own.byGuest = new Map(own.groups.map((group) => [`${group.type}/${group.id}`, group]));
  Object.assign(other, { groups: own.groups, byGuest: own.byGuest });
  other.datastore.namespaces.set(second.name, []);
  for (const storage of second.storages) if (storage.type === 'pbs') storage.settings.namespace = first.name;
}
