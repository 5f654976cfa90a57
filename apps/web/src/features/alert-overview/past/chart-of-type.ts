// Whether the alert of a type has a chart of its value around its begin. A new type has to say it here.
import type { AlertType } from '@belfry/domain/alerts/catalogue';
import { eachFigure, fieldFigures, nodeOnlyFigures } from '@belfry/schema/figures';

/** `not kept`: it has a value that the history has not, or only as part of a sum. `no value`: it says that something is so. */
export type ChartOfType = 'history' | 'not kept' | 'no value';

const inHistory = (): ChartOfType => 'history';

export const chartOfType: Readonly<Record<AlertType, ChartOfType>> = {
  ...eachFigure(fieldFigures, inHistory),
  ...eachFigure(nodeOnlyFigures, inHistory),
  cpu: 'history',
  memory: 'history',
  disk: 'history',
  usage: 'history',
  'powered-off': 'no value',
  'guest-stuck': 'no value',
  'stale-lock': 'no value',
  'no-figures': 'no value',
  'node-api': 'no value',
  connectivity: 'no value',
  offline: 'no value',
  'zfs-pool-state': 'no value',
  'zfs-pool-errors': 'not kept',
  'zfs-device': 'not kept',
  'thin-metadata': 'history',
  'disk-health': 'no value',
  'disk-wearout': 'history',
  'ceph-health': 'no value',
  'ceph-osd': 'not kept',
  'backup-failed': 'no value',
  'backup-late': 'no value',
  'backup-damaged': 'no value',
  'backup-unverified': 'no value',
  'backup-missing': 'no value',
  'restore-test': 'no value',
  backupAge: 'not kept',
  snapshotAge: 'not kept',
  replication: 'not kept',
  'job-late': 'no value',
  'ha-error': 'no value',
  'ha-status': 'no value',
  quorum: 'not kept',
  'node-loss': 'not kept',
  'guest-agent': 'no value',
  'datastore-state': 'no value',
  'datastore-full-soon': 'not kept',
  'datastore-damaged': 'not kept',
  'pbs-job': 'no value',
  'queue-depth': 'history',
  'queue-total': 'history',
  'queue-deferred': 'history',
  'queue-hold': 'history',
  'message-age': 'history',
  'quarantine-spam': 'history',
  'quarantine-virus': 'history',
  'anomaly-spamIn': 'not kept',
  'anomaly-spamOut': 'not kept',
  'anomaly-virusIn': 'not kept',
  'anomaly-virusOut': 'not kept',
  'docker-host-offline': 'no value',
  'docker-container-state': 'no value',
  'docker-container-health': 'no value',
  'docker-container-restart-loop': 'not kept',
  'docker-container-oom-kill': 'no value',
  'docker-container-memory-limit': 'history',
  'service-failed': 'no value',
  'cluster-sync': 'no value',
  'certificate-expiry': 'not kept',
  'clock-offset': 'not kept',
  baseline: 'no value',
  'server-problem': 'no value',
};

const known: Readonly<Record<string, ChartOfType>> = chartOfType;

/** Whether an alert of the type has a value that a chart could show. Not of a type that only an older version had. */
export const hasValue = (type: string): boolean => Object.hasOwn(known, type) && known[type] !== 'no value';
