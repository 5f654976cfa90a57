// Storages, their content, and guests without a backup.

import { ok, type Reply, refuse } from '../answer.ts';
import { isYes, type Params } from '../router.ts';
import { type BackupJob, guestsIn, isIncluded, nextRunOf } from '../world/backup-job.ts';
import type { Cluster } from '../world/cluster.ts';
import type { Node } from '../world/node.ts';
import { edited } from '../world/settings.ts';
import { type Storage, storagesOf } from '../world/storage.ts';
import { storageFigures } from '../world/storage-figures.ts';
import { type Volume, volumesOn } from '../world/volume.ts';
import { type Call, nodeOf, type PveRoute } from './call.ts';

const digest = '921a2c39e40935cc1d681235282a3f4359c66196';

const configured = (s: Storage) => ({
  storage: s.storage,
  type: s.type,
  content: s.content,
  digest,
  ...(s.shared && { shared: 1 }),
  ...(s.disabled && { disable: 1 }),
  ...(s.only && { nodes: s.only.join(',') }),
  ...s.settings,
});

function statusOf(cluster: Cluster, storage: Storage, node: Node, now: number) {
  const seen = storageFigures(cluster, storage, node, now);
  const { total, used, avail } = seen ?? { total: 0, used: 0, avail: 0 };
  return {
    type: storage.type,
    content: storage.content,
    shared: storage.shared ? 1 : 0,
    enabled: storage.disabled ? 0 : 1,
    active: seen ? 1 : 0,
    total,
    used,
    avail,
  };
}

function listed(call: Call, params: Params) {
  const node = nodeOf(call);
  return (call.may('Datastore.Audit') ? storagesOf(call.cluster, node) : [])
    .filter((s) => !isYes(params.enabled) || !s.disabled)
    .filter((s) => (params.storage ?? s.storage) === s.storage)
    .filter((s) => !params.content || params.content.split(',').some((c) => s.content.split(',').includes(c)))
    .map((s) => ({ s, status: statusOf(call.cluster, s, node, call.now) }))
    .map(({ s, status }) => ({
      storage: s.storage,
      ...status,
      ...(status.total > 0 && { used_fraction: status.used / status.total }),
    }));
}

/** Answers for the storage in the path. Otherwise refuses like a real server. */
export function withStorage(call: Call, answer: (storage: Storage, node: Node) => Reply): Reply {
  const node = nodeOf(call);
  const name = call.path.storage;
  const storage = call.cluster.storages.find((s) => s.storage === name);
  if (!storage) return refuse(500, `storage '${name}' does not exist`);
  if (storage.disabled) return refuse(500, `storage '${name}' is disabled`);
  if (!storagesOf(call.cluster, node).includes(storage)) {
    return refuse(500, `storage '${name}' is not available on node '${node.name}'`);
  }
  return answer(storage, node);
}

function contentOf(storage: Storage, node: Node, { cluster, may }: Call, params: Params): Volume[] {
  const vmid = params.vmid === undefined ? undefined : Number(params.vmid);
  return (
    volumesOn(cluster, storage, node)
      // A backup belongs to an account, so it is left out without the privilege to manage the storage.
      .filter((v) => v.content !== 'backup' || may('Datastore.Allocate'))
      .filter((v) => (params.content ?? v.content) === v.content)
      .filter((v) => vmid === undefined || v.vmid === vmid)
  );
}

function backupJob(cluster: Cluster, job: BackupJob, now: number) {
  const { id, schedule, storage, only, keepLast } = job;
  const excluded = [...cluster.guests.values()].filter((g) => !isIncluded(g));
  return {
    id,
    type: 'vzdump',
    schedule,
    storage,
    mode: 'snapshot',
    enabled: 1,
    ...(only
      ? {
          vmid: guestsIn(job, cluster)
            .map((g) => g.vmid)
            .join(','),
        }
      : { all: 1 }),
    ...(!only && excluded.length > 0 && { exclude: excluded.map((g) => g.vmid).join(',') }),
    ...(keepLast && { 'prune-backups': { 'keep-last': String(keepLast) } }),
    'notes-template': '{{guestname}}',
    'next-run': nextRunOf(job, now),
  };
}

export const storageRoutes: PveRoute[] = [
  {
    path: '/storage',
    params: { type: { rule: 'string' } },
    answer: ({ cluster, may }, params) =>
      ok(
        (may('Datastore.Audit')
          ? edited(cluster.edits, '/storage', 'storage', cluster.storages.map(configured))
          : []
        ).filter((row) => (params.type ?? row.type) === row.type),
      ),
  },
  {
    path: '/nodes/{node}/storage',
    params: {
      content: { rule: 'string' },
      enabled: { rule: 'boolean' },
      format: { rule: 'boolean' },
      storage: { rule: 'string' },
      target: { rule: 'string' },
    },
    answer: (call, params) => ok(listed(call, params)),
  },
  {
    path: '/nodes/{node}/storage/{storage}/status',
    needs: ['/storage/{storage}', 'Datastore.Audit'],
    answer: (call) => withStorage(call, (storage, node) => ok(statusOf(call.cluster, storage, node, call.now))),
  },
  {
    path: '/nodes/{node}/storage/{storage}/content',
    needs: ['/storage/{storage}', 'Datastore.Audit', 'Datastore.Allocate'],
    params: { content: { rule: 'string' }, vmid: { rule: 'integer' } },
    answer: (call, params) => withStorage(call, (storage, node) => ok(contentOf(storage, node, call, params))),
  },
  {
    path: '/cluster/backup',
    needs: ['/', 'Sys.Audit'],
    answer: ({ cluster, now }) => ok(cluster.backupJobs.map((job) => backupJob(cluster, job, now))),
  },
  {
    path: '/cluster/backup-info/not-backed-up',
    needs: ['/', 'Sys.Audit'],
    answer: ({ cluster }) =>
      ok(
        [...cluster.guests.values()]
          .filter((g) => !isIncluded(g) && !cluster.backupJobs.some((job) => job.only?.includes(g.vmid)))
          .map((g) => ({ vmid: g.vmid, type: g.kind, name: g.name })),
      ),
  },
];
