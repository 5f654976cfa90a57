// Makes a backup for a test, which passes only the fields that matter to it.
import { type Backup, dayOf } from '../backup.ts';

export function aBackup(fields: Partial<Backup> = {}): Backup {
  const { time = 1_790_000_000, name = 'web', vmid = '100', node = 'pve1' } = fields;
  return {
    id: `${vmid} ${time}`,
    backupType: 'local',
    vmid,
    type: 'VM',
    name,
    guest: undefined,
    node,
    instance: 'dc',
    time,
    day: dayOf(time * 1000),
    backupName: 'vzdump',
    description: '',
    status: 'ok',
    size: 1,
    storage: 'local',
    datastore: undefined,
    namespace: undefined,
    verified: undefined,
    protected: false,
    encrypted: false,
    owner: undefined,
    words: `${vmid}\n${name}\n${node}`.toLowerCase(),
    ...fields,
  };
}

export const onServer = (datastore: string, namespace: string, fields: Partial<Backup> = {}): Backup =>
  aBackup({
    backupType: 'remote',
    instance: 'main',
    node: 'main',
    datastore,
    namespace,
    storage: undefined,
    ...fields,
  });
