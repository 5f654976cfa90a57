// Reads the entities that changed since the last evaluation, list by list.
import { listFacts, listsWith } from '@belfry/domain/list-facts';
import type { ListName, State } from '@belfry/schema/state';
import { forAll } from '../../lib/for-all.ts';
import { createChanges } from './changes.ts';
import { createChangedGuests, createChangedInstances, createDueInstances, instanceOf } from './entities-to-read.ts';
import type { Reading } from './reading.ts';
import {
  type AnyRuleSet,
  type Context,
  type IsNeeded,
  type Ruled,
  type RuledList,
  type RuleSet,
  SERVER,
  type Server,
} from './rule-set.ts';

/** An entity that was read. `isStale`: its readings count as unknown. */
export interface EntityReadings {
  list: RuledList;
  entityId: string;
  readings: readonly Reading[];
  isStale: boolean;
  /** The beginnings of the ids of readings that are not there, and not gone. */
  unknownParts(): readonly string[];
  /** Its alerts may explain others. */
  mayExplain: boolean;
  /** It was not there in the evaluation before. */
  isNew: boolean;
  /** Some of its rules threw: readings that are not there are unknown. */
  isPartial: boolean;
}

/** What must be read of an entity that cannot be bad. `within`: its instance, if only alerts in there can explain those of the entity. */
export interface Needs {
  mustRead(list: RuledList, entityId: string, isNew: boolean, within: string | undefined): boolean;
  /** Which of its readings are needed when it is read. Undefined: all. */
  readings(list: RuledList, entityId: string, isNew: boolean, within: string | undefined): IsNeeded | undefined;
}

/** What is done with the entities. */
export interface Visitor extends Needs {
  seen(entity: EntityReadings): void;
  /** Its rules threw, so nothing is known about it. */
  failed(list: RuledList, entityId: string): void;
  removed(list: RuledList, entityId: string): void;
}

export interface Reader {
  /** What does not work when it throws: "the alert rules for nodes". */
  part: string;
  /**
   * With `all`, every entity counts as changed. Rules that throw for one entity do not end the others, and read it again in the next
   * evaluation. Throws the first error afterwards.
   */
  next(context: Context, all: boolean, visitor: Visitor): void;
  /** Calls `seen` for every entity of the list in its current state that `isWanted`. */
  each(context: Context, isWanted: (within?: string) => boolean, seen: (entity: EntityReadings) => void): void;
  list: RuledList;
  /** The entities are what people decided. */
  isDecision: boolean;
  /** All readings of one entity, also the good ones. Undefined: there is no such entity. */
  of(context: Context, entityId: string): EntityReadings | undefined;
}

const titleOf = (list: RuledList): string => (list === 'server' ? 'Belfry itself' : listFacts[list].title);

/** The lists of entities whose alerts explain others. They are read first, and in every evaluation. */
const explaining: readonly string[] = listsWith('explains');

export const createReaders = (rules: readonly AnyRuleSet[]): readonly Reader[] => {
  const rank = ({ list }: AnyRuleSet) => (explaining.includes(list) ? explaining.indexOf(list) : explaining.length);
  return [...rules].sort((a, b) => rank(a) - rank(b)).map((rule) => createReader(rule as RuleSet));
};

function createReader<L extends RuledList>(rule: RuleSet<L>): Reader {
  const {
    list,
    mayBeBad,
    hasSameReadings,
    follows = [],
    followsOfGuest = [],
    everyMs = Number.POSITIVE_INFINITY,
    isExplainedWithin,
  } = rule;
  const mayExplain = explaining.includes(list);
  const isAlwaysRead = mayBeBad === undefined || mayExplain;
  const changes = createChanges<Ruled<L> & { id: string }>();
  const entitiesOf = createEntities(list);
  const followed = createChangedInstances(follows);
  const guests = createChangedGuests(followsOfGuest);
  const due = createDueInstances(everyMs);
  const withinOf = (entity: { id: string }) => (isExplainedWithin ? instanceOf(entity) : undefined);

  const read = (entity: Ruled<L>, context: Context, isNew: boolean, isNeeded?: IsNeeded): EntityReadings => {
    context.failures.length = 0;
    const readings = rule.read(entity, context, isNeeded);
    return {
      list,
      entityId: entity.id,
      readings,
      isPartial: context.failures.length > 0,
      isStale: !rule.readsStale && 'staleSince' in entity && entity.staleSince !== undefined,
      unknownParts: () => rule.unknownParts?.(entity, context) ?? [],
      mayExplain,
      isNew,
    };
  };
  type Listed = Ruled<L> & { id: string };
  const visit = (entity: Listed, before: Listed | undefined, isNew: boolean, context: Context, visitor: Visitor) => {
    if (isNew) due.note(instanceOf(entity), context.now.monotonic);
    const within = withinOf(entity);
    if (!isAlwaysRead && !mayBeBad(entity, context) && !visitor.mustRead(list, entity.id, isNew, within)) return;
    const isNeeded = visitor.readings(list, entity.id, isNew, within);
    let fault: { error: unknown } | undefined;
    try {
      // Asked each time, so that a fault in it is there until it is repaired.
      const isSame = isNeeded !== undefined && hasSameReadings?.(entity, before ?? entity, context, isNeeded);
      if (isSame && before) return;
    } catch (error) {
      // The entity is read as if it had changed.
      fault = { error };
    }
    visitor.seen(read(entity, context, isNew, isNeeded));
    if (context.failures.length > 0) throw context.failures[0];
    if (fault) throw fault.error;
  };
  return {
    list,
    isDecision: rule.isDecision === true,
    part: `the alert rules for ${titleOf(list)}`,
    next(context, all, visitor) {
      const instances = new Set<string>();
      followed(context.state, instances);
      due.next(context.now.monotonic, instances);
      const entities = guests(context.state);
      const errors = changes.next(
        entitiesOf(context.state),
        all || { instances, entities },
        (entity, isNew, before) => {
          try {
            visit(entity, before, isNew, context, visitor);
          } catch (error) {
            visitor.failed(list, entity.id);
            throw error;
          }
        },
        (entityId) => visitor.removed(list, entityId),
      );
      if (errors.length > 0) throw errors[0];
    },
    of(context, entityId) {
      const entity = entitiesOf(context.state).find(({ id }) => id === entityId);
      return entity && read(entity, context, false);
    },
    each(context, isWanted, seen) {
      const wanted = entitiesOf(context.state).filter((entity) => isWanted(withinOf(entity)));
      forAll(wanted, (entity) => seen(read(entity, context, false)));
    },
  };
}

/** The entities that a rule set is about. The same list for the same state. */
function createEntities<L extends RuledList>(list: L): (state: State) => readonly (Ruled<L> & { id: string })[];
function createEntities(list: RuledList): (state: State) => readonly { id: string }[] {
  if (list !== 'server') return (state) => state[list as ListName];
  let server: readonly Server[] = [];
  return ({ serverProblems }) => {
    if (server[0]?.problems !== serverProblems) server = [{ id: SERVER, problems: serverProblems }];
    return server;
  };
}
