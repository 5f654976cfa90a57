// The plain state, for all other clients: GET /api/state, `initialState`, `rawData`. It has everything that the reference
// product sends, with its short field names and the PVE backup lists in one object.
import * as z from 'zod';
import { Guest } from './entities/guest.ts';
import { Node } from './entities/node.ts';
import { Datastore, PbsBackup, PbsInstance } from './entities/pbs.ts';
import { PveBackups } from './entities/pve-backups.ts';
import { Storage } from './entities/storage.ts';
import { lists, singles } from './state.ts';

const {
  backupTasks: _b,
  storageBackups: _s,
  guestSnapshots: _g,
  tasks: _t,
  nodeLosses: _l,
  pbsDetails: _d,
  guestConfigs: _c,
  backupJobs: _j,
  copyJobs: _y,
  retentions: _r,
  guestProtection: _p,
  backupGroups: _o,
  baselines: _a,
  ...rest
} = lists;

/** `node` repeats the name, `mem`, `maxmem`, `maxdisk` repeat memory and disk in bytes; `lastSeen` ISO. */
export const PlainNode = Node.extend({
  node: z.string(),
  mem: z.number(),
  maxmem: z.number(),
  maxdisk: z.number(),
  lastSeen: z.string(),
});
export const PlainGuest = Guest.required({ vmid: true }).extend({
  mem: z.number(),
  maxmem: z.number(),
  lastSeen: z.string(),
});
/** `pbsNames`: of a storage of type pbs, the watched backup servers it points to. */
export const PlainStorage = Storage.extend({
  storage: z.string(),
  avail: z.number(),
  pbsNames: z.array(z.string()).optional(),
});

/** Figures that a server or a datastore does not report are 0. */
export const PlainPbs = PbsInstance.required({
  cpu: true,
  memory: true,
  memoryUsed: true,
  memoryTotal: true,
  uptime: true,
}).extend({ datastores: z.array(Datastore.required({ total: true, used: true, free: true, usage: true })) });
/** `size` is 0 while a backup runs. */
export const PlainPbsBackup = PbsBackup.required({ size: true });

export const PlainState = z.object({
  ...rest,
  nodes: z.array(PlainNode),
  vms: z.array(PlainGuest),
  containers: z.array(PlainGuest),
  storage: z.array(PlainStorage),
  pbs: z.array(PlainPbs),
  pbsBackups: z.array(PlainPbsBackup),
  pveBackups: PveBackups,
  metrics: z.array(z.unknown()),
  ...singles,
  lastUpdate: z.number(),
});
export type PlainState = z.infer<typeof PlainState>;
