// The rules about one kind of entity. Each file in rules/ makes one; the registry lists them.
import type { AlertType } from '@belfry/domain/alerts/catalogue';
import type { Metric, Policy, Subject } from '@belfry/domain/alerts/thresholds';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { EntityOf, ListName, State } from '@belfry/schema/state';
import type { Moment } from '../../lib/clock.ts';
import type { ListOfGuest } from './entities-to-read.ts';
import type { Notice } from './notice.ts';
import type { Confirm, Reading } from './reading.ts';

/** Belfry itself. It has no list of the state; for rules it is a list with one entity. Its `instanceId` is its id. */
export interface Server {
  id: typeof SERVER;
  problems: State['serverProblems'];
}
export const SERVER = 'belfry';

/** `server` is Belfry itself. */
export type RuledList = Exclude<ListName, 'activeAlerts' | 'recentlyResolved'> | 'server';
export type Ruled<L extends RuledList> = L extends ListName ? EntityOf<L> : Server;

/** What a rule may look at besides its entity. It is the same object for all entities of one evaluation. */
export interface Context {
  state: State;
  config: AlertConfig;
  now: Moment;
  /** What some of the rules threw for the entity that is being read; see `readingsOfAll`. */
  failures: unknown[];
  policyOf(subject: Subject): Policy;
  /** How long a metric must be over its trigger, by type of resource and metric. */
  holdOf(kind: Subject['kind'], metric: Metric): Confirm;
}

/** Whether the entity has alerts of this type, or all its readings are needed for another reason. */
export type IsNeeded = (type: AlertType) => boolean;

export interface RuleSet<L extends RuledList = RuledList> {
  list: L;
  /** The rows of its alerts in the documentation. */
  notices?: readonly Notice[];
  /**
   * All readings of the entity and of its parts, the good ones too: an alert whose reading is missing belongs to a part that is gone.
   * All readings of a stale entity count as unknown, unless `readsStale`. It may be called more than
   * once for the same entity. Readings that are not bad may be left out if `isNeeded` is false for their type. Default: all are
   * needed.
   */
  read(entity: Ruled<L>, context: Context, isNeeded?: IsNeeded): readonly Reading[];
  /**
   * For long lists: false when no reading of the entity can be bad. Then it is not read, unless an alert of it exists. It must be
   * cheap, because it runs for every guest of every poll. Entities that explain others (instances, nodes, backup servers, mail
   * gateways, Docker hosts) are always read.
   */
  mayBeBad?(entity: Ruled<L>, context: Context): boolean;
  /**
   * For long lists whose entities have alerts about something that seldom changes, as all guests have whose backups are late: true when
   * each reading that is bad or needed is the same for `before`, which has the same id. Then the entity is not read again. It must be cheap too.
   */
  hasSameReadings?(entity: Ruled<L>, before: Ruled<L>, context: Context, isNeeded: IsNeeded): boolean;
  readsStale?: true;
  /** The entities are what people decided, and not what a host has. An alert of one that is taken back ends at once, as one that is switched off. */
  isDecision?: true;
  /** Of alerts about hosts, only those about nodes and about the host or cluster of the same instance can explain its alerts. */
  isExplainedWithin?: true;
  /**
   * The entity also counts as changed when its instance has other entities in one of these lists. If it belongs to no instance: when one of
   * these lists changed.
   */
  follows?: readonly ListName[];
  /** A guest also counts as changed when one of these lists has other entities about it. In a night of backups that is every few seconds. */
  followsOfGuest?: readonly ListOfGuest[];
  /** At this interval all entities of an instance count as changed, because their readings also depend on the time. */
  everyMs?: number;
  /** The beginnings of the ids of readings about parts that the host does not report at present. They do not count as missing. */
  unknownParts?(entity: Ruled<L>, context: Context): readonly string[];
  /** The source of an instance was created again. What the new source has not read yet is unknown. */
  renewed?(instanceId: string): void;
  /** What the rules remember over a restart, as JSON; see `RuleMemory`. */
  memories?: readonly RuleMemory[];
}

/** What its rules look at besides the entity. */
export const listsFollowed = ({
  follows = [],
  followsOfGuest = [],
}: Pick<RuleSet, 'follows' | 'followsOfGuest'>): readonly ListName[] => [...follows, ...followsOfGuest];

export type AnyRuleSet = { [L in RuledList]: RuleSet<L> }[RuledList];

/** `recall` is called once at the start with the saved value. `save` returns undefined when nothing changed since the last call. */
export interface RuleMemory {
  key: string;
  recall(kept: unknown): void;
  save(): unknown;
}
