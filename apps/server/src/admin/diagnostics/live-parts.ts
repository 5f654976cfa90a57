// What the live state says about storages, backups, alerts and connections. The answer of GET /api/diagnostics and the document have it.
import type { State } from '@belfry/schema/state';
import { place } from './diagnostics.ts';
import type { Names } from './names.ts';
import { pick } from './pick.ts';

const MAX_BACKUPS = 10;
const MAX_ALERTS = 20;

/** The path of the live connection, below the address of Belfry. */
export const webSocket = (clients: number) => ({ url: '/ws', clients });

export function liveParts(state: State, names: Names) {
  return {
    storage: state.storage.map((storage) => ({
      ...place(storage, names),
      name: names.called('storage', `${storage.instance} ${storage.name}`, storage.name),
      ...pick(storage, ['type', 'content', 'status', 'shared', 'enabled', 'active', 'total', 'used', 'usage']),
      ...(storage.zfsPool && { zfsPool: zfs(storage.zfsPool, storage.id, names) }),
    })),
    backups: backups(state, names),
    activeAlerts: state.activeAlerts.slice(0, MAX_ALERTS).map((alert) => ({
      ...place(alert, names),
      id: names.of('alert', alert.id),
      resource: names.called('resource', alert.resourceId, alert.resourceName),
      ...pick(alert, ['type', 'level', 'value', 'threshold', 'startTime', 'acknowledged']),
    })),
    connectionHealth: Object.fromEntries(
      Object.entries(state.connectionHealth).map(([id, healthy]) => [names.of('instance', id), healthy]),
    ),
  };
}

function backups(state: State, names: Names) {
  const few = <T>(list: readonly T[]): T[] => list.slice(0, MAX_BACKUPS);
  return {
    backupTasks: few(state.backupTasks).map((task) => ({
      ...place(task, names),
      vmid: names.vmid(task.instance, task.vmid),
      ...pick(task, ['type', 'startTime', 'endTime', 'size']),
      failed: task.error !== undefined,
    })),
    storageBackups: few(state.storageBackups).map((backup) => ({
      ...place(backup, names),
      storage: names.called('storage', `${backup.instance} ${backup.storage}`, backup.storage),
      volume: names.called('backup', backup.id, backup.volid),
      vmid: names.vmid(backup.instance, backup.vmid),
      ...pick(backup, ['type', 'time', 'size', 'format', 'protected', 'encrypted', 'isPBS', 'verified']),
    })),
    guestSnapshots: few(state.guestSnapshots).map((snapshot) => ({
      ...place(snapshot, names),
      name: names.called('snapshot', snapshot.id, snapshot.name),
      vmid: names.vmid(snapshot.instance, snapshot.vmid),
      ...pick(snapshot, ['type', 'time', 'vmstate']),
    })),
    pbsBackups: few(state.pbsBackups).map((backup) => ({
      instance: names.of('instance', backup.instance),
      datastore: names.called('datastore', `${backup.instance} ${backup.datastore}`, backup.datastore),
      namespace: names.called('namespace', `${backup.instance} ${backup.namespace}`, backup.namespace),
      backup: names.called('backup', backup.id, backup.vmid),
      ...pick(backup, ['backupType', 'backupTime', 'size', 'protected', 'verified', 'encrypted']),
    })),
  };
}

function zfs(pool: NonNullable<State['storage'][number]['zfsPool']>, owner: string, names: Names) {
  const errors = ['state', 'readErrors', 'writeErrors', 'checksumErrors'] as const;
  return {
    name: names.called('pool', `${owner} ${pool.name}`, pool.name),
    ...pick(pool, errors),
    devices: pool.devices.map((device) => ({
      name: names.called('device', `${owner} ${device.name}`, device.name),
      type: device.type,
      ...pick(device, errors),
    })),
  };
}
