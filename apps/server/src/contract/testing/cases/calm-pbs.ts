// A calm backup server with one datastore, or the datastores of a case.
import { type Answers, type CalmHost, changed, DAY_S, GiB, type Row } from './calm.ts';
import type { HostFacts } from './case-files.ts';

const TiB = 1024 ** 4;

function answers({ version = '4.1.2', datastores = [] }: HostFacts, now: number): Answers {
  const stores = datastores.map((row): Row => {
    const space = { total: 12 * TiB, used: 4 * TiB, avail: 8 * TiB };
    return changed(
      {
        ...space,
        'mount-status': 'nonremovable',
        'gc-status': { 'disk-bytes': 4 * TiB, 'index-data-bytes': 70 * TiB },
      },
      row,
    );
  });
  const [major = '', ...rest] = version.split('.');
  const upid = (store: unknown) =>
    `UPID:localhost:000003F0:00001A2B:00000007:${(now - 41_000).toString(16).toUpperCase()}:garbage_collection:${store}:root@pam:`;
  return {
    '/version': { version: `${major}.${rest[0] ?? '0'}`, release: rest[1] ?? '1', repoid: '0123abcd' },
    '/access/permissions': {
      '/': { 'Sys.Audit': true, 'Datastore.Audit': true, 'Remote.Audit': true, 'Tape.Audit': true },
    },
    '/status/datastore-usage': stores,
    '/admin/datastore': stores.map((row) => ({ store: row.store, 'mount-status': row['mount-status'] })),
    '/nodes/localhost/status': {
      ...{ cpu: 0.02, wait: 0.001, loadavg: [0.2, 0.1, 0.1], uptime: 50 * DAY_S, kversion: 'Linux 6.17.4-1-pve' },
      memory: { total: 32 * GiB, used: 6 * GiB, free: 26 * GiB },
      swap: { total: 0, used: 0, free: 0 },
      root: { total: 60 * GiB, used: 9 * GiB, avail: 48 * GiB },
      cpuinfo: { model: 'EPYC 4344P', cpus: 8, sockets: 1 },
      info: { fingerprint: `${'0B:'.repeat(31)}0B` },
    },
    '/nodes/localhost/time': { timezone: 'Europe/Vienna', time: now, localtime: now + 7200 },
    '/admin/datastore/*/namespace': [{ ns: '' }],
    '/admin/datastore/*/groups': [],
    '/admin/datastore/*/snapshots': [],
    '/admin/datastore/*/gc': {},
    '/admin/datastore/*/rrd': [],
    '/admin/gc': stores.map(({ store }) => ({
      ...{
        store,
        schedule: 'daily',
        upid: upid(store),
        'next-run': now + 45_000,
        'disk-bytes': 4 * TiB,
        'index-data-bytes': 70 * TiB,
      },
      ...{ 'last-run-state': 'OK', 'last-run-endtime': now - 40_000, 'last-run-upid': upid(store), duration: 1000 },
      ...{ 'removed-bytes': 0, 'pending-bytes': 0, 'removed-bad': 0, 'still-bad': 0 },
    })),
    ...{ '/admin/sync': [], '/admin/verify': [], '/admin/prune': [], '/tape/backup': [], '/config/remote': [] },
    ...{ '/nodes/localhost/tasks': [], '/nodes/localhost/services': [], '/nodes/localhost/rrd': [] },
    ...{ '/nodes/localhost/disks/list': [], '/nodes/localhost/disks/zfs': [] },
    '/admin/traffic-control': [],
  };
}

export const calmPbs: CalmHost = {
  rows: (facts) => ({ datastores: [{ store: 'vault' }], ...facts }),
  answers,
};
