// Jobs, tasks and backups of several releases through the whole server: the states of protection that follow from them.
import { NodeConfig } from '@belfry/schema/config/node';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { type HostAnswer, pass, startAnsweringHost } from './testing/answering-host.ts';
import { archivesOf } from './testing/archives.ts';
import { backupServerAnswer } from './testing/pbs-answers.ts';
import { wholeApp } from './testing/whole-app.ts';

type Row = Record<string, unknown>;

const secondsOf = (time: string): number => Date.parse(time) / 1000;
const verified = (state: string) => ({
  verification: { state, upid: 'UPID:vault1:1:2:3:6543F1A0:verify:full:root@pam:' },
});
const snapshot = (id: number, time: string, more: object): Row => ({
  ...{ 'backup-type': 'vm', 'backup-id': String(id), 'backup-time': secondsOf(time), owner: 'belfry@pbs!vm' },
  ...{ size: 5_400_000_000, protected: false, ...more },
});
const files = ['qemu-server.conf.blob', 'drive-scsi0.img.fidx'].map((filename) => ({ filename, 'crypt-mode': 'none' }));

/** A job of all guests every half hour, and one that is off. */
const jobs = [
  { id: 'backup-1', type: 'vzdump', schedule: '*/30', mode: 'snapshot', storage: 'local', enabled: 1, all: 1 },
  { id: 'backup-2', type: 'vzdump', schedule: 'sat 02:00', mode: 'stop', storage: 'nas', enabled: 0, vmid: '101,102' },
];

const oldFile = [
  {
    ...{ volid: 'local:backup/vzdump-lxc-100-2021_02_03-04_05_06.tar.lzo', content: 'backup', format: 'tar.lzo' },
    ...{ vmid: 100, ctime: secondsOf('2021-02-03T03:05:06Z'), size: 4_500_000 },
  },
];

/** The task of a job has no number of a guest. */
const task = (type: string, id: string, time: string): Row => {
  const starttime = secondsOf(time);
  const upid = `UPID:pve:00010506:001EA0A4:${starttime.toString(16).toUpperCase()}:${type}:${id}:root@pam:`;
  return { upid, type, id, user: 'root@pam', pid: 66_822, pstart: 1, starttime, endtime: starttime + 40, status: 'OK' };
};

/** `guests`: their types and numbers. */
interface Given {
  at: string;
  guests: string[];
  snapshots?: Row[];
  files?: Row[];
  tasks?: Row[];
}

const STORE = 'full';
const MINUTES = 10;

/** What is known ten minutes after a time. The job runs every half hour and includes all guests. */
async function protectionOf({ at, guests, snapshots = [], files = [], tasks = [] }: Given) {
  const clock = fakeClock(Date.parse(at));
  const groups = Map.groupBy(snapshots, (row) => `${row['backup-type']}/${row['backup-id']}`);
  const server = await startAnsweringHost(clock, (path): HostAnswer => {
    if (path === `/admin/datastore/${STORE}/namespace`) return { data: [{ ns: '' }] };
    if (path === `/admin/datastore/${STORE}/snapshots`) return { data: snapshots };
    if (path !== `/admin/datastore/${STORE}/groups`) return backupServerAnswer(path, 'well', clock.now());
    const row = ([first]: Row[], count: number) => ({
      ...first,
      files: [],
      'backup-count': count,
      'last-backup': count,
    });
    return { data: [...groups.values()].map((list) => row(list, list.length)) };
  });
  const storage = { content: 'backup', node: 'pve', status: 'available', disk: 1, maxdisk: 100 };
  const answers: Record<string, unknown> = {
    '/version': { version: '9.2.0' },
    '/cluster/resources': [
      { type: 'node', node: 'pve', status: 'online', uptime: 1000, maxmem: 100, mem: 1, maxcpu: 1 },
      ...guests.map((id) => {
        const [type, vmid] = id.split('/');
        return { type, id, vmid: Number(vmid), node: 'pve', name: id, status: 'running', uptime: 100, maxmem: 10 };
      }),
      { type: 'storage', storage: 'local', plugintype: 'dir', shared: 0, ...storage },
      { type: 'storage', storage: 'vault', plugintype: 'pbs', shared: 1, ...storage },
    ],
    '/cluster/backup':
      snapshots.length > 0 ? jobs.map((job) => (job.enabled ? { ...job, storage: 'vault' } : job)) : jobs,
    '/storage': [
      { storage: 'local', type: 'dir', content: 'backup' },
      { storage: 'vault', type: 'pbs', server: '127.0.0.1', datastore: STORE },
    ],
    '/nodes/pve/time': { timezone: 'UTC' },
    '/nodes/pve/tasks': tasks.map((task) => ({ ...task, node: 'pve' })),
    '/nodes/pve/storage/local/content': files,
    '/nodes/pve/storage/vault/content': [],
  };
  const host = await startAnsweringHost(clock, (path) => (answers[path] ? { data: answers[path] } : { status: 501 }));
  const common = { verifySSL: false };
  const nodes = [
    { type: 'pve', name: 'real', host: host.origin, tokenName: 'a@pve!b', tokenValue: 'c', ...common },
    { type: 'pbs', name: 'vault', host: server.origin, tokenName: 'a@pbs!b', tokenValue: 'c', ...common },
  ].map((config) => NodeConfig.parse(config));
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes }, clock });
  await pass(clock, [host, server], MINUTES * 60);
  const { guestProtection, backupGroups } = await archivesOf(app);
  return {
    guests: Object.fromEntries(guestProtection.map((guest) => [guest.id.replace(/^.*-/, ''), guest])),
    groups: backupGroups.map(({ kind, type, vmid, isReused }) => ({ kind, type, vmid, isReused })),
  };
}

test.for<[string, Given, { guests: object; groups: object[] }]>([
  [
    'a backup server 3 with a good and a damaged backup',
    {
      ...{ at: '2026-03-10T12:04:00Z', guests: ['qemu/100', 'qemu/101'] },
      snapshots: [
        snapshot(100, '2026-03-03T12:03:20Z', verified('ok')),
        snapshot(100, '2026-03-10T12:03:20Z', verified('ok')),
        snapshot(101, '2026-03-03T12:03:20Z', verified('failed')),
        { 'backup-type': 'host', 'backup-id': 'desk', 'backup-time': secondsOf('2026-03-09T07:00:00Z'), size: 123 },
      ],
    },
    {
      guests: {
        100: {
          ...{ state: 'protected', lastGood: '2026-03-10T12:03:20.000Z', backups: 2, verification: 'ok' },
          ...{ place: 'vault:full', jobs: ['real/backup-1'], lastRun: { result: 'ok' }, everySeconds: 1800 },
        },
        101: { state: 'never', backups: 1, lastRun: { result: 'missed' } },
      },
      groups: [],
    },
  ],
  [
    'a backup server 3 whose newest backup is not verified yet, and the one before is',
    {
      ...{ at: '2026-03-14T08:19:00Z', guests: ['qemu/103'] },
      snapshots: [
        snapshot(103, '2026-03-14T08:18:50Z', { files, size: 5_400_000_000 }),
        snapshot(103, '2026-03-10T09:54:06Z', { files, size: 5_400_000_100, ...verified('ok') }),
      ],
    },
    {
      guests: {
        103: {
          ...{ state: 'protected', lastGood: '2026-03-14T08:18:50.000Z', verification: 'none', encrypted: false },
          ...{ newestVerified: '2026-03-10T09:54:06.000Z', sizeChange: -100 },
        },
      },
      groups: [],
    },
  ],
  [
    'a file of release 6, which nothing verifies',
    {
      ...{ at: '2021-02-03T03:06:00Z', guests: ['lxc/100'] },
      ...{
        files: oldFile,
        tasks: [task('vzstop', '100', '2021-02-03T03:05:30Z'), task('vzclone', '100', '2021-02-03T03:05:00Z')],
      },
    },
    {
      guests: { 100: { state: 'protected', place: 'real/local', backups: 1, verification: 'not-possible' } },
      groups: [],
    },
  ],
  [
    'the same file, when the number belongs to a virtual machine now',
    { at: '2021-02-03T03:06:00Z', guests: ['qemu/100'], files: oldFile },
    {
      guests: { 100: { state: 'never', backups: 0 } },
      groups: [{ kind: 'orphan', type: 'lxc', vmid: 100, isReused: true }],
    },
  ],
  [
    'a task that ended well, without a backup of the guest',
    { at: '2026-03-24T11:16:00Z', guests: ['qemu/100'], tasks: [task('vzdump', '', '2026-03-24T11:00:00Z')] },
    {
      guests: { 100: { state: 'never', lastRun: { at: '2026-03-24T11:00:00.000Z', result: 'missed' } } },
      groups: [],
    },
  ],
])('%s', async ([, given, expected]) => {
  expect(await protectionOf(given)).toMatchObject(expected);
});
