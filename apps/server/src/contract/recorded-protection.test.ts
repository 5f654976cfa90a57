// Recorded jobs, tasks and backups of real hosts through the whole server: the states of protection that follow from them. The guests
// and the storage between them are made up, because nobody recorded all parts of one place.
import { NodeConfig } from '@belfry/schema/config/node';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { allRecordingsOf, noRecordings } from '../sources/testing/recordings.ts';
import { type HostAnswer, pass, startAnsweringHost } from './testing/answering-host.ts';
import { archivesOf } from './testing/archives.ts';
import { backupServerAnswer } from './testing/pbs-answers.ts';
import { wholeApp } from './testing/whole-app.ts';

type Row = Record<string, unknown>;

const recorded = (product: 'pve' | 'pbs', file: string | undefined): Row[] => {
  if (file === undefined) return [];
  const found = allRecordingsOf(product).find((recording) => recording.file === `${product}/${file}.json`);
  if (!Array.isArray(found?.body.data)) throw new Error(`${file} is not a recorded list`);
  return found.body.data;
};

/** The names of recordings. `guests`: their types and numbers. */
interface Recorded {
  at: string;
  guests: string[];
  snapshots?: string;
  files?: string;
  tasks?: string;
}

const STORE = 'full';
const MINUTES = 10;

/** What is known ten minutes after a time. The recorded job runs every half hour and includes all guests. */
async function protectionOf({ at, guests, snapshots, files, tasks }: Recorded) {
  const clock = fakeClock(Date.parse(at));
  const found = recorded('pbs', snapshots);
  const groups = Map.groupBy(found, (row) => `${row['backup-type']}/${row['backup-id']}`);
  const server = await startAnsweringHost(clock, (path): HostAnswer => {
    if (path === `/admin/datastore/${STORE}/namespace`) return { data: [{ ns: '' }] };
    if (path === `/admin/datastore/${STORE}/snapshots`) return { data: found };
    if (path !== `/admin/datastore/${STORE}/groups`) return backupServerAnswer(path, 'well', clock.now());
    const row = ([first]: Row[], count: number) => ({
      ...first,
      files: [],
      'backup-count': count,
      'last-backup': count,
    });
    return { data: [...groups.values()].map((list) => row(list, list.length)) };
  });
  const jobs = recorded('pve', 'pve9-goproxmox-sample-cluster-backup-jobs');
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
    '/cluster/backup': snapshots ? jobs.map((job) => (job.enabled ? { ...job, storage: 'vault' } : job)) : jobs,
    '/storage': [
      { storage: 'local', type: 'dir', content: 'backup' },
      { storage: 'vault', type: 'pbs', server: '127.0.0.1', datastore: STORE },
    ],
    '/nodes/pve/time': { timezone: 'UTC' },
    '/nodes/pve/tasks': recorded('pve', tasks).map((task) => ({ ...task, node: 'pve' })),
    '/nodes/pve/storage/local/content': recorded('pve', files),
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

test.for<[string, Recorded, { guests: object; groups: object[] }]>([
  [
    'a recorded backup server 3 with a good and a damaged backup',
    { at: '2023-11-21T22:14:00Z', guests: ['qemu/100', 'qemu/101'], snapshots: 'pbs3-dumbmonit-snapshots' },
    {
      guests: {
        100: {
          ...{ state: 'protected', lastGood: '2023-11-21T22:13:20.000Z', backups: 2, verification: 'ok' },
          ...{ place: 'vault:full', jobs: ['real/backup-1'], lastRun: { result: 'ok' }, everySeconds: 1800 },
        },
        101: { state: 'never', backups: 1, lastRun: { result: 'missed' } },
      },
      groups: [],
    },
  ],
  [
    'a recorded backup server 3 whose newest backup is not verified yet, and the one before is',
    { at: '2025-03-25T08:19:00Z', guests: ['qemu/103'], snapshots: 'pbs3-checkmk-plugin-snapshots' },
    {
      guests: {
        103: {
          ...{ state: 'protected', lastGood: '2025-03-25T08:18:50.000Z', verification: 'none', encrypted: false },
          ...{ newestVerified: '2025-03-21T09:54:06.000Z', sizeChange: -100 },
        },
      },
      groups: [],
    },
  ],
  [
    'a recorded file of release 6, which nothing verifies',
    {
      ...{ at: '2020-11-25T13:40:00Z', guests: ['lxc/100'] },
      ...{ files: 'pve6-fog-storage-local-content-backup', tasks: 'pve6-fog-node-tasks' },
    },
    {
      guests: { 100: { state: 'protected', place: 'real/local', backups: 1, verification: 'not-possible' } },
      groups: [],
    },
  ],
  [
    'the same file, when the number belongs to a virtual machine now',
    { at: '2020-11-25T13:40:00Z', guests: ['qemu/100'], files: 'pve6-fog-storage-local-content-backup' },
    {
      guests: { 100: { state: 'never', backups: 0 } },
      groups: [{ kind: 'orphan', type: 'lxc', vmid: 100, isReused: true }],
    },
  ],
  [
    'a recorded task that ended well, without a backup of the guest',
    { at: '2026-03-24T11:16:00Z', guests: ['qemu/100'], tasks: 'sample-homeassistant-node-tasks' },
    {
      guests: { 100: { state: 'never', lastRun: { at: '2026-03-24T11:00:00.000Z', result: 'missed' } } },
      groups: [],
    },
  ],
])('%s', async ([, given, expected], ctx) => {
  if (noRecordings) ctx.skip(noRecordings);
  expect(await protectionOf(given)).toMatchObject(expected);
});
