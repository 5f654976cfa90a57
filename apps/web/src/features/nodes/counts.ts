// How many things of a kind each node has: the last columns of the summary. Pure.
import { parentOf } from '@belfry/domain/status';
import type { State } from '@belfry/schema/state';

export type CountKey = 'vms' | 'containers' | 'storage' | 'disks' | 'backups';
/** Null where nobody can tell none from unknown; a key is absent where there is nothing to count. */
export type OwnCounts = Partial<Record<CountKey, number | null>>;
/** By the id of a node or backup server. */
export type Counts = ReadonlyMap<string, Partial<Record<CountKey, number>>>;

export type Counted = Pick<State, 'nodes' | 'pbs' | 'vms' | 'containers' | 'storage' | 'physicalDisks'>;
export type SummaryTab = 'dashboard' | 'storage' | 'backups';

/** What a tab counts; a node without any has 0, so that the column says so. */
export const COUNTED: Record<SummaryTab, readonly CountKey[]> = {
  dashboard: ['vms', 'containers'],
  storage: ['storage', 'disks'],
  backups: ['backups'],
};

/** `backups`: how many there are by the id of the node or backup server they are listed under. */
export function countsOf(
  tab: SummaryTab,
  state: { [L in keyof Counted]: readonly Counted[L][number][] },
  backups: ReadonlyMap<string, number>,
): Counts {
  if (tab === 'backups')
    return new Map([...state.nodes, ...state.pbs].map(({ id }) => [id, { backups: backups.get(id) ?? 0 }]));
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
  } else {
    for (const { nodeIds } of state.storage) for (const id of nodeIds) add(id, 'storage');
    eachOnNode(state.physicalDisks, 'disks');
  }
  return counts;
}

/**
 * A host without a disk does not exist: its disks were not asked for. One that does not answer cannot tell that it has no
 * backups; its guests and storages the rest of its cluster tells.
 */
export function ownCounts(counts: Counts, id: string, online: boolean): OwnCounts {
  const own: OwnCounts = { ...counts.get(id) };
  if (own.disks === 0) own.disks = null;
  if (own.backups === 0 && !online) own.backups = null;
  return own;
}
