// The state of everything that is watched, in memory. It is immutable: each step makes a new state that shares all unchanged
// objects with the previous one.
import { emptyState } from '@belfry/domain/delta/empty-state';
import { same } from '@belfry/domain/delta/same';
import { sorted } from '@belfry/domain/delta/sorted';
import { FAST_POLL_MS } from '@belfry/schema/defaults';
import type { InstanceCalls } from '@belfry/schema/http/monitoring';
import type { Observation } from '@belfry/schema/messages/observation';
import type { ListName, Performance, State, Stats } from '@belfry/schema/state';
import type { Moment } from '../lib/clock.ts';
import { createBackupOwners } from './backup-owners.ts';
import { type Entities, joined, keeping, sameList } from './entities.ts';
import { createInstanceMemory, type InstanceMemory } from './instance.ts';
import { createLastBackups } from './last-backups.ts';
import { createLastKnownMemory, type LastKnownDeps } from './last-known-memory.ts';
import { createPollingCost } from './polling-cost.ts';

/** `after` is the same object as `before` when nothing changed. */
export interface Change {
  before: State;
  after: State;
}

/** Data that is derived from the rest of the state. It comes from no source; the part that derives it calls `put`. */
type Derived = Pick<
  State,
  | ('connectionHealth' | 'serverProblems' | 'sites' | 'activeAlerts' | 'recentlyResolved')
  | ('guestProtection' | 'backupGroups' | 'baselines')
>;

const noMemory: LastKnownDeps = { recall: () => undefined, keep: () => {} };

export type StateStore = ReturnType<typeof createState>;

export interface StateOptions {
  started: Moment;
  version: string;
  /** Keeps across a restart what was last known of lost guests and nodes. */
  memory?: LastKnownDeps;
}

export function createState({ started, version, memory = noMemory }: StateOptions) {
  const instances = new Map<string, InstanceMemory>();
  const cost = createPollingCost(started, version);
  /** The last value of each `put`. The same object again changes nothing. */
  const lastPuts = new Map<string, unknown>();
  const owners = createBackupOwners();
  const lastBackups = createLastBackups((instance, list) => instances.get(instance)?.shown(list) ?? []);
  const lastKnown = createLastKnownMemory(memory);
  let clients = 0;
  let countedAt = started.monotonic;
  /** The time of the newest observation. An older one may come later, such as a report that was kept across a restart. */
  let latest = started;
  const counted = (now: Moment) => ({ performance: cost.performance(now), stats: cost.stats(now, clients) });
  let state: State = { ...emptyState, ...counted(started), lastUpdate: started.at };
  /** Lists that may differ from those in the state. */
  const touched = new Set<ListName>();
  /** The backups on backup servers with their guests, if they may differ from those in the state. */
  let backups: Readonly<State['pbsBackups']> | undefined;

  const merge = (list: ListName): Entities =>
    joined(
      [...instances.values()].map((instance) => instance.shown(list)),
      state[list],
    );

  const differs = (next: object): boolean =>
    Object.entries(next).some(([name, value]) => state[name as keyof State] !== value);

  /** Marks lists that an instance has changed. Guests take their last backup from some of them. */
  const touch = (instance: string, lists: Iterable<ListName>) => {
    const own = new Set(lists);
    for (const list of own) touched.add(list);
    const shown = (list: ListName) => instances.get(instance)?.shown(list) ?? [];
    const isOwned =
      (own.has('storage') || own.has('pbs')) &&
      owners.learn(instance, { storage: shown('storage') as State['storage'], pbs: shown('pbs') as State['pbs'] });
    if (isOwned || own.has('pbsBackups')) {
      backups = owners.mark(merge('pbsBackups') as State['pbsBackups']);
      lastBackups.learnServers(backups);
    }
    if (own.has('storage')) lastBackups.learnTargets(instance, shown('storage') as State['storage']);
    if (own.has('storageBackups'))
      lastBackups.learnVolumes(instance, shown('storageBackups') as State['storageBackups']);
  };

  const note = (now: Moment) => {
    if (now.monotonic > latest.monotonic) latest = now;
  };

  const show = (): Change => {
    const before = state;
    const entities = [...instances.values()].map((instance) => instance.entity());
    const next: Record<string, unknown> = { instances: keeping(state.instances, sorted(entities)) };
    for (const list of touched) next[list] = merge(list);
    if (backups) next.pbsBackups = sameList(before.pbsBackups, backups) ? before.pbsBackups : backups;
    touched.clear();
    backups = undefined;
    if (differs(next) || latest.monotonic - countedAt >= FAST_POLL_MS) {
      state = { ...before, ...next, ...counted(latest), lastUpdate: latest.at };
      countedAt = latest.monotonic;
    }
    return { before, after: state };
  };

  /** The lists of an instance have changed. */
  const advance = (instance: string, lists: Iterable<ListName>, now: Moment): Change => {
    note(now);
    touch(instance, lists);
    return show();
  };

  const memoryOf = ({ instance }: Observation): InstanceMemory => {
    const memory = instances.get(instance.id) ?? createInstanceMemory(instance, lastBackups.of, lastKnown);
    instances.set(instance.id, memory);
    return memory;
  };

  /**
   * Replaces only the lists that the observation names, of its instance only. A failure keeps the data. If a later observation of the same
   * poll was taken already, nothing changes and it returns false. The state changes with the next `show`.
   */
  const take = (observation: Observation): boolean => {
    const memory = memoryOf(observation);
    if (!memory.isNew(observation)) return false;
    cost.count(observation);
    note(observation);
    touch(observation.instance.id, memory.take(observation));
    return true;
  };

  return {
    current: (): State => state,
    /** Replaces the given slices and returns the new state: the same object when nothing changed. */
    put(derived: { readonly [Name in keyof Derived]?: Readonly<Derived[Name]> }): State {
      const next: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(derived)) {
        if (lastPuts.get(name) === value) continue;
        lastPuts.set(name, value);
        next[name] = unchanged(state[name as keyof Derived], value);
      }
      if (differs(next)) state = { ...state, ...next, lastUpdate: latest.at };
      return state;
    },
    take,
    /** Puts what was taken into the state. */
    show,
    apply(observation: Observation): Change & { isNew: boolean } {
      const isNew = take(observation);
      return { ...(isNew ? show() : { before: state, after: state }), isNew };
    },
    /** Marks stale data and updates the figures of Belfry itself. `clients` is the number of open browsers. */
    age(now: Moment, open: number): Change {
      clients = open;
      lastKnown.save(state, now.at);
      note(now);
      for (const [id, instance] of instances) touch(id, instance.age(now));
      return show();
    },
    /** Gives an instance another name. Its id and all its entities stay. */
    rename: (instanceId: string, name: string, now: Moment): Change =>
      advance(instanceId, instances.get(instanceId)?.rename(name) ?? [], now),
    /** Removes an instance with all its entities, because it is no longer in the configuration. */
    remove(instanceId: string, now: Moment): Change {
      const lists = instances.get(instanceId)?.lists() ?? [];
      instances.delete(instanceId);
      cost.forget(instanceId);
      return advance(instanceId, lists, now);
    },
    /** The figures of this moment. Those in the state change together with other things, and are at most 10 s old. */
    performance: (now: Moment): Performance => cost.performance(now),
    stats: (now: Moment): Stats => cost.stats(now, clients),
    calls: (): InstanceCalls[] => cost.calls(),
  };
}

/** `before` when both are equal, else `after`, with the objects of `before` wherever they are equal. */
function unchanged(before: Derived[keyof Derived], after: Readonly<Derived[keyof Derived]>): unknown {
  if (Array.isArray(before) && Array.isArray(after)) return keeping(before, sorted(after));
  return same(before, after) ? before : after;
}
