// How many things of a kind each node has: the last columns of the summary. Pure.
import { parentOf } from '@belfry/domain/status';
import type { State } from '@belfry/schema/state';

export type CountKey = 'vms' | 'containers' | 'storage' | 'disks' | 'backups';
/** By the id of a node or backup server. */
export type Counts = ReadonlyMap<string, Partial<Record<CountKey, number>>>;

export type Counted = Pick<
  State,
  | 'nodes'
  | 'pbs'
  | 'vms'
  | 'containers'
  | 'storage'
  | 'physicalDisks'
  | 'storageBackups'
  | 'guestSnapshots'
  | 'pbsBackups'
>;
export type SummaryTab = 'dashboard' | 'storage' | 'backups';

/** What a tab counts; a node without any has 0, so that the column says so. */
export const COUNTED: Record<SummaryTab, readonly CountKey[]> = {
  dashboard: ['vms', 'containers'],
  storage: ['storage', 'disks'],
  backups: ['backups'],
};

export function countsOf(tab: SummaryTab, state: { [L in keyof Counted]: readonly Counted[L][number][] }): Counts {
  const zero = () => Object.fromEntries(COUNTED[tab].map((key) => [key, 0])) as Partial<Record<CountKey, number>>;
  const counts = new Map(state.nodes.map((node) => [node.id, zero()]));
  const add = (id: string, key: CountKey) => {
    const own = counts.get(id);
    if (own) own[key] = (own[key] ?? 0) + 1;
  };
  const eachOnNode = (things: readonly { instance: string; node: string }[], key: CountKey) => {
    for (const thing of things) add(parentOf(thing), key);
  };
  if (tab === 'dashboard') {
    eachOnNode(state.vms, 'vms');
    eachOnNode(state.containers, 'containers');
  } else if (tab === 'storage') {
    for (const { nodeIds } of state.storage) for (const id of nodeIds) add(id, 'storage');
    eachOnNode(state.physicalDisks, 'disks');
  } else {
    const servers = new Map(state.pbs.map(({ id, name }) => [name, id]));
    for (const id of servers.values()) counts.set(id, zero());
    eachOnNode(state.guestSnapshots, 'backups');
    eachOnNode(
      state.storageBackups.filter(({ isPBS }) => !isPBS),
      'backups',
    );
    for (const { instance } of state.pbsBackups) add(servers.get(instance) ?? instance, 'backups');
  }
  return counts;
}
