// The protection of all guests, kept up to date: a change costs the work for the guests concerned.
import type { Exclusion } from '@belfry/schema/protection/decisions';
import type { BackupGroup, GuestProtection } from '@belfry/schema/protection/guest-protection';
import { type LastTask, lastTasksOf } from '../backup-failures.ts';
import { utc } from '../calendar-event/runs.ts';
import { eachChanged } from '../delta/each-changed.ts';
import { same } from '../delta/same.ts';
import { foundIn } from '../delta/sorted.ts';
import { guestId } from '../ids.ts';
import { concernedBy } from './concerned.ts';
import { createCoverage } from './coverage.ts';
import { type BackupsOfGuest, backupsOf, createGroups, difference, type Groups, groupId } from './groups.ts';
import { disksOf } from './guest-disks.ts';
import { type GuestRuns, runsOf } from './guest-runs.ts';
import type { MissingPart, ProtectedGuest, ProtectionInput } from './input.ts';
import { createRetentions } from './next-prune.ts';
import { type Night, nightEnds, nightsOf } from './nights.ts';
import { type Owner, strayGroup } from './owner.ts';
import { pastRuns } from './past-runs.ts';
import { createPlaces, type Places, type Writers } from './places.ts';
import { createPlans, isPlan } from './plans.ts';
import { type RetentionInForce, retentionsInForce } from './retention-in-force.ts';
import { createTasksOfRun, type PlaceBackups } from './runs.ts';
import { type Structure, structureOf } from './structure.ts';
import { type Case, judge, type Verdict } from './verdict.ts';

type Guests = ProtectionInput['guests'];
type Configs = ProtectionInput['configs'];
type Tasks = ProtectionInput['tasks'];
type Volume = ProtectionInput['storageBackups'][number];

/** At the time of a backup job all of its guests are judged again. So many take about 80 ms; the next update takes the next ones. */
const MAX_BY_TIME = 4000;

/** Before the first update. */
const nothing: ProtectionInput = {
  ...{ guests: [], configs: [], storages: [], servers: [], jobs: [], copyJobs: [], retentions: [], tasks: [] },
  ...{ storageBackups: [], serverBackups: [], exclusions: [], assignments: [], missing: [], zoneOf: () => utc },
};

export type ProtectionModel = ReturnType<typeof createProtectionModel>;

export function createProtectionModel() {
  let seen: ProtectionInput | undefined;
  let structure: Structure | undefined;
  let places: Places;
  let groups: Groups;
  /** By place and account. */
  const writers = new Map<string, { group: BackupsOfGuest; found: Writers }>();
  const guests = new Map<string, ProtectedGuest>();
  const byInstance = new Map<string, Set<string>>();
  const owners = new Map<string, Owner>();
  /** By the id of a guest: its groups, certain or not. */
  const groupsOf = new Map<string, Set<string>>();
  /** By type and number: the groups. */
  const numbered = new Map<string, Set<string>>();
  const verdicts = new Map<string, Verdict>();
  let assignments = new Map<string, string>();
  /** By group: the account that it belongs to. */
  const accounts = new Map<string, string>();
  let tasksOf = createTasksOfRun([]);
  /** By instance and guest. */
  const lastTasks = new Map<string, ReadonlyMap<string, LastTask>>();
  let coverageOf = createCoverage([]);
  let retentions = createRetentions([]);
  const plans = createPlans((instance) => seen?.zoneOf(instance) ?? utc);
  let exclusions = new Map<string, Exclusion>();
  let missing = new Map<string, MissingPart[]>();
  /** As the guests of the input, and the place of each. The list is never changed in place. */
  let protection: readonly GuestProtection[] = [];
  let placeOf = new Map<string, number>();
  /** Before this time no verdict changes by time alone. */
  let dueAt = Number.NEGATIVE_INFINITY;
  /** By group, those that belong to no certain guest; and all of them sorted, until one changes. */
  const strays = new Map<string, BackupGroup>();
  let sortedStrays: readonly BackupGroup[] | undefined;

  const writersOf = ({ type, vmid, place, owner }: BackupsOfGuest): Writers => {
    const written = { backupType: type === 'qemu' ? ('vm' as const) : ('ct' as const), vmid: `${vmid}`, owner };
    return places.writersOf(place, written, (at) => accounts.get(groupId(at, type, vmid)));
  };

  function ownerOf(group: BackupsOfGuest): Owner {
    const { id, type, vmid, place } = group;
    const assigned = guests.get(assignments.get(id) ?? '');
    if (assigned) return { kind: 'guest', guests: [assigned.id], instances: [], isReused: false };
    // The writers of a copy depend on the account of its original, which each group has for itself.
    const isCopy = places.isSyncTarget(place);
    const known = (isCopy ? undefined : writers.get(writersKey(group))?.found) ?? writersOf(group);
    if (!isCopy) writers.set(writersKey(group), { group, found: known });
    const twins = groups.twinsOf(group).flatMap((twin) => twin.place.instance ?? []);
    const instances = twins.length > 0 ? [...new Set([...known.instances, ...twins])] : known.instances;
    const numbers = instances.flatMap((instance) => guests.get(guestId(instance, vmid)) ?? []);
    const candidates = numbers.filter((guest) => guest.type === type).map((guest) => guest.id);
    const isReused = numbers.length > candidates.length;
    if (known.isForeign && candidates.length === 0) return { kind: 'foreign', guests: [], instances, isReused: false };
    if (candidates.length === 0) return { kind: 'orphan', guests: [], instances, isReused };
    const isCertain = instances.length === 1 && !known.isForeign;
    return { kind: isCertain ? 'guest' : 'ambiguous', guests: candidates.sort(), instances, isReused };
  }

  /** Finds the owner of a group again. Its guests, before and after, are judged again. */
  function settle(id: string, dirty: Set<string>): void {
    const group = groups.all.get(id);
    for (const guest of owners.get(id)?.guests ?? []) {
      dirty.add(guest);
      groupsOf.get(guest)?.delete(id);
    }
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
    const found = group && strayGroup(group, owners.get(id), seen?.configs ?? []);
    if (found) strays.set(id, found);
    else if (!strays.delete(id)) return;
    sortedStrays = undefined;
  }

  /** Guests whose disks or whose time of creation are others than before. */
  function followDisks(before: Configs, configs: Configs, dirty: Set<string>): void {
    eachChanged(before, configs, ({ id }) => {
      dirty.add(id);
      if (foundIn(before, id)?.createdAt !== foundIn(configs, id)?.createdAt)
        for (const group of groupsOf.get(id) ?? []) stray(group);
    });
  }

  function listsOf(guest: ProtectedGuest, kind: Owner['kind'], createdAt: number): PlaceBackups[] {
    const found: PlaceBackups[] = [];
    for (const id of groupsOf.get(guest.id) ?? []) {
      const group = groups.all.get(id);
      if (!group || owners.get(id)?.kind !== kind) continue;
      const backups = backupsOf(group);
      const own = createdAt > 0 ? backups.filter(({ at }) => at >= createdAt) : backups;
      if (own.length > 0) found.push({ place: group.place, backups: own });
    }
    return found.sort((a, b) => (a.place.key < b.place.key ? -1 : 1));
  }

  function caseOf(guest: ProtectedGuest, input: ProtectionInput): Case {
    const disks = disksOf(input.configs, guest.id);
    const createdAt = disks?.createdAt ?? 0;
    return {
      ...{ guest, disks, coverage: coverageOf(guest), exclusion: exclusions.get(guest.id) },
      own: listsOf(guest, 'guest', createdAt),
      perhaps: listsOf(guest, 'ambiguous', createdAt),
      missing: missing.get(guest.instance) ?? [],
      lastTask: lastTasks.get(guest.instance)?.get(guest.id),
    };
  }

  /** Guests that are new, moved or gone. */
  function followGuests(before: Guests, list: Guests, dirty: Set<string>, unsettled: Set<string>): void {
    const { gone, here } = difference(before, list);
    const come = new Set(here.map(({ id }) => id));
    const renumber = ({ id, instance, type, vmid }: ProtectedGuest) => {
      for (const kind of [type, other(type)])
        for (const group of numbered.get(`${kind}/${vmid}`) ?? [])
          if (owners.get(group)?.instances.includes(instance) || assignments.get(group) === id) unsettled.add(group);
    };
    for (const guest of gone) {
      if (come.has(guest.id)) continue;
      guests.delete(guest.id);
      verdicts.delete(guest.id);
      byInstance.get(guest.instance)?.delete(guest.id);
      renumber(guest);
    }
    for (const guest of here) {
      const { id, instance, vmid, type, node, pool } = guest;
      const before = guests.get(id);
      if (before && before.type === type && before.node === node && before.pool === pool) continue;
      guests.set(id, { id, instance, vmid, type, node, pool });
      addTo(byInstance, instance, id);
      dirty.add(id);
      if (before?.type !== type) renumber(guest);
    }
    placeOf = new Map(list.map(({ id }, place) => [id, place]));
  }

  /** Storages that point elsewhere, and other writers of a place. Instances whose storages point elsewhere are `concerned`. */
  function followStructure(before: Structure, input: ProtectionInput, unsettled: Set<string>, concerned: Set<string>) {
    const next = createPlaces(input);
    const moved = new Set<string>();
    for (const [instance, name, type] of [...before.storages, ...structureOf(input).storages]) {
      const isPbs = type === 'pbs';
      if (places.ofStorage(instance, name, isPbs)?.key === next.ofStorage(instance, name, isPbs)?.key) continue;
      moved.add(`${instance}/${name}`);
      concerned.add(instance);
    }
    const isMoved = ({ instance, storage }: Volume) => concerned.has(instance) && moved.has(`${instance}/${storage}`);
    const touched = groups.relocate(next, isMoved);
    places = next;
    for (const id of touched) {
      unsettled.add(id);
      followAccount(id, unsettled);
    }
    for (const [key, { group, found }] of writers) if (!same(found, writersOf(group))) writers.delete(key);
    for (const [id, group] of groups.all)
      if (places.isSyncTarget(group.place) || !writers.has(writersKey(group))) unsettled.add(id);
  }

  /** Tasks of instances that have others than before. */
  function followTasks(before: Tasks, tasks: Tasks, dirty: Set<string>): void {
    tasksOf = createTasksOfRun(tasks);
    const { gone, here } = difference(before, tasks);
    const instances = new Set([...gone, ...here].map(({ instance }) => instance));
    const present = Map.groupBy(
      tasks.filter(({ instance }) => instances.has(instance)),
      ({ instance }) => instance,
    );
    for (const instance of instances) {
      const newest = lastTasksOf(present.get(instance) ?? []).ofGuests;
      const old = lastTasks.get(instance);
      for (const id of byInstance.get(instance) ?? [])
        if (verdicts.get(id)?.usesTasks || failureOf(newest.get(id)) !== failureOf(old?.get(id))) dirty.add(id);
      lastTasks.set(instance, newest);
    }
  }

  /** Adds the guests that a change of jobs, retentions and the like concerns. */
  function followFacts(
    { instances, servers, guests: single }: ReturnType<typeof concernedBy>,
    dirty: Set<string>,
  ): void {
    plans.forget(instances.union(servers));
    for (const instance of instances) for (const id of byInstance.get(instance) ?? []) dirty.add(id);
    for (const id of single) dirty.add(id);
    if (servers.size === 0) return;
    for (const [id, { place }] of groups.all)
      if (place.server && servers.has(place.server.server))
        for (const guest of owners.get(id)?.guests ?? []) dirty.add(guest);
  }

  function meansOf({ zoneOf, servers, missing }: ProtectionInput) {
    const knowsPrunes = (server: string) =>
      servers.some(({ name }) => name === server) &&
      !missing.some(({ part, instance }) => part === 'retentions' && instance === server);
    return { places, plans, tasksOf, retentions, zoneOf, knowsPrunes };
  }

  function judgeGuest(guest: ProtectedGuest, input: ProtectionInput, now: number): boolean {
    const before = verdicts.get(guest.id);
    const means = { places, plans, tasksOf, retentions, zoneOf: input.zoneOf };
    const verdict = judge(caseOf(guest, input), means, now);
    dueAt = Math.min(dueAt, verdict.judgeAgainAt);
    const isSame = before !== undefined && same(before.protection, verdict.protection);
    verdicts.set(guest.id, isSame ? { ...verdict, protection: before.protection } : verdict);
    return !isSame;
  }

  /** Judges these guests, and some of those whose time has come. Returns the ids of those with another result. */
  function judgeAgain(dirty: Set<string>, input: ProtectionInput, now: number): string[] {
    if (now >= dueAt) {
      dueAt = Number.POSITIVE_INFINITY;
      let most = MAX_BY_TIME;
      for (const [id, { judgeAgainAt }] of verdicts) {
        if (now >= judgeAgainAt && most-- > 0) dirty.add(id);
        else dueAt = Math.min(dueAt, judgeAgainAt);
      }
    }
    return [...dirty].filter((id) => {
      const guest = guests.get(id);
      return guest && judgeGuest(guest, input, now);
    });
  }

  return {
    /** Sorted as the guests. A guest without a change keeps its object, and so does the list. `now` epoch ms. See `isBehind`. */
    update(input: ProtectionInput, now: number): readonly GuestProtection[] {
      const before = seen ?? nothing;
      seen = input;
      const dirty = new Set<string>();
      const unsettled = new Set<string>();
      const moved = new Set<string>();
      const isNew = (...names: (keyof ProtectionInput)[]) => names.some((name) => before[name] !== input[name]);
      if (isNew('storages', 'servers', 'copyJobs')) {
        const found = structureOf(input);
        if (!structure) {
          places = createPlaces(input);
          groups = createGroups(places);
          structure = found;
        } else if (!same(structure, found)) {
          followStructure(structure, input, unsettled, moved);
          structure = found;
        }
        places.renew(input.copyJobs);
      }
      if (isNew('assignments')) {
        for (const { group } of [...input.assignments, ...before.assignments]) unsettled.add(group);
        assignments = new Map(input.assignments.map(({ group, guest }) => [group, guest]));
      }
      const areOthers = isNew('guests');
      if (areOthers) followGuests(before.guests, input.guests, dirty, unsettled);
      for (const id of groups.update(input.storageBackups, input.serverBackups)) {
        unsettled.add(id);
        followAccount(id, unsettled);
      }
      for (const id of unsettled) settle(id, dirty);
      if (isNew('configs')) followDisks(before.configs, input.configs, dirty);
      if (isNew('jobs')) coverageOf = createCoverage(input.jobs);
      if (isNew('retentions')) retentions = createRetentions(input.retentions);
      if (isNew('exclusions')) exclusions = new Map(input.exclusions.map((each) => [each.guest, each]));
      if (isNew('missing')) missing = Map.groupBy(input.missing, ({ instance }) => instance);
      if (isNew('tasks')) followTasks(before.tasks, input.tasks, dirty);
      const { instances, ...concerned } = concernedBy(before, input);
      followFacts({ ...concerned, instances: instances.union(moved) }, dirty);
      const others = judgeAgain(dirty, input, now);
      const of = (id: string): GuestProtection => (verdicts.get(id) as Verdict).protection;
      if (areOthers) protection = input.guests.map(({ id }) => of(id));
      else if (others.length > 0) {
        const next = [...protection];
        for (const id of others) next[placeOf.get(id) as number] = of(id);
        protection = next;
      }
      return protection;
    },
    /** Time has changed what some guests are, and another update judges them. `now` as of the last one. */
    isBehind: (now: number): boolean => now >= dueAt,
    /**
     * Each planned run of a guest from `from` until `until` (epoch ms), with the time of its backup where there is one, and the last good
     * backup before `from`. Planned by the present jobs. Undefined: the guest is not known. Calculated on each call.
     */
    runs(id: string, from: number, until: number, now: number): GuestRuns | undefined {
      const guest = guests.get(id);
      if (!guest || !seen) return undefined;
      const facts = caseOf(guest, seen);
      return runsOf(facts, meansOf(seen), { from, until, now });
    },
    /** What removes its backups at present. Undefined: the guest is not known. Calculated on each call. */
    retentions(id: string): RetentionInForce[] | undefined {
      const guest = guests.get(id);
      return guest && seen && retentionsInForce(caseOf(guest, seen), meansOf(seen));
    },
    /** The last nights of a guest of the last update, the oldest first; empty when it is not known. Calculated on each call. */
    nights(id: string, now: number, count: number): Night[] {
      const guest = guests.get(id);
      if (!guest || !seen) return [];
      const facts = caseOf(guest, seen);
      const means = meansOf(seen);
      const ends = nightEnds(now, seen.zoneOf(guest.instance), count);
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

const writersKey = ({ place, owner = '' }: BackupsOfGuest): string => `${place.key}\n${owner}`;

/** The failed task, if it is one. */
const failureOf = (last: LastTask | undefined): string | undefined =>
  last?.error === undefined ? undefined : `${last.task.id} ${last.error}`;

const other = (type: ProtectedGuest['type']) => (type === 'qemu' ? 'lxc' : 'qemu');

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}
