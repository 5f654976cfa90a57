// The worst of a cluster: its fullest storage and its worst alert. Pure.
import { byHarm, isTaken, rankedAlert } from '@belfry/domain/alerts/order';
import { isCurrent } from '@belfry/domain/datastores';

import { datastoreId } from '@belfry/domain/ids';
import type { Alert } from '@belfry/schema/entities/alert';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { Storage } from '@belfry/schema/entities/storage';
import { wholePercent } from '../../lib/language/format.ts';
import { groupId, serversOf } from './clusters.ts';
import type { Fullest } from './summary-rows.ts';

/**
 * The fullest storage of each instance, and the fullest datastore of each backup server. Old and unknown sizes say nothing. Datastores on one
 * disk are equally full: one with an alert is then before the others.
 */
export function fullestStorages(
  storages: readonly Storage[],
  servers: readonly PbsInstance[],
  alerts: readonly Alert[] = [],
): Map<string, Fullest> {
  const found = new Map<string, Fullest>();
  const alerted = new Set(
    alerts.map(({ resourceId, metadata }) =>
      typeof metadata?.datastore === 'string' ? datastoreId(resourceId, metadata.datastore) : resourceId,
    ),
  );
  const hasAlert = ({ storage, server, name }: Fullest): boolean =>
    alerted.has(storage?.id ?? datastoreId(server ?? '', name));
  const isFuller = (one: Fullest, known: Fullest): boolean => {
    const difference =
      wholePercent(one.percent) - wholePercent(known.percent) || Number(hasAlert(one)) - Number(hasAlert(known));
    return (difference || one.percent - known.percent) > 0;
  };
  const add = (key: string, one: Fullest) => {
    const known = found.get(key);
    if (!known || isFuller(one, known)) found.set(key, one);
  };
  for (const storage of storages) {
    const { type, status, staleSince, total, used, usage, name, instance } = storage;
    // a datastore of a backup server is a row of its own
    if (type !== 'pbs' && status === 'available' && staleSince === undefined && total > 0)
      add(instance, { name, percent: usage, used, total, storage });
  }
  for (const { id, staleSince, datastores } of servers)
    for (const store of staleSince === undefined ? datastores.filter(isCurrent) : []) {
      const { name, usage, used, total } = store;
      if (usage !== undefined && used !== undefined && total !== undefined)
        add(id, { name, percent: usage, used, total, server: id });
    }
  return found;
}

/**
 * The worst alert of each node, backup server and group of them, in the one order of what is wrong. `placeOf`: the site of an
 * instance.
 */
export function worstAlerts(
  alerts: readonly Alert[],
  rowsOf: (alert: Alert) => readonly string[],
  placeOf?: (instance: string | undefined) => string | undefined,
): Map<string, Alert> {
  const worst = new Map<string, Alert>();
  const open = alerts.filter((alert) => !isTaken(alert) && alert.metadata?.cause === undefined);
  // ranked once, and not with each comparison
  const ranked = open.map((alert) => ({ alert, ...rankedAlert(alert) }));
  for (const { alert } of ranked.sort(byHarm)) {
    const { list, instanceId } = alert.metadata ?? {};
    const group = list === 'pbs' ? serversOf(placeOf?.(instanceId)) : (instanceId ?? alert.instance);
    for (const id of [...rowsOf(alert), groupId(group)]) if (!worst.has(id)) worst.set(id, alert);
  }
  return worst;
}
