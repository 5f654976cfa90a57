// Every type of alert: its category, which decides what quiet hours may silence, and the unit of its value.

export type ResourceKind =
  | 'guest'
  | 'node'
  | 'storage'
  | 'disk'
  | 'cluster'
  | 'ceph'
  | 'pbs'
  | 'pmg'
  | 'dockerHost'
  | 'dockerContainer'
  | 'instance'
  | 'server';

export type Category = 'performance' | 'storage' | 'offline' | 'protection' | 'other';

/** `rate` is bytes per second, shown and compared in MB/s. */
export type Unit = 'percent' | 'celsius' | 'rate' | 'count' | 'minutes' | 'days' | 'seconds' | 'none';

/** `notifiesGrowth`: a growing value is announced again, not only a higher level. */
export interface AlertTypeFacts {
  category: Category;
  unit: Unit;
  notifiesGrowth?: true;
}

/** The rules of each kind add their types here; the names that the reference product has stay as they are there. */
export const alertTypes = {
  cpu: { category: 'performance', unit: 'percent' },
  memory: { category: 'performance', unit: 'percent' },
  disk: { category: 'performance', unit: 'percent' },
  diskRead: { category: 'performance', unit: 'rate' },
  diskWrite: { category: 'performance', unit: 'rate' },
  networkIn: { category: 'performance', unit: 'rate' },
  networkOut: { category: 'performance', unit: 'rate' },
  temperature: { category: 'performance', unit: 'celsius' },
  usage: { category: 'storage', unit: 'percent' },
  'powered-off': { category: 'offline', unit: 'none' },
  connectivity: { category: 'offline', unit: 'none' },
  offline: { category: 'offline', unit: 'none' },
  'zfs-pool-state': { category: 'storage', unit: 'none' },
  'zfs-pool-errors': { category: 'storage', unit: 'count', notifiesGrowth: true },
  'zfs-device': { category: 'storage', unit: 'count' },
  'disk-health': { category: 'storage', unit: 'none' },
  'disk-wearout': { category: 'storage', unit: 'percent' },
  'ceph-health': { category: 'storage', unit: 'none' },
  'ceph-osd': { category: 'storage', unit: 'count' },
  'backup-failed': { category: 'protection', unit: 'none' },
  backupAge: { category: 'protection', unit: 'days' },
  snapshotAge: { category: 'protection', unit: 'days' },
  replication: { category: 'protection', unit: 'count' },
  'ha-error': { category: 'offline', unit: 'none' },
  quorum: { category: 'offline', unit: 'count' },
  'guest-agent': { category: 'other', unit: 'none' },
  'datastore-state': { category: 'storage', unit: 'none' },
  'datastore-full-soon': { category: 'storage', unit: 'days' },
  'pbs-job': { category: 'protection', unit: 'none' },
  'queue-depth': { category: 'performance', unit: 'count' },
  'queue-total': { category: 'performance', unit: 'count' },
  'queue-deferred': { category: 'performance', unit: 'count' },
  'queue-hold': { category: 'performance', unit: 'count' },
  'message-age': { category: 'performance', unit: 'minutes' },
  'quarantine-spam': { category: 'other', unit: 'count' },
  'quarantine-virus': { category: 'other', unit: 'count' },
  'anomaly-spamIn': { category: 'other', unit: 'count' },
  'anomaly-spamOut': { category: 'other', unit: 'count' },
  'anomaly-virusIn': { category: 'other', unit: 'count' },
  'anomaly-virusOut': { category: 'other', unit: 'count' },
  'docker-host-offline': { category: 'offline', unit: 'none' },
  'docker-container-state': { category: 'offline', unit: 'none' },
  'docker-container-health': { category: 'performance', unit: 'none' },
  'docker-container-restart-loop': { category: 'performance', unit: 'count' },
  'docker-container-oom-kill': { category: 'performance', unit: 'none' },
  'docker-container-memory-limit': { category: 'performance', unit: 'percent' },
  'certificate-expiry': { category: 'other', unit: 'days' },
  'clock-offset': { category: 'other', unit: 'seconds' },
  'server-problem': { category: 'other', unit: 'none' },
} as const satisfies Record<string, AlertTypeFacts>;
export type AlertType = keyof typeof alertTypes;

const facts: Readonly<Record<string, AlertTypeFacts>> = alertTypes;
const unknown: AlertTypeFacts = { category: 'other', unit: 'none' };
/** Also of a type that an older version stored. */
export const factsOf = (type: string): AlertTypeFacts => facts[type] ?? unknown;

const measures: ReadonlySet<Unit> = new Set(['percent', 'days']);

/** Whether the alert says that something failed, and not that a value is high. A guest may be powered off on purpose. */
export function isFailure(type: string): boolean {
  const { category, unit } = factsOf(type);
  return category !== 'performance' && category !== 'other' && !measures.has(unit) && type !== 'powered-off';
}
