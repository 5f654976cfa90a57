// What can become full or worn, where the history has its past.
import type { Fill } from '@belfry/domain/forecast/fill';
import { cephPoolId, datastoreId, filesystemId, gatewayNodeId, thinPoolId } from '@belfry/domain/ids';
import type { ForecastKind } from '@belfry/schema/forecast-kinds';
import type { MetricOf } from '@belfry/schema/history/metrics';
import type { State } from '@belfry/schema/state';
import type { Series } from './history-store.ts';

/** It is full at `limit`, in the unit of its metric. */
export interface Filling {
  kind: ForecastKind;
  id: string;
  metric: string;
  limit: number;
}

const PERCENT = 100;

const filling = <K extends ForecastKind>(kind: K, id: string, metric: MetricOf<K>, limit: number): Filling => ({
  ...{ kind, id, metric, limit },
});

export const isWear = ({ kind }: Pick<Filling, 'kind'>): boolean => kind === 'disk';

/** Without what has no size at present: its host does not say how full it is. */
export function fillingsOf(state: State): Filling[] {
  const guests = [...state.vms, ...state.containers];
  return [
    ...state.storage.map(({ id, total }) => filling('storage', id, 'used', total)),
    ...state.pbs.flatMap((server) =>
      server.datastores.map(({ name, used, free, total = 0 }) => {
        // A file system keeps some of its space for itself.
        const limit = used === undefined || free === undefined ? total : used + free;
        return filling('datastore', datastoreId(server.id, name), 'used', limit);
      }),
    ),
    ...state.cephClusters.flatMap(({ id, totalBytes, pools }) => [
      filling('ceph', id, 'used', totalBytes),
      ...pools.map(({ name }) => filling('cephpool', cephPoolId(id, name), 'usage', PERCENT)),
    ]),
    ...state.nodes.map(({ id, disk }) => filling('node', id, 'disk', disk.total > 0 ? PERCENT : 0)),
    ...state.nodes.flatMap(({ id, thinPools = [] }) =>
      thinPools.map(({ name, metadataSize }) =>
        filling('thinpool', thinPoolId(id, name), 'metadata', metadataSize > 0 ? PERCENT : 0),
      ),
    ),
    ...state.pbs.map(({ id, diskTotal = 0 }) => filling('pbs', id, 'disk', diskTotal > 0 ? PERCENT : 0)),
    ...state.pmg.flatMap(({ id, nodes }) =>
      nodes.map(({ name, diskTotal = 0 }) =>
        filling('pmgnode', gatewayNodeId(id, name), 'disk', diskTotal > 0 ? PERCENT : 0),
      ),
    ),
    ...state.physicalDisks.map(({ id, wearout }) => filling('disk', id, 'wearout', wearout >= 0 ? PERCENT : 0)),
    ...guests.flatMap(({ id, disk, disks = [] }) => [
      filling('guest', id, 'disk', disk.usage >= 0 && disk.total > 0 ? PERCENT : 0),
      ...disks.map(({ mountpoint, total }) => filling('filesystem', filesystemId(id, mountpoint), 'used', total)),
    ]),
  ].filter(({ limit }) => limit > 0);
}

/** The highest value of each day. Of a disk, percent of the life that is used. */
export function pastIn(series: readonly Series[], { kind, id, metric }: Filling): Fill[] {
  const own = series.find(({ resource, metric: of }) => of === metric && resource.kind === kind && resource.id === id);
  if (!own) return [];
  const worn = isWear({ kind });
  return Array.from(worn ? own.min : own.max, (value, nth) => ({
    ...{ at: own.from + nth * own.stepMs, used: worn ? PERCENT - value : value },
  })).filter(({ used }) => !Number.isNaN(used));
}
