// The state as any other client reads it: the same lists plus the short field names it expects.

import type { PlainState } from '@belfry/schema/plain-state';
import type { State } from '@belfry/schema/state';
import { pbsNamesOf } from './backup-identity.ts';

const made = new WeakMap<State, PlainState>();

/** Made at most once per state object. `lastSeen` of an entity is when its instance last answered, '' if never. */
export function plain(state: State): PlainState {
  const known = made.get(state) ?? make(state);
  made.set(state, known);
  return known;
}

function make({ backupTasks, storageBackups, guestSnapshots, ...state }: State): PlainState {
  const seen = new Map(state.instances.map((instance) => [instance.id, instance.lastSeen]));
  const guest = (g: State['vms'][number]) => ({
    ...g,
    mem: g.memory.used,
    maxmem: g.memory.total,
    lastSeen: seen.get(g.instance) ?? '',
  });
  return {
    ...state,
    nodes: state.nodes.map((n) => ({
      ...n,
      node: n.name,
      mem: n.memory.used,
      maxmem: n.memory.total,
      maxdisk: n.disk.total,
      lastSeen: seen.get(n.instance) ?? '',
    })),
    vms: state.vms.map(guest),
    containers: state.containers.map(guest),
    storage: state.storage.map((s) => ({
      ...s,
      storage: s.name,
      avail: s.free,
      ...(s.backupTarget && { pbsNames: pbsNamesOf(s, state.pbs) }),
    })),
    pveBackups: { backupTasks, storageBackups, guestSnapshots },
    metrics: [],
  };
}
