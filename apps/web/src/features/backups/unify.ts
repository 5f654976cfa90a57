// Snapshots, volumes on storages and backups on backup servers → one list. Pure. A backup without a readable time is left out.

import type { GuestFacts } from '@belfry/domain/guest-figures';
import { guestId, SHARED } from '@belfry/domain/ids';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { GuestSnapshot, StorageBackup } from '@belfry/schema/entities/pve-backups';
import { type Backup, type BackupType, dayOf, type GuestType, UNFINISHED } from './backup.ts';

export interface BackupSources {
  guestSnapshots: readonly GuestSnapshot[];
  storageBackups: readonly StorageBackup[];
  pbsBackups: readonly PbsBackup[];
  vms: readonly GuestFacts[];
  containers: readonly GuestFacts[];
}

type Draft = Omit<Backup, 'backupType' | 'day' | 'words' | 'status'>;

export function unify(sources: BackupSources): Backup[] {
  const known = knownGuests([...sources.vms, ...sources.containers]);
  const direct = new Set(sources.pbsBackups.map(remoteKey));
  const backups: Backup[] = [];
  const add = (backupType: BackupType, status: string, draft: Draft) => {
    if (!(draft.time > 0) || !Number.isFinite(draft.time)) return;
    backups.push({ ...draft, backupType, status, day: dayOf(draft.time * 1000), words: wordsOf(draft) });
  };
  for (const snapshot of sources.guestSnapshots) add('snapshot', 'ok', fromSnapshot(snapshot, known));
  for (const volume of sources.storageBackups) {
    if (isTemplate(volume)) continue;
    // the backup server's own entry is better: it has owner, namespace and verification
    if (volume.isPBS && direct.has(volumeKey(volume))) continue;
    add(volume.isPBS ? 'remote' : 'local', statusOf(volume), fromVolume(volume, known));
  }
  for (const backup of sources.pbsBackups) add('remote', statusOf(backup), fromServer(backup, known));
  return backups;
}

/** A backup that is running, or was interrupted, has no size. */
const statusOf = ({ size, verification = 'ok' }: PbsBackup | StorageBackup): string =>
  size ? verification : UNFINISHED;

interface Known {
  /** By type and id: when a VM's number is given to a container, old backups of the VM are not the container's. */
  byId: ReadonlyMap<string, GuestFacts>;
  /** By type and vmid; undefined where several guests have both. */
  byVmid: ReadonlyMap<string, GuestFacts | undefined>;
}

function knownGuests(guests: readonly GuestFacts[]): Known {
  const byId = new Map<string, GuestFacts>();
  const byVmid = new Map<string, GuestFacts | undefined>();
  for (const guest of guests) {
    byId.set(`${guest.type} ${guest.id}`, guest);
    const key = `${guest.type} ${guest.vmid}`;
    byVmid.set(key, byVmid.has(key) ? undefined : guest);
  }
  return { byId, byVmid };
}

const owned = (guest: GuestFacts | undefined, otherwise: string): Pick<Draft, 'name' | 'guest'> => ({
  name: guest?.name || otherwise,
  guest: guest?.id,
});

const isTemplate = ({ volid }: StorageBackup): boolean => /:(vztmpl|iso)\//.test(volid);

const TYPES = { qemu: 'VM', lxc: 'LXC', host: 'Host', vm: 'VM', ct: 'LXC' } as const;
const PVE_TYPES = { VM: 'qemu', LXC: 'lxc', Host: 'host' } as const;

/** Proxmox says `unknown` for a volume whose name has no known form. */
function typeOf({ type, volid }: StorageBackup): GuestType {
  if (type !== 'unknown') return TYPES[type];
  if (/\/host\//.test(volid)) return 'Host';
  return /lxc|\/ct\//.test(volid) ? 'LXC' : 'VM';
}

const secondsOf = (iso: string): number => Math.floor(Date.parse(iso) / 1000);
const remoteKey = (backup: PbsBackup): string =>
  `${TYPES[backup.backupType]} ${backup.vmid} ${secondsOf(backup.backupTime)}`;
const volumeKey = (volume: StorageBackup): string => `${typeOf(volume)} ${volume.vmid} ${volume.ctime}`;

const firstLine = (text: string | undefined): string => (text ?? '').split('\n', 1)[0]?.trim() ?? '';
const note = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

const nothing = {
  size: undefined,
  storage: undefined,
  datastore: undefined,
  namespace: undefined,
  verified: undefined,
  owner: undefined,
};

function fromSnapshot(snapshot: GuestSnapshot, known: Known): Draft {
  return {
    ...nothing,
    id: `snapshot/${snapshot.id}`,
    vmid: String(snapshot.vmid),
    type: TYPES[snapshot.type],
    ...owned(known.byId.get(`${snapshot.type} ${guestId(snapshot.instance, snapshot.vmid)}`), ''),
    node: snapshot.node,
    instance: snapshot.instance,
    time: secondsOf(snapshot.time),
    backupName: snapshot.name,
    description: note(snapshot.description),
    protected: false,
    encrypted: false,
  };
}

function fromVolume(volume: StorageBackup, known: Known): Draft {
  const type = typeOf(volume);
  return {
    ...nothing,
    id: `volume/${volume.node}/${volume.id}`,
    vmid: type === 'Host' ? 'host' : volume.vmid === 0 ? '' : String(volume.vmid),
    type,
    ...owned(known.byId.get(`${PVE_TYPES[type]} ${guestId(volume.instance, volume.vmid)}`), firstLine(volume.notes)),
    node: volume.node,
    instance: volume.instance,
    time: volume.ctime,
    backupName: volume.volid.slice(volume.volid.lastIndexOf('/') + 1),
    description: note(volume.notes),
    size: volume.size || undefined,
    storage: volume.storage,
    verified: volume.isPBS ? volume.verified : undefined,
    protected: volume.protected,
    encrypted: volume.encrypted,
  };
}

function fromServer(backup: PbsBackup, known: Known): Draft {
  const type = TYPES[backup.backupType];
  const guest =
    backup.guestInstance === undefined
      ? known.byVmid.get(`${PVE_TYPES[type]} ${backup.vmid}`)
      : known.byId.get(`${PVE_TYPES[type]} ${guestId(backup.guestInstance, Number(backup.vmid))}`);
  return {
    id: `pbs/${backup.id}`,
    vmid: backup.vmid,
    type,
    ...owned(guest, type === 'Host' ? backup.vmid : firstLine(backup.comment)),
    node: backup.instance,
    instance: backup.instance,
    time: secondsOf(backup.backupTime),
    backupName: `${backup.backupType}/${backup.vmid}`,
    description: note(backup.comment),
    size: backup.size,
    storage: undefined,
    datastore: backup.datastore,
    namespace: backup.namespace,
    verified: backup.verified,
    protected: backup.protected,
    encrypted: backup.encrypted,
    owner: backup.owner,
  };
}

const wordsOf = (draft: Draft): string =>
  [
    draft.vmid,
    draft.name,
    draft.node !== SHARED && draft.node,
    draft.backupName,
    draft.description,
    draft.storage,
    draft.datastore,
    draft.namespace,
  ]
    .filter(Boolean)
    .join('\n')
    .toLowerCase();
