// All active alerts and all pending ones. Pending: the reading is bad, but not confirmed yet.
import type { Limit } from '@belfry/domain/alerts/thresholds';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Moment } from '../../lib/clock.ts';
import type { Pending } from './lifecycle.ts';
import type { Reading, Verdict } from './reading.ts';

/** Times are on the monotonic clock. */
export interface Open {
  alert: Alert;
  occurrence: string;
  startedAt: number;
  /** For how long the process had been stopped then, ms. Absent: not at all. */
  asleep?: number | undefined;
  /** The worst value. */
  peak: number;
  /** When its value was last published. */
  announcedAt?: number;
  /** Only while it flaps: since when the readings have been good. Time without data does not count. */
  calm?: { since: number; unknownSince?: number | undefined } | undefined;
  /** Since when nothing is known about it. */
  unread?: Pick<Moment, 'at' | 'monotonic'> | undefined;
}

/** Why a confirmed reading is not raised yet. */
interface Wait {
  since: number;
  /** This active alert explains it. */
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
  /** The verdict of the reading, or `unknown` while its entity is stale or does not report it. */
  verdict: Verdict;
  instanceId: string;
  /** The level of the last value. */
  limit?: Limit | undefined;
  /** The limit has changed with this reading. */
  isRejudged?: boolean;
  pending?: Pending | undefined;
  wait?: Wait | undefined;
  open?: Open | undefined;
  /** Good polls of its instance without the reading. */
  missing?: number | undefined;
  /** The last evaluation in which it was considered. */
  evaluation: number;
}

export type TrackedAlerts = ReturnType<typeof createTracked>;

/** Up to this number, comparing ids is faster than a lookup in a map, because the id of each reading is a new string. */
const FEW = 8;

export function createTracked() {
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
    get: (id: string): Tracked | undefined => byId.get(id),
    /** The same for a reading of this entity that may be good. Fast when the entity has few alerts, as almost all entities do. */
    find({ id, type }: Reading, own: ReadonlySet<Tracked> | undefined): Tracked | undefined {
      if (unbound.size > 0 || (own !== undefined && own.size > FEW)) return byId.get(id);
      if (own !== undefined)
        for (const tracked of own)
          if ((tracked.reading === undefined || tracked.reading.type === type) && tracked.id === id) return tracked;
      return undefined;
    },
    all: (): Iterable<Tracked> => byId.values(),
    /** The alerts about this entity. */
    ofEntity: (list: string, entityId: string): ReadonlySet<Tracked> | undefined => byEntity.get(list)?.get(entityId),
    hasEntity: (list: string, entityId: string): boolean => byEntity.get(list)?.has(entityId) ?? false,
    add(tracked: Tracked) {
      byId.set(tracked.id, tracked);
      if (tracked.entityId === undefined) unbound.add(tracked);
      else file(tracked, tracked.entityId);
    },
    /** Its reading was found: from now on it belongs to this entity. */
    bind(tracked: Tracked, list: string, entityId: string) {
      if (tracked.entityId === entityId && tracked.list === list) return;
      if (!unbound.delete(tracked)) unfile(tracked);
      tracked.list = list;
      tracked.entityId = entityId;
      file(tracked, entityId);
    },
    drop(tracked: Tracked) {
      byId.delete(tracked.id);
      if (!unbound.delete(tracked)) unfile(tracked);
    },
    /** Alerts that were active before the restart and have no reading yet. */
    unbound: (): ReadonlySet<Tracked> => unbound,
  };
}
