// The data of one instance: its lists as they were reported, and as they are shown.
import { factsOf, keepFacts } from '@belfry/domain/delta/facts';
import { sorted } from '@belfry/domain/delta/sorted';
import { nodeCountersKey } from '@belfry/domain/ids';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Node } from '@belfry/schema/entities/node';
import type { NodeLoss } from '@belfry/schema/entities/node-loss';
import type { Findings, InstanceIdentity, Observation, SourceListName } from '@belfry/schema/messages/observation';
import type { ListName } from '@belfry/schema/state';
import { iso, type Moment } from '../lib/clock.ts';
import { type Entities, keeping, sameIds } from './entities.ts';
import { createHealth } from './health.ts';
import { guestsWithLastKnown, lossesWithLastKnown, nodesWithLastKnown } from './last-known.ts';
import type { LastKnownMemory } from './last-known-memory.ts';
import { createRates, sameRates, unknownRates } from './rates.ts';
import { namingLists, renamed } from './rename.ts';
import { createSequence } from './sequence.ts';
import { marked } from './stale.ts';
import { createTemperatures } from './temperatures.ts';

export interface InstanceMemory {
  /** Call it once for each observation, before `take`. */
  isNew(observation: Observation): boolean;
  /** All three return the names of the lists that may have changed. */
  take(observation: Observation): readonly ListName[];
  rename(name: string): readonly ListName[];
  age(now: Moment): readonly ListName[];
  shown(list: ListName): Entities;
  lists(): readonly ListName[];
  entity(): Instance;
}

const isReport = ({ outcome }: Observation): boolean => outcome.ok && outcome.value.temperatures !== undefined;
type GuestList = 'vms' | 'containers';
const isGuests = (list: ListName): list is GuestList => list === 'vms' || list === 'containers';
/** Before the first answer. */
const NO_GUESTS: { answers: readonly Guest[]; guests: readonly Guest[] } = { answers: [], guests: [] };
const hasRates = (list: ListName): boolean => isGuests(list) || list === 'nodes';

export function createInstanceMemory(
  identity: InstanceIdentity,
  lastBackupOf: (guest: Guest) => string | undefined,
  kept: Pick<LastKnownMemory, 'guest' | 'node'>,
): InstanceMemory {
  const health = createHealth(identity);
  const rates = createRates();
  const temperatures = createTemperatures();
  const sequence = createSequence();
  /** Nodes report their temperatures to this server also while a collector polls the instance, so that is a stream of its own. */
  const reports = createSequence();
  const sourceLists = new Map<ListName, Entities>();
  const stateLists = new Map<ListName, Entities>();
  const lastSlices = new Map<ListName, unknown>();
  /** Which observation each list is from. */
  const heardIn = new Map<ListName, Pick<Observation, 'run' | 'sequence'>>();
  /** When each list was last heard (ISO). */
  const heardAt = new Map<ListName, string>();
  /** The guests of the last answer, and the same with their rates. */
  const rated = new Map<GuestList, typeof NO_GUESTS>();
  /** The facts of the list that is shown. Stale lists have others. */
  const shownFacts = new Map<ListName, object>();
  let staleSince: string | undefined;
  /** Made again after something happened to the instance. */
  let entity: Instance | undefined;

  const show = (lists: readonly ListName[]) => {
    for (const list of lists) {
      const alone = sourceLists.get(list) ?? [];
      const entities = list === 'nodes' ? temperatures.join(alone) : alone;
      const next = staleSince === undefined ? entities : marked(list, entities, staleSince);
      const before = stateLists.get(list) ?? [];
      const shown = keeping(before, next);
      stateLists.set(list, shown);
      if (!isGuests(list)) continue;
      const facts = factsOf(next);
      if (facts === shownFacts.get(list)) keepFacts(shown, before);
      shownFacts.set(list, facts);
    }
    return lists;
  };

  /**
   * In an answer with counters, a guest without them does not run. An answer without any says nothing about rates. An answer that is the same
   * object as before, as most stopped guests are in what a collector says, needs no new guest while its rates are the same.
   */
  const withRates = (list: GuestList, guests: readonly Guest[], { counters }: Findings, now: Observation) => {
    const { answers, guests: known } = rated.get(list) ?? NO_GUESTS;
    let place = 0;
    let areSameBackups = true;
    const next = guests.map((answer) => {
      const own = counters?.[answer.id];
      const shared = counters ? unknownRates : rates.last(answer.id);
      const current = own ? rates.next(answer.id, own, now) : shared;
      // A guest that was handed over still has what was added to it the last time.
      const lastBackup = lastBackupOf(answer) ?? (now.handsOver ? undefined : answer.lastBackup);
      // Both are sorted by id as a rule. Where they are not, a guest is made again.
      while ((answers[place]?.id ?? answer.id) < answer.id) place++;
      const isSeen = answers[place] === answer;
      const before = isSeen ? known[place] : undefined;
      if (before && before.lastBackup === lastBackup && sameRates(before, current)) return before;
      const guest = now.handsOver && !isSeen ? answer : { ...answer };
      // The fields one by one: a second spread is slow, and this runs for each guest of every poll.
      guest.networkIn = current.networkIn;
      guest.networkOut = current.networkOut;
      guest.diskRead = current.diskRead;
      guest.diskWrite = current.diskWrite;
      if (guest.lastBackup !== lastBackup) guest.lastBackup = lastBackup;
      if (known[place]?.lastBackup !== lastBackup) areSameBackups = false;
      return guest;
    });
    // Then both have the same guests in the same places.
    if (areSameBackups && factsOf(guests) === factsOf(answers)) keepFacts(next, known);
    rated.set(list, { answers: guests, guests: next });
    return next;
  };

  /** A node has no rates until they are known. */
  const withNodeRates = (nodes: readonly Node[], { counters }: Findings, now: Moment) =>
    nodes.map((node) => {
      const key = nodeCountersKey(node.id);
      const own = counters?.[key];
      const shared = counters ? unknownRates : rates.last(key);
      const { networkIn, networkOut } = own ? rates.next(key, own, now) : shared;
      return networkIn === null || networkOut === null ? node : { ...node, networkIn, networkOut };
    });

  const withOwnRates = (list: SourceListName, findings: Findings, now: Observation) => {
    if (isGuests(list)) return withRates(list, findings.slices[list] ?? [], findings, now);
    return list === 'nodes' ? withNodeRates(findings.slices.nodes ?? [], findings, now) : findings.slices[list];
  };

  const ownGuests = (): readonly Guest[] => {
    const own: Entities = [...(sourceLists.get('vms') ?? []), ...(sourceLists.get('containers') ?? [])];
    return own as readonly Guest[];
  };

  const withLastKnown = (list: SourceListName, entities: Entities): Entities => {
    const [before, at] = [sourceLists.get(list) ?? [], heardAt.get(list)];
    if (isGuests(list)) {
      const nodes = (sourceLists.get('nodes') ?? []) as readonly Node[];
      const last = { list: before as readonly Guest[], at };
      return guestsWithLastKnown(entities as readonly Guest[], last, kept.guest, nodes);
    }
    if (list === 'nodeLosses') return lossesWithLastKnown(entities as readonly NodeLoss[], ownGuests());
    if (list !== 'nodes') return entities;
    return nodesWithLastKnown(entities as readonly Node[], { list: before as readonly Node[], at }, kept.node);
  };

  /**
   * Some polls tell the same list. After an outage of the line a collector sends the last observation of each poll, so an older list may
   * come after a newer one.
   */
  const isOlder = (list: ListName, { run, sequence }: Observation): boolean => {
    const last = heardIn.get(list);
    return last?.run === run && sequence < last.sequence;
  };

  const hear = (findings: Findings, now: Observation): SourceListName[] => {
    // The same list object contains nothing new, so a long list is not compared. Lists of guests are always taken, because
    // their counters are separate.
    const named = (Object.keys(findings.slices) as SourceListName[]).filter(
      (list) => !isOlder(list, now) && (isGuests(list) || findings.slices[list] !== lastSlices.get(list)),
    );
    for (const list of Object.keys(findings.slices) as SourceListName[])
      if (!isOlder(list, now)) heardIn.set(list, now);
    let areOthers = false;
    for (const list of named) {
      const next = sorted(withLastKnown(list, withOwnRates(list, findings, now) ?? []));
      if (hasRates(list)) areOthers ||= !sameIds(sourceLists.get(list) ?? [], next);
      if (!isGuests(list)) lastSlices.set(list, findings.slices[list]);
      sourceLists.set(list, next);
      heardAt.set(list, iso(now.at));
    }
    if (areOthers) {
      const guests = ownGuests().map(({ id }) => id);
      const nodes = (sourceLists.get('nodes') ?? []).map(({ id }) => nodeCountersKey(id));
      rates.keep(new Set([...guests, ...nodes]));
    }
    return named;
  };

  const aged = (since: string | undefined): readonly ListName[] => {
    if (since === staleSince) return [];
    staleSince = since;
    entity = undefined;
    return show([...sourceLists.keys()]);
  };

  return {
    isNew: (observation) => (isReport(observation) ? reports : sequence).pass(observation),
    take(observation) {
      entity = undefined;
      health.take(observation);
      if (!observation.outcome.ok) return aged(health.staleSince(observation));
      const named = hear(observation.outcome.value, observation);
      if (temperatures.take(observation)) named.push('nodes');
      if (!observation.essential || staleSince === undefined) return show(named);
      staleSince = undefined;
      return show([...sourceLists.keys()]);
    },
    age(now) {
      const expired = temperatures.expire(now);
      const lists = aged(health.staleSince(now));
      return lists.length === 0 && expired ? show(['nodes']) : lists;
    },
    rename(name) {
      entity = undefined;
      health.rename(name);
      const named = namingLists.filter((list) => sourceLists.has(list));
      for (const list of named) sourceLists.set(list, renamed(list, sourceLists.get(list) ?? [], name));
      return show(named);
    },
    shown: (list) => stateLists.get(list) ?? [],
    lists: () => [...sourceLists.keys()],
    entity() {
      entity ??= health.entity(staleSince);
      return entity;
    },
  };
}
