// The one truth in memory. Immutable: every step yields a new state that shares whatever did not change.
import { emptyState } from '@belfry/domain/delta/empty-state';
import { same } from '@belfry/domain/delta/same';
import { FAST_POLL_MS } from '@belfry/schema/defaults';
import type { ListName, Performance, State, Stats } from '@belfry/schema/state';
import type { Observation } from '../sources/source.ts';
import { createBackupOwners } from './backup-owners.ts';
import { type Calls, createCounters } from './counters.ts';
import { type Entities, keeping, sameList, sorted } from './entities.ts';
import { createInstanceMemory, type InstanceMemory } from './instance.ts';
import { createLastBackups } from './last-backups.ts';

/** `after` is the same object as `before` when nothing changed. */
export interface Change {
  before: State;
  after: State;
}

export interface StateStore {
  current(): State;
  /** Replaces only the lists the observation names, of its instance only. A failure keeps the data. */
  apply(observation: Observation): Change;
  /** Facts that follow from time alone. `clients` is the number of open browsers. */
  age(now: number, clients: number): Change;
  /** An instance that is no longer watched leaves with all it had. */
  remove(instanceId: string, now: number): Change;
  /** The counters as of now; those inside the state ride along with other changes and are at most 10 s old. */
  performance(now: number): Performance;
  stats(now: number): Stats;
  calls(): Calls[];
}

export interface StateOptions {
  startedAt: number;
  version: string;
  /** Looked at with every step; the same list while nothing has changed. */
  serverProblems?(): State['serverProblems'];
}

export function createState({ startedAt, version, serverProblems = () => ({}) }: StateOptions): StateStore {
  const instances = new Map<string, InstanceMemory>();
  const counters = createCounters(startedAt, version);
  const owners = createBackupOwners();
  const lastBackups = createLastBackups();
  let clients = 0;
  let countedAt = startedAt;
  const counted = (now: number) => ({ performance: counters.performance(now), stats: counters.stats(now, clients) });
  let state: State = { ...emptyState, ...counted(startedAt), lastUpdate: startedAt };

  const merge = (list: ListName): Entities => {
    const parts = [...instances.values()].map((instance) => instance.shown(list)).filter((part) => part.length > 0);
    const merged = parts.length === 1 ? (parts[0] ?? []) : sorted(parts.flat());
    return sameList(state[list], merged) ? state[list] : merged;
  };

  const advance = (touched: Iterable<ListName>, now: number): Change => {
    const before = state;
    const entities = [...instances.values()].map((instance) => instance.entity());
    const health = Object.fromEntries(entities.map((instance) => [instance.id, instance.health !== 'error']));
    const next: Record<string, unknown> = {
      instances: keeping(state.instances, sorted(entities)),
      connectionHealth: same(state.connectionHealth, health) ? state.connectionHealth : health,
    };
    const problems = serverProblems();
    if (!same(state.serverProblems, problems)) next.serverProblems = problems;
    for (const list of touched) next[list] = merge(list);
    if (owners.learn({ ...before, ...next }) || 'pbsBackups' in next) {
      const marked = owners.mark(merge('pbsBackups') as State['pbsBackups']);
      next.pbsBackups = sameList(before.pbsBackups, marked) ? before.pbsBackups : marked;
    }
    lastBackups.learn({ ...before, ...next });
    const moved = Object.entries(next).some(([name, value]) => before[name as keyof State] !== value);
    if (moved || now - countedAt >= FAST_POLL_MS) {
      state = { ...before, ...next, ...counted(now), lastUpdate: Math.max(now, before.lastUpdate) };
      countedAt = now;
    }
    return { before, after: state };
  };

  const memoryOf = ({ instance }: Observation): InstanceMemory => {
    const memory = instances.get(instance.id) ?? createInstanceMemory(instance, lastBackups.of);
    instances.set(instance.id, memory);
    return memory;
  };

  return {
    current: () => state,
    apply(observation) {
      counters.count(observation);
      return advance(memoryOf(observation).take(observation), observation.at);
    },
    age(now, open) {
      clients = open;
      return advance(new Set([...instances.values()].flatMap((instance) => instance.age(now))), now);
    },
    remove(instanceId, now) {
      const lists = instances.get(instanceId)?.lists() ?? [];
      instances.delete(instanceId);
      return advance(lists, now);
    },
    performance: (now) => counters.performance(now),
    stats: (now) => counters.stats(now, clients),
    calls: () => counters.calls(),
  };
}
