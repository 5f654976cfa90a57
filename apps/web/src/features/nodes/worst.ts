// The worst of a cluster: its fullest storage and its worst alert. Pure.
import { isCurrent } from '@belfry/domain/datastores';
import type { Alert } from '@belfry/schema/entities/alert';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { Storage } from '@belfry/schema/entities/storage';
import { groupId, SERVERS } from './clusters.ts';
import type { Fullest } from './summary-rows.ts';

/** The fullest storage of each instance, and the fullest datastore of each backup server. Old and unknown sizes say nothing. */
export function fullestStorages(storages: readonly Storage[], servers: readonly PbsInstance[]): Map<string, Fullest> {
  const found = new Map<string, Fullest>();
  const add = (key: string, one: Fullest) => {
    const known = found.get(key);
    if (!known || one.percent > known.percent) found.set(key, one);
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
        add(id, { name, percent: usage, used, total });
    }
  return found;
}

/** The worst alert of each node, backup server and group of them: level, then how much it explains, then the oldest. */
export function worstAlerts(alerts: readonly Alert[], rowsOf: (alert: Alert) => readonly string[]): Map<string, Alert> {
  const worst = new Map<string, Alert>();
  for (const alert of alerts) {
    if (
      alert.acknowledged ||
      alert.metadata?.silenced ||
      alert.metadata?.maintenance ||
      alert.metadata?.cause !== undefined
    )
      continue;
    const group = alert.metadata?.list === 'pbs' ? SERVERS : (alert.metadata?.instanceId ?? alert.instance);
    for (const id of [...rowsOf(alert), groupId(group)]) {
      const known = worst.get(id);
      if (!known || isWorse(alert, known)) worst.set(id, alert);
    }
  }
  return worst;
}

const explains = ({ metadata }: Alert): number => metadata?.affects?.count ?? 0;

function isWorse(a: Alert, b: Alert): boolean {
  if (a.level !== b.level) return a.level === 'critical';
  if (explains(a) !== explains(b)) return explains(a) > explains(b);
  return a.startTime < b.startTime || (a.startTime === b.startTime && a.id < b.id);
}
