// Every type of alert: which resources can have it, its category, which decides what quiet hours may silence, and the unit of its value.
import { isPlainType, type NodeType } from '@belfry/schema/config/kinds';
import { eachFigure, fieldFigures, nodeOnlyFigures } from '@belfry/schema/figures';

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
  | 'site'
  | 'server';

/** Backup servers and mail gateways are resources of their own. Of every other kind, the instance is the resource. */
export const resourceOfInstance = (kind: NodeType): ResourceKind => (isPlainType(kind) ? kind : 'instance');

export type Category = 'performance' | 'storage' | 'offline' | 'protection' | 'other';

/** `rate` is bytes per second, shown and compared in MB/s. */
export type Unit = 'percent' | 'celsius' | 'rate' | 'count' | 'minutes' | 'days' | 'seconds' | 'none';

/** `of`: the kinds of resources that can have it. `notifiesGrowth`: a growing value is announced again, not only a higher level. */
export interface AlertTypeFacts {
  of: readonly ResourceKind[];
  category: Category;
  unit: Unit;
  notifiesGrowth?: true;
}

/** The rules of each kind add their types here; the names that the reference product has stay as they are there. */
export const alertTypes = {
  cpu: { of: ['guest', 'node', 'pbs', 'dockerContainer'], category: 'performance', unit: 'percent' },
  memory: { of: ['guest', 'node', 'pbs', 'pmg', 'dockerContainer'], category: 'performance', unit: 'percent' },
  disk: { of: ['guest', 'node', 'pbs', 'pmg'], category: 'performance', unit: 'percent' },
  ...eachFigure(fieldFigures, ({ unit }) => ({ of: ['guest'] as const, category: 'performance' as const, unit })),
  ...eachFigure(nodeOnlyFigures, ({ unit }) => ({ of: ['node'] as const, category: 'performance' as const, unit })),
  usage: { of: ['storage', 'ceph', 'pbs'], category: 'storage', unit: 'percent' },
  'powered-off': { of: ['guest'], category: 'offline', unit: 'none' },
  'guest-stuck': { of: ['guest'], category: 'offline', unit: 'none' },
  'stale-lock': { of: ['guest'], category: 'protection', unit: 'none' },
  'no-figures': { of: ['node', 'guest', 'storage'], category: 'offline', unit: 'none' },
  'node-api': { of: ['node'], category: 'offline', unit: 'none' },
  connectivity: { of: ['node', 'instance', 'pmg', 'site'], category: 'offline', unit: 'none' },
  offline: { of: ['storage', 'pbs', 'pmg'], category: 'offline', unit: 'none' },
  'zfs-pool-state': { of: ['storage', 'node', 'pbs'], category: 'storage', unit: 'none' },
  'zfs-pool-errors': { of: ['storage', 'node', 'pbs'], category: 'storage', unit: 'count', notifiesGrowth: true },
  'zfs-device': { of: ['storage', 'node', 'pbs'], category: 'storage', unit: 'count' },
  'thin-metadata': { of: ['node'], category: 'storage', unit: 'percent' },
  'disk-health': { of: ['disk', 'pbs'], category: 'storage', unit: 'none' },
  'disk-wearout': { of: ['disk', 'pbs'], category: 'storage', unit: 'percent' },
  'ceph-health': { of: ['ceph'], category: 'storage', unit: 'none' },
  'ceph-osd': { of: ['ceph'], category: 'storage', unit: 'count' },
  'backup-failed': { of: ['guest', 'node'], category: 'protection', unit: 'none' },
  'backup-late': { of: ['guest'], category: 'protection', unit: 'none' },
  'backup-damaged': { of: ['guest'], category: 'protection', unit: 'none' },
  'backup-unverified': { of: ['guest'], category: 'protection', unit: 'none' },
  'backup-missing': { of: ['guest'], category: 'protection', unit: 'none' },
  'restore-test': { of: ['guest'], category: 'protection', unit: 'none' },
  backupAge: { of: ['guest'], category: 'protection', unit: 'days' },
  snapshotAge: { of: ['guest'], category: 'protection', unit: 'days' },
  replication: { of: ['guest'], category: 'protection', unit: 'count' },
  'job-late': { of: ['guest', 'node', 'storage', 'pbs'], category: 'protection', unit: 'none' },
  'ha-error': { of: ['guest'], category: 'offline', unit: 'none' },
  'ha-status': { of: ['cluster', 'node'], category: 'offline', unit: 'none' },
  quorum: { of: ['cluster'], category: 'offline', unit: 'count' },
  'node-loss': { of: ['node'], category: 'protection', unit: 'count' },
  'guest-agent': { of: ['guest'], category: 'other', unit: 'none' },
  'datastore-state': { of: ['pbs'], category: 'storage', unit: 'none' },
  'datastore-full-soon': { of: ['pbs'], category: 'storage', unit: 'days' },
  'datastore-damaged': { of: ['pbs'], category: 'storage', unit: 'count' },
  'pbs-job': { of: ['pbs'], category: 'protection', unit: 'none' },
  'queue-depth': { of: ['pmg'], category: 'performance', unit: 'count' },
  'queue-total': { of: ['pmg'], category: 'performance', unit: 'count' },
  'queue-deferred': { of: ['pmg'], category: 'performance', unit: 'count' },
  'queue-hold': { of: ['pmg'], category: 'performance', unit: 'count' },
  'message-age': { of: ['pmg'], category: 'performance', unit: 'minutes' },
  'quarantine-spam': { of: ['pmg'], category: 'other', unit: 'count' },
  'quarantine-virus': { of: ['pmg'], category: 'other', unit: 'count' },
  'anomaly-spamIn': { of: ['pmg'], category: 'other', unit: 'count' },
  'anomaly-spamOut': { of: ['pmg'], category: 'other', unit: 'count' },
  'anomaly-virusIn': { of: ['pmg'], category: 'other', unit: 'count' },
  'anomaly-virusOut': { of: ['pmg'], category: 'other', unit: 'count' },
  'docker-host-offline': { of: ['dockerHost'], category: 'offline', unit: 'none' },
  'docker-container-state': { of: ['dockerContainer'], category: 'offline', unit: 'none' },
  'docker-container-health': { of: ['dockerContainer'], category: 'performance', unit: 'none' },
  'docker-container-restart-loop': { of: ['dockerContainer'], category: 'performance', unit: 'count' },
  'docker-container-oom-kill': { of: ['dockerContainer'], category: 'performance', unit: 'none' },
  'docker-container-memory-limit': { of: ['dockerContainer'], category: 'performance', unit: 'percent' },
  'service-failed': { of: ['node', 'pbs', 'pmg'], category: 'offline', unit: 'none' },
  'cluster-sync': { of: ['pmg'], category: 'other', unit: 'none' },
  'certificate-expiry': { of: ['instance', 'pbs', 'pmg'], category: 'other', unit: 'days' },
  'clock-offset': {
    of: ['instance', 'pbs', 'pmg', 'dockerHost', 'server', 'site'],
    category: 'other',
    unit: 'seconds',
  },
  baseline: { of: ['guest', 'node', 'instance', 'pbs', 'pmg'], category: 'other', unit: 'count', notifiesGrowth: true },
  'server-problem': { of: ['server'], category: 'other', unit: 'none' },
} as const satisfies Record<string, AlertTypeFacts>;
export type AlertType = keyof typeof alertTypes;

const facts: Readonly<Record<string, AlertTypeFacts>> = alertTypes;
const unknown: AlertTypeFacts = { of: [], category: 'other', unit: 'none' };
/** Also of a type that an older version stored. */
export const factsOf = (type: string): AlertTypeFacts => facts[type] ?? unknown;

/** The types of alerts that a resource of this kind can have. */
export const typesOf = (kind: ResourceKind): AlertType[] =>
  (Object.keys(alertTypes) as AlertType[]).filter((type) => factsOf(type).of.includes(kind));
