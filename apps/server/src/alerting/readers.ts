// Reads the entities that changed since the last evaluation, list by list.
import type { ListName, State } from '@belfry/schema/state';
import { createChanges } from './changes.ts';
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
}

/** What must be read of an entity that cannot be bad. */
export interface Needs {
  mustRead(list: RuledList, entityId: string, isNew: boolean): boolean;
  /** Which of its readings are needed when it is read. Undefined: all. */
  readings(list: RuledList, entityId: string, isNew: boolean): IsNeeded | undefined;
}

export interface Reader {
  /** With `all`, every entity counts as changed. */
  next(
    context: Context,
    all: boolean,
    needs: Needs,
    seen: (entity: EntityReadings) => void,
    removed: (list: RuledList, entityId: string) => void,
  ): void;
  /** Calls `seen` for every entity of the list in its current state. */
  each(context: Context, seen: (entity: EntityReadings) => void): void;
}

/** The lists of entities whose alerts explain others. They are read first, and in every evaluation. */
const explaining: readonly RuledList[] = ['instances', 'nodes', 'pbs', 'pmg', 'dockerHosts'];

export const createReaders = (rules: readonly AnyRuleSet[]): readonly Reader[] => {
  const rank = ({ list }: AnyRuleSet) => (explaining.includes(list) ? explaining.indexOf(list) : explaining.length);
  return [...rules].sort((a, b) => rank(a) - rank(b)).map((rule) => createReader(rule as RuleSet));
};

function createReader<L extends RuledList>(rule: RuleSet<L>): Reader {
  const { list, mayBeBad, follows = [], everyMs = Number.POSITIVE_INFINITY } = rule;
  const mayExplain = explaining.includes(list);
  const isAlwaysRead = mayBeBad === undefined || mayExplain;
  const changes = createChanges<Ruled<L> & { id: string }>();
  const entitiesOf = createEntities(list);
  let followed: readonly unknown[] = [];
  let dueAt = Number.NEGATIVE_INFINITY;

  const read = (entity: Ruled<L>, context: Context, isNew: boolean, isNeeded?: IsNeeded): EntityReadings => ({
    list,
    entityId: entity.id,
    readings: rule.read(entity, context, isNeeded),
    isStale: !rule.readsStale && 'staleSince' in entity && entity.staleSince !== undefined,
    unknownParts: () => rule.unknownParts?.(entity, context) ?? [],
    mayExplain,
    isNew,
  });
  return {
    next(context, all, needs, seen, removed) {
      const isOther = follows.some((name, place) => context.state[name] !== followed[place]);
      if (isOther) followed = follows.map((name) => context.state[name]);
      const isDue = context.now.monotonic >= dueAt;
      if (isDue) dueAt = context.now.monotonic + everyMs;
      changes.next(
        entitiesOf(context.state),
        all || isOther || isDue,
        (entity, isNew) => {
          if (isAlwaysRead || mayBeBad(entity, context) || needs.mustRead(list, entity.id, isNew))
            seen(read(entity, context, isNew, needs.readings(list, entity.id, isNew)));
        },
        (entityId) => removed(list, entityId),
      );
    },
    each(context, seen) {
      for (const entity of entitiesOf(context.state)) seen(read(entity, context, false));
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
