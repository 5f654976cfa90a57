// The state as any other client reads it: GET /api/state, `initialState`, `rawData`. A superset of what the
// reference product sends (server contract §2.4): the pve backup lists in one object, and its short field names.
import * as z from 'zod';
import { Guest } from './entities/guest.ts';
import { Node } from './entities/node.ts';
import { PveBackups } from './entities/pve-backups.ts';
import { Storage } from './entities/storage.ts';
import { lists, singles } from './state.ts';

const { backupTasks: _t, storageBackups: _s, guestSnapshots: _g, ...rest } = lists;

/** `node` repeats the name, `mem`, `maxmem`, `maxdisk` repeat memory and disk in bytes; `lastSeen` ISO. */
export const PlainNode = Node.extend({
  node: z.string(),
  mem: z.number(),
  maxmem: z.number(),
  maxdisk: z.number(),
  lastSeen: z.string(),
});
export const PlainGuest = Guest.extend({ mem: z.number(), maxmem: z.number(), lastSeen: z.string() });
/** `pbsNames`: of a storage of type pbs, the watched backup servers it points to. */
export const PlainStorage = Storage.extend({
  storage: z.string(),
  avail: z.number(),
  pbsNames: z.array(z.string()).optional(),
});

export const PlainState = z.object({
  ...rest,
  nodes: z.array(PlainNode),
  vms: z.array(PlainGuest),
  containers: z.array(PlainGuest),
  storage: z.array(PlainStorage),
  pveBackups: PveBackups,
  metrics: z.array(z.unknown()),
  ...singles,
  lastUpdate: z.number(),
});
export type PlainState = z.infer<typeof PlainState>;
