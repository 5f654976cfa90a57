// How many things of a kind each node has, for the last columns of the summary. Pure.
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { countedAs, guestStatus, parentOf } from '@belfry/domain/status';
import type { Facts } from '../../live/figures.ts';
import type { GuestCounts } from './summary-rows.ts';

export type CountKey = 'vms' | 'containers' | 'storage' | 'disks' | 'backups';
/** Null where the number is unknown; a key is absent where there is nothing to count. */
export type OwnCounts = Partial<Record<CountKey, number | null>>;
/** By the id of the node or backup server. */
export type Counts = ReadonlyMap<string, Partial<Record<CountKey, number>>>;

export type Counted = Pick<Facts, 'nodes' | 'pbs' | 'vms' | 'containers' | 'storage' | 'physicalDisks'>;
export type SummaryTab = 'dashboard' | 'storage' | 'backups';

/** What a screen counts. A node that has none has 0. */
export const COUNTED: Record<SummaryTab, readonly CountKey[]> = {
  dashboard: ['vms', 'containers'],
  storage: ['storage', 'disks'],
  backups: ['backups'],
};

/** `backups`: their numbers by the id of the node or backup server they are listed under. */
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

/** Guests by the id of their node. One pass over each list. */
export function guestCounts(
  lists: readonly (readonly GuestFacts[])[],
  online: ReadonlySet<string>,
): Map<string, GuestCounts> {
  const counts = new Map<string, GuestCounts>();
  const count = (guest: GuestFacts) => {
    const id = parentOf(guest);
    const own = counts.get(id) ?? { running: 0, paused: 0, unknown: 0, all: 0 };
    counts.set(id, own);
    const state = countedAs(guestStatus(guest, online));
    own.all++;
    if (state === 'running' || state === 'paused' || state === 'unknown') own[state]++;
  };
  for (const list of lists) for (const guest of list) count(guest);
  return counts;
}

/**
 * Every host has a disk, so no disks mean that Belfry does not ask for them. A host that is not reached cannot say that
 * it has no backups. Its guests and storages are known from the rest of its cluster.
 */
export function ownCounts(counts: Counts, id: string, online: boolean): OwnCounts {
  const own: OwnCounts = { ...counts.get(id) };
  if (own.disks === 0) own.disks = null;
  if (own.backups === 0 && !online) own.backups = null;
  return own;
}
