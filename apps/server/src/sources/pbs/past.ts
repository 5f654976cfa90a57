// The past that a Proxmox Backup Server has kept of itself and of its datastores.
import { datastoreId, instanceId } from '@belfry/domain/ids';
import type { Frame, Past } from '../../config/past.ts';
import { createDenials, ENOUGH } from '../proxmox-api/denials.ts';
import { percentOf, type RowValues, spaceOf } from '../proxmox-api/kept-columns.ts';
import { amount, percentIn, type Raw } from '../proxmox-api/read.ts';
import { subjectsOver } from '../proxmox-api/subject.ts';
import type { BackupServer } from './server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Frames that another one covers are left out. */
const frames: readonly Frame[] = [
  { name: 'day', stepMs: MINUTE_MS, spanMs: DAY_MS },
  { name: 'month', stepMs: 30 * MINUTE_MS, spanMs: 30 * DAY_MS },
  { name: 'year', stepMs: 360 * MINUTE_MS, spanMs: 365 * DAY_MS },
];

export function createPast(server: BackupServer): Past {
  const { session, clock } = server;
  const subject = subjectsOver({ session, clock, denials: createDenials(clock, ENOUGH) });

  return {
    frames: () => frames,
    subjects() {
      const { datastores } = server.facts;
      const { name, id = instanceId('pbs', name) } = server.config;
      if (datastores === undefined) return [];
      return [
        subject({ kind: 'pbs', id }, 'history of the server', '/nodes/localhost/rrd', ofServer),
        ...datastores.map((store) => {
          const resource = { kind: 'datastore', id: datastoreId(id, store.name) } as const;
          const path = `/admin/datastore/${encodeURIComponent(store.name)}/rrd`;
          return subject(resource, 'history of datastores', path, ofDatastore);
        }),
      ];
    },
  };
}

/** In the order of the catalogue: cpu, memory, swap, disk, load, iowait, netin, netout. `total` and `used` are of the root file system. */
const ofServer: RowValues = (row: Raw) => [
  percentIn(row.cpu),
  percentOf(amount(row.memused), amount(row.memtotal)),
  percentOf(amount(row.swapused), amount(row.swaptotal)),
  percentOf(amount(row.used), amount(row.total)),
  amount(row.loadavg),
  percentIn(row.iowait),
  amount(row.netin),
  amount(row.netout),
];

const ofDatastore: RowValues = (row: Raw) => spaceOf(amount(row.used), amount(row.total));
