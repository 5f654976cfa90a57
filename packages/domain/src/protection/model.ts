// The protection of all guests, kept up to date: a change costs the work for the guests concerned.
import type { Exclusion } from '@belfry/schema/protection/decisions';
import type { BackupGroup, GuestProtection } from '@belfry/schema/protection/guest-protection';
import { type LastTask, type LastTasks, lastTasksOf } from '../backup-failures.ts';
import { guestId } from '../ids.ts';
import { createCoverage } from './coverage.ts';
import { type BackupsOfGuest, backupsOf, createGroups, type Groups, groupId } from './groups.ts';
import type { ProtectedGuest, ProtectionInput } from './input.ts';
import { createRetentions } from './next-prune.ts';
import { type Night, nightEnds, nightsOf } from './nights.ts';
import { pastRuns } from './past-runs.ts';
import { createPlaces, type Places, type Writers } from './places.ts';
import { createPlans, isPlan } from './plans.ts';
import { createTasksOfRun, type PlaceBackups } from './runs.ts';
import { type Case, judge, type Verdict } from './verdict.ts';

/** `guests` are the ids of the possible guests: exactly one when `kind` is guest. */
interface Owner {
  kind: 'guest' | BackupGroup['kind'];
  guests: readonly string[];
  isReused: boolean;
}

export type ProtectionModel = ReturnType<typeof createProtectionModel>;

export function createProtectionModel() {
  let seen: ProtectionInput | undefined;
  let structure = '';
  let places: Places;
  let groups: Groups;
  let writers = new Map<string, Writers>();
  const guests = new Map<string, ProtectedGuest>();
  const owners = new Map<string, Owner>();
  /** By the id of a guest: its groups, certain or not. */
  const groupsOf = new Map<string, Set<string>>();
  /** By type and number: the groups. */
  const numbered = new Map<string, Set<string>>();
  const lists = new Map<string, PlaceBackups>();
  const verdicts = new Map<string, Verdict>();
  let assignments = new Map<string, string>();
  /** By group: the account that it belongs to. */
  const accounts = new Map<string, string>();
  let tasksOf = createTasksOfRun([]);
  let lastTasks: LastTasks['ofGuests'] = new Map();
  let coverageOf = createCoverage([]);
  let retentions = createRetentions([]);
  let plans = createPlans(() => () => 0);
  let exclusions = new Map<string, Exclusion>();
  /** By group, those that belong to no certain guest; and all of them sorted, until one changes. */
  const strays = new Map<string, BackupGroup>();
  let sortedStrays: readonly BackupGroup[] | undefined;

  function ownerOf(group: BackupsOfGuest): Owner {
    const { id, type, vmid, place, owner } = group;
    const assigned = guests.get(assignments.get(id) ?? '');
    if (assigned) return { kind: 'guest', guests: [assigned.id], isReused: false };
    const key = `${place.key}\n${owner ?? ''}`;
    const find = () => {
      const written = { backupType: type === 'qemu' ? ('vm' as const) : ('ct' as const), vmid: `${vmid}`, owner };
      return places.writersOf(place, written, (at) => accounts.get(groupId(at, type, vmid)));
    };
    // The writers of a copy depend on the account of its original, which each group has for itself.
    const isCopy = places.isSyncTarget(place);
    const known = (isCopy ? undefined : writers.get(key)) ?? find();
    if (!isCopy) writers.set(key, known);
    const twins = groups.twinsOf(group).flatMap((twin) => twin.place.instance ?? []);
    const instances = new Set([...known.instances, ...twins]);
    const numbers = [...instances].flatMap((instance) => guests.get(guestId(instance, vmid)) ?? []);
    const candidates = numbers.filter((guest) => guest.type === type).map((guest) => guest.id);
    const isReused = numbers.length > candidates.length;
    if (known.isForeign && candidates.length === 0) return { kind: 'foreign', guests: [], isReused: false };
    if (candidates.length === 0) return { kind: 'orphan', guests: [], isReused };
    const isCertain = instances.size === 1 && !known.isForeign;
    return { kind: isCertain ? 'guest' : 'ambiguous', guests: candidates.sort(), isReused };
  }

  /** Finds the owner of a group again. Its guests, before and after, are judged again. */
  function settle(id: string, dirty: Set<string>): void {
    const group = groups.all.get(id);
    for (const guest of owners.get(id)?.guests ?? []) {
      dirty.add(guest);
      groupsOf.get(guest)?.delete(id);
    }
    lists.delete(id);
    if (!group) {
      owners.delete(id);
      stray(id);
      return;
    }
    const owner = ownerOf(group);
    owners.set(id, owner);
    stray(id);
    addTo(numbered, `${group.type}/${group.vmid}`, id);
    for (const guest of owner.guests) {
      dirty.add(guest);
      addTo(groupsOf, guest, id);
    }
  }

  /** When the account of a group is another one than before, its copies are settled again. */
  function followAccount(id: string, unsettled: Set<string>): void {
    const account = groups.all.get(id)?.owner;
    if (accounts.get(id) === account) return;
    if (account === undefined) accounts.delete(id);
    else accounts.set(id, account);
    for (const copy of numbered.get(id.slice(id.lastIndexOf(' ') + 1)) ?? []) unsettled.add(copy);
  }

  function stray(id: string): void {
    const group = groups.all.get(id);
    const found = group && strayGroup(group, owners.get(id), seen?.disks ?? new Map());
    if (found) strays.set(id, found);
    else if (!strays.delete(id)) return;
    sortedStrays = undefined;
  }

  /** Guests whose disks or whose time of creation are others than before. */
  function followDisks(
    before: ProtectionInput['disks'] | undefined,
    disks: ProtectionInput['disks'],
    dirty: Set<string>,
  ) {
    for (const id of guests.keys()) {
      const [old, now] = [before?.get(id), disks.get(id)];
      if (old === now) continue;
      dirty.add(id);
      if (old?.createdAt !== now?.createdAt) for (const group of groupsOf.get(id) ?? []) stray(group);
    }
  }

  function listsOf(guest: ProtectedGuest, kind: Owner['kind'], createdAt: number): PlaceBackups[] {
    const found: PlaceBackups[] = [];
    for (const id of groupsOf.get(guest.id) ?? []) {
      const group = groups.all.get(id);
      if (!group || owners.get(id)?.kind !== kind) continue;
      const list = lists.get(id) ?? { place: group.place, backups: backupsOf(group) };
      lists.set(id, list);
      const own = createdAt > 0 ? list.backups.filter(({ at }) => at >= createdAt) : list.backups;
      if (own.length > 0) found.push({ place: list.place, backups: own });
    }
    return found.sort((a, b) => (a.place.key < b.place.key ? -1 : 1));
  }

  function caseOf(guest: ProtectedGuest, input: ProtectionInput): Case {
    const disks = input.disks.get(guest.id);
    const createdAt = disks?.createdAt ?? 0;
    return {
      ...{ guest, disks, coverage: coverageOf(guest), exclusion: exclusions.get(guest.id) },
      own: listsOf(guest, 'guest', createdAt),
      perhaps: listsOf(guest, 'ambiguous', createdAt),
      missing: input.missing.filter(({ instance }) => instance === guest.instance),
      lastTask: lastTasks.get(guest.id),
    };
  }

  /** Guests that are new, moved or gone. */
  function followGuests(list: ProtectionInput['guests'], dirty: Set<string>, unsettled: Set<string>): void {
    const here = new Set(list.map(({ id }) => id));
    const renumber = ({ type, vmid }: ProtectedGuest) => {
      for (const id of [...(numbered.get(`${type}/${vmid}`) ?? []), ...(numbered.get(`${other(type)}/${vmid}`) ?? [])])
        unsettled.add(id);
    };
    for (const guest of guests.values()) {
      if (here.has(guest.id)) continue;
      guests.delete(guest.id);
      verdicts.delete(guest.id);
      renumber(guest);
    }
    for (const guest of list) {
      const { id, instance, vmid, type, node, pool } = guest;
      const before = guests.get(id);
      if (before && before.type === type && before.node === node && before.pool === pool) continue;
      guests.set(id, { id, instance, vmid, type, node, pool });
      dirty.add(id);
      if (before?.type !== type) renumber(guest);
    }
  }

  return {
    /** Sorted as the guests. A guest without a change keeps its object. `now` epoch ms. */
    update(input: ProtectionInput, now: number): readonly GuestProtection[] {
      const before = seen;
      seen = input;
      const dirty = new Set<string>();
      const unsettled = new Set<string>();
      const isNew = (...names: (keyof ProtectionInput)[]) => names.some((name) => before?.[name] !== input[name]);
      if (isNew('storages', 'servers', 'copyJobs')) {
        const found = structureOf(input);
        if (found !== structure) {
          structure = found;
          places = createPlaces(input);
          groups = createGroups(places);
          writers = new Map();
          accounts.clear();
          for (const id of owners.keys()) unsettled.add(id);
        }
        places.renew(input.copyJobs);
      }
      if (isNew('assignments')) {
        for (const { group } of [...input.assignments, ...(before?.assignments ?? [])]) unsettled.add(group);
        assignments = new Map(input.assignments.map(({ group, guest }) => [group, guest]));
      }
      if (isNew('guests')) followGuests(input.guests, dirty, unsettled);
      for (const id of groups.update(input.storageBackups, input.serverBackups)) {
        unsettled.add(id);
        followAccount(id, unsettled);
      }
      for (const id of unsettled) settle(id, dirty);
      if (isNew('disks')) followDisks(before?.disks, input.disks, dirty);
      if (isNew('tasks')) {
        tasksOf = createTasksOfRun(input.tasks);
        const newest = lastTasksOf(input.tasks).ofGuests;
        for (const id of guests.keys()) if (failureOf(newest.get(id)) !== failureOf(lastTasks.get(id))) dirty.add(id);
        lastTasks = newest;
      }
      if (isNew('jobs')) coverageOf = createCoverage(input.jobs);
      if (isNew('retentions')) retentions = createRetentions(input.retentions);
      if (isNew('zoneOf')) plans = createPlans(input.zoneOf);
      if (isNew('exclusions')) exclusions = new Map(input.exclusions.map((each) => [each.guest, each]));
      const isForAll = isNew('jobs', 'copyJobs', 'retentions', 'zoneOf', 'exclusions', 'missing');
      const hasTasks = isNew('tasks');
      for (const guest of guests.values()) {
        const verdict = verdicts.get(guest.id);
        const isDue = !verdict || now >= verdict.judgeAgainAt || (hasTasks && verdict.usesTasks);
        if (isForAll || isDue || dirty.has(guest.id))
          verdicts.set(
            guest.id,
            judge(caseOf(guest, input), { places, plans, tasksOf, retentions, zoneOf: input.zoneOf }, now),
          );
      }
      return input.guests.flatMap(({ id }) => verdicts.get(id)?.protection ?? []);
    },
    /** The last nights of a guest of the last update, the oldest first; empty when it is not known. Calculated on each call. */
    nights(id: string, now: number, count: number): Night[] {
      const guest = guests.get(id);
      if (!guest || !seen) return [];
      const facts = caseOf(guest, seen);
      const { zoneOf, servers, missing } = seen;
      const knowsPrunes = (server: string) =>
        servers.some(({ name }) => name === server) &&
        !missing.some(({ part, instance }) => part === 'retentions' && instance === server);
      const means = { places, plans, tasksOf, retentions, zoneOf, knowsPrunes };
      const ends = nightEnds(now, zoneOf(guest.instance), count);
      const runs = facts.coverage.jobs.flatMap((job) => {
        const plan = plans.of(job, now);
        if (!isPlan(plan)) return [];
        const starts = plans.runsSince(job, ends[0] ?? now, now);
        const planned = starts.map((at, i) => {
          const until = (i === 0 ? plan.next : starts[i - 1]) ?? Number.POSITIVE_INFINITY;
          return { job, at, until, graceMs: plan.graceMs };
        });
        return pastRuns(job, planned, facts, means, now);
      });
      return nightsOf(ends, runs);
    },
    /** The groups of the last update that belong to no certain guest, sorted by id. The same list until one of them changes. */
    strayGroups(): readonly BackupGroup[] {
      sortedStrays ??= [...strays.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
      return sortedStrays;
    },
  };
}

/** The part of a group that belongs to no certain guest: all of it, or the backups that are older than the guest. */
function strayGroup(
  group: BackupsOfGuest,
  owner: Owner | undefined,
  disks: ProtectionInput['disks'],
): BackupGroup | undefined {
  if (!owner) return undefined;
  const createdAt = disks.get(owner.guests[0] ?? '')?.createdAt ?? 0;
  const isOwn = owner.kind === 'guest';
  const backups = backupsOf(group).filter(({ at }) => !isOwn || at < createdAt);
  const [newest, oldest] = [backups[0], backups.at(-1)];
  if (!newest || !oldest) return undefined;
  const { id, place, type, vmid } = group;
  return {
    ...{ id, type, vmid, place: place.key, backups: backups.length },
    kind: owner.kind === 'guest' ? 'orphan' : owner.kind,
    protectedBackups: backups.filter(({ isProtected }) => isProtected).length,
    size: backups.reduce((sum, { size }) => sum + size, 0),
    oldest: new Date(oldest.at).toISOString(),
    newest: new Date(newest.at).toISOString(),
    candidates: owner.kind === 'ambiguous' ? [...owner.guests] : [],
    isReused: isOwn || owner.isReused,
  };
}

/** The failed task, if it is one. */
const failureOf = (last: LastTask | undefined): string | undefined =>
  last?.error === undefined ? undefined : `${last.task.id} ${last.error}`;

const other = (type: ProtectedGuest['type']) => (type === 'qemu' ? 'lxc' : 'qemu');

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}

/** What places depend on. Sizes and results of jobs change with every poll, and say nothing about places. */
const structureOf = ({ storages, servers, copyJobs }: ProtectionInput): string =>
  JSON.stringify([
    storages.map(({ instance, name, type, backupTarget }) => [instance, name, type, backupTarget]),
    servers.map(({ name, host, fingerprint }) => [name, host, fingerprint]),
    copyJobs.map(({ id, kind, from, to, maxDepth, owner }) => [id, kind, from, to, maxDepth, owner]),
  ]);
