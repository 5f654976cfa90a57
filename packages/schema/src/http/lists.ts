// Single parts of the state, for scripts that need only one of them.
import * as z from 'zod';
import { PbsBackup, PbsInstance } from '../entities/pbs.ts';
import { BackupTask, GuestSnapshot, StorageBackup } from '../entities/pve-backups.ts';
import { PlainGuest, PlainStorage } from '../plain-state.ts';
import { guestSearchHelp } from '../sentences/search.ts';
import { endpoint } from './endpoint.ts';

/** `timestamp` epoch seconds. */
export const getStorage = endpoint('GET /api/storage/:id', {
  summary: 'One storage, by its id in the state',
  access: 'viewer',
  params: z.object({ id: z.string().min(1).max(512) }),
  reply: z.object({ data: PlainStorage, timestamp: z.number().int() }),
  errors: ['storage_not_found'],
});

/** `search` as in the search field of the Overview; without it, all guests. In the order of their VMIDs. */
export const listGuests = endpoint('GET /api/guests', {
  summary: 'Guests that a search finds, such as cpu>80, node:pve1 or -tag:prod',
  access: 'viewer',
  query: z.object({ search: z.string().max(2000).optional() }),
  meanings: { search: `As in the search field of the Overview:\n${guestSearchHelp}` },
  reply: z.object({ guests: z.array(PlainGuest) }),
});

const all = {
  summary: 'Backup tasks, backups and snapshots of all instances',
  access: 'viewer',
  reply: z.object({
    backupTasks: z.array(BackupTask),
    storageBackups: z.array(StorageBackup),
    guestSnapshots: z.array(GuestSnapshot),
    pbsBackups: z.array(PbsBackup),
  }),
} as const;
export const listBackups = endpoint('GET /api/backups', all);
/** The same under its second name. */
export const listUnifiedBackups = endpoint('GET /api/backups/unified', all);

export const listPveBackups = endpoint('GET /api/backups/pve', {
  summary: 'Backups on storages of Proxmox VE',
  access: 'viewer',
  reply: z.object({ backups: z.array(StorageBackup) }),
});

/** The reference product sends `instances`; `backups` matches the name of the call. */
export const listPbsBackups = endpoint('GET /api/backups/pbs', {
  summary: 'Backups on backup servers, and these servers',
  access: 'viewer',
  reply: z.object({ instances: z.array(PbsInstance), backups: z.array(PbsBackup) }),
});

export const listSnapshots = endpoint('GET /api/snapshots', {
  summary: 'Snapshots of guests',
  access: 'viewer',
  reply: z.object({ snapshots: z.array(GuestSnapshot) }),
});

export const listEndpoints = [
  getStorage,
  listGuests,
  listBackups,
  listUnifiedBackups,
  listPveBackups,
  listPbsBackups,
  listSnapshots,
] as const;
