// All alerts that exist or may come: those that are active, and bad readings that are not believed yet.
import type { Limit } from '@belfry/domain/alerts/thresholds';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Pending } from './lifecycle.ts';
import type { Reading, Verdict } from './reading.ts';

/** Times are on the monotonic clock. */
export interface Open {
  alert: Alert;
  occurrence: string;
  startedAt: number;
  /** The worst value. */
  peak: number;
  /** When clients were told its figure. */
  toldAt?: number;
  /** Of a flapping alert: since when it has been well. Time in which nothing was known does not count. */
  calm?: { since: number; unknownSince?: number | undefined } | undefined;
}

/** Why a confirmed reading is not raised yet. */
interface Wait {
  since: number;
  /** It is explained by this active alert. */
  cause?: string | undefined;
  /** Good polls of its instance since its cause ended. */
  freed?: number | undefined;
}

export interface Tracked {
  readonly id: string;
  list: string;
  /** Undefined after a restart, until the reading is there. */
  entityId: string | undefined;
  reading: Reading | undefined;
  /** That of the reading, or `unknown` while its entity is stale or does not tell. */
  verdict: Verdict;
  instanceId: string;
  /** That of the last value. */
  limit?: Limit | undefined;
  /** The limit is another one since this reading. */
  isRejudged?: boolean;
  pending?: Pending | undefined;
  wait?: Wait | undefined;
  open?: Open | undefined;
  /** Good polls of its instance without the reading. */
  missing?: number | undefined;
  /** The last evaluation in which it was considered. */
  evaluation: number;
}

export interface TrackedAlerts {
  get(id: string): Tracked | undefined;
  /** The same, for a reading of this entity that may be good: fast when the entity has few alerts, as nearly all have. */
  find(reading: Reading, own: ReadonlySet<Tracked> | undefined): Tracked | undefined;
  all(): Iterable<Tracked>;
  /** Those with the readings of this entity. */
  ofEntity(list: string, entityId: string): ReadonlySet<Tracked> | undefined;
  hasEntity(list: string, entityId: string): boolean;
  add(tracked: Tracked): void;
  /** Its reading was found: from now on it belongs to this entity. */
  bind(tracked: Tracked, list: string, entityId: string): void;
  drop(tracked: Tracked): void;
  /** Active alerts of before the restart whose readings are not there yet. */
  unbound(): ReadonlySet<Tracked>;
}

/** Comparing with so many ids is faster than one look into a map, because the id of each reading is a new string. */
const FEW = 8;

export function createTracked(): TrackedAlerts {
  const byId = new Map<string, Tracked>();
  const byEntity = new Map<string, Map<string, Set<Tracked>>>();
  const unbound = new Set<Tracked>();

  const own = ({ list, entityId }: Tracked): Set<Tracked> | undefined =>
    entityId === undefined ? undefined : byEntity.get(list)?.get(entityId);
  const file = (tracked: Tracked, entityId: string) => {
    const entities = byEntity.get(tracked.list) ?? new Map<string, Set<Tracked>>();
    byEntity.set(tracked.list, entities);
    const filed = entities.get(entityId) ?? new Set<Tracked>();
    entities.set(entityId, filed.add(tracked));
  };
  const unfile = (tracked: Tracked) => {
    const filed = own(tracked);
    filed?.delete(tracked);
    if (filed?.size === 0) byEntity.get(tracked.list)?.delete(tracked.entityId as string);
  };
  return {
    get: (id) => byId.get(id),
    find({ id, type }, own) {
      if (unbound.size > 0 || (own !== undefined && own.size > FEW)) return byId.get(id);
      if (own !== undefined)
        for (const tracked of own)
          if ((tracked.reading === undefined || tracked.reading.type === type) && tracked.id === id) return tracked;
      return undefined;
    },
    all: () => byId.values(),
    ofEntity: (list, entityId) => byEntity.get(list)?.get(entityId),
    hasEntity: (list, entityId) => byEntity.get(list)?.has(entityId) ?? false,
    add(tracked) {
      byId.set(tracked.id, tracked);
      if (tracked.entityId === undefined) unbound.add(tracked);
      else file(tracked, tracked.entityId);
    },
    bind(tracked, list, entityId) {
      if (tracked.entityId === entityId && tracked.list === list) return;
      if (!unbound.delete(tracked)) unfile(tracked);
      tracked.list = list;
      tracked.entityId = entityId;
      file(tracked, entityId);
    },
    drop(tracked) {
      byId.delete(tracked.id);
      if (!unbound.delete(tracked)) unfile(tracked);
    },
    unbound: () => unbound,
  };
}
