// Every call of Proxmox Backup Server that the lab answers.
import { invalid, ok, page, type Reply, refuse } from '../answer.ts';
import type { Params } from '../router.ts';
import { indexBytes as plainIndexBytes } from '../world/backup-history.ts';
import { type BackupSnapshot, type Group, type Store, storeFigures } from '../world/datastore.ts';
import { keyFingerprint } from '../world/volume.ts';
import { walk } from '../world/walk.ts';
import { type Call, mayEnter, OWN, type PbsRoute, troubleOf, withNamespace, withStore } from './call.ts';
import { type Job, resultOf, timesOf } from './job.ts';
import type { TokenRole } from './server.ts';
import { escaped, knownTasks, logLines, upidOf, upidPattern } from './task-log.ts';

const text = { rule: 'string' } as const;
const type = { rule: ['vm', 'ct', 'host'] } as const;

const versions: Record<number, { version: string; release: string; repoid: string }> = {
  2.4: { version: '2.4', release: '7', repoid: 'f05085d9d4c27d38e2f5cd0bcb4b3b5bb8f4a7c6' },
  3.2: { version: '3.2', release: '7', repoid: '91d19a2b4f0ad8d4f94a29ef0d9b5e27c1c0fd3e' },
  4.1: { version: '4.1', release: '2', repoid: '6d0e4e0b8fbb7b5f54d1f65b2ff8f2f4e3a3c111' },
};

function gcStatus(store: Store, now: number) {
  const { logical, disk } = storeFigures(store, now);
  const files = [...store.namespaces.values()].flat().reduce((sum, { snapshots }) => sum + snapshots.length, 0);
  return {
    'index-file-count': files,
    'index-data-bytes': logical,
    'disk-bytes': disk,
    'disk-chunks': Math.ceil(disk / chunkBytes),
    'removed-bytes': 0,
    'removed-chunks': 0,
    'pending-bytes': 0,
    'pending-chunks': 0,
    'removed-bad': 0,
    'still-bad': 0,
  };
}

/** The approximate size of a compressed chunk. */
const chunkBytes = 2_000_000;

function usage(store: Store, { now, world, role }: Call) {
  const trouble = troubleOf(store);
  const kind = world.release >= 4 && { 'backend-type': 'filesystem' };
  const mounted = world.release >= 3.3 && { 'mount-status': store.isUnmounted ? 'notmounted' : 'nonremovable' };
  // An account for one namespace does not see sizes.
  if (store.isUnmounted || role === 'namespace') return { store: store.name, ...kind, ...mounted };
  if (trouble) return { store: store.name, error: trouble, ...kind, ...mounted };
  const { total, used, avail } = storeFigures(store, now - (now % 60));
  return {
    store: store.name,
    total,
    used,
    avail,
    history: [null, used / total - 0.01, used / total],
    'history-start': now - 3 * 3600,
    'history-delta': 3600,
    'estimated-full-date': store.name === 'archive' ? now + 11 * 86_400 : now - 86_400,
    ...(world.release >= 3 && { 'gc-status': gcStatus(store, now) }),
    ...kind,
    ...mounted,
  };
}

const state = (kind: string, given: Job, now: number) => {
  const { id, isRunning } = given;
  const result = resultOf(given);
  const { next, end: endtime } = timesOf(given, now);
  return {
    ...(next !== undefined && { 'next-run': next }),
    ...(isRunning && { 'last-run-upid': upidOf(kind, id, endtime ?? 0) }),
    ...(!isRunning &&
      result !== undefined &&
      endtime !== undefined && {
        'last-run-state': result,
        'last-run-endtime': endtime,
        'last-run-upid': upidOf(kind, id, endtime),
      }),
  };
};

const job = (kind: string, given: Job, now: number) => {
  const { id, store, schedule, ns, comment, disable } = given;
  return {
    id,
    store,
    schedule,
    ...(ns && { ns }),
    ...(comment && { comment }),
    ...(disable && { disable }),
    ...state(kind, given, now),
  };
};

/** Without a privilege on remotes, jobs with a remote are left out. Jobs within a server exist since 3.2. */
function syncs({ world, role, now, shuffled }: Call, direction = 'pull'): Reply {
  const seen = world.jobs.sync.filter(({ remote }) =>
    remote?.id === undefined ? mayAudit(role) && world.release >= 3.2 : role === 'audit',
  );
  return ok(
    shuffled(seen)
      .filter(({ remote }) => direction === 'all' || remote?.direction === direction)
      .map((given) => ({
        ...job('syncjob', given, now),
        ...(given.remote?.id !== undefined && { remote: given.remote.id }),
        'remote-store': given.remote?.store,
        ...(world.release >= 3.3 && given.remote?.direction === 'push' && { 'sync-direction': 'push' }),
      })),
  );
}

const group = (of: Group) => ({
  'backup-type': of.type,
  'backup-id': of.id,
  'backup-count': of.snapshots.length,
  // A group without snapshots remains. `files` are those of its last backup. A running backup has none.
  'last-backup': Math.max(0, ...of.snapshots.map((s) => s.time)),
  owner: of.owner,
  files: of.snapshots[0]?.size === undefined ? [] : files(of).map((file) => file.filename),
});

function files({ type }: Group, { size = 0, isEncrypted, indexBytes = plainIndexBytes }: Partial<BackupSnapshot> = {}) {
  const mode = { 'crypt-mode': isEncrypted ? 'encrypt' : 'none' };
  const data = { vm: 'drive-scsi0.img.fidx', ct: 'root.pxar.didx', host: 'data.pxar.didx' }[type];
  return [
    { filename: data, size: Math.max(0, size - indexBytes), ...mode },
    { filename: 'index.json.blob', size: indexBytes, 'crypt-mode': isEncrypted ? 'sign-only' : 'none' },
    { filename: 'client.log.blob' },
  ];
}

const snapshot = (of: Group, one: BackupSnapshot) => ({
  'backup-type': of.type,
  'backup-id': of.id,
  'backup-time': one.time,
  owner: of.owner,
  protected: one.isProtected,
  ...(one.comment !== undefined && { comment: one.comment }),
  ...(one.size === undefined ? { files: [] } : { size: one.size, files: files(of, one) }),
  ...(one.isEncrypted && { fingerprint: keyFingerprint }),
  ...(one.verified && { verification: { state: one.verified, upid: upidOf('verificationjob', 'main', one.time) } }),
});

function snapshots({ shuffled }: Call, groups: readonly Group[], params: Params): Reply {
  const wanted = groups.filter(
    (g) =>
      (params['backup-type'] ?? g.type) === g.type &&
      (params['backup-id'] === undefined || params['backup-id'] === g.id),
  );
  // A real server reads directories and does not sort them.
  return ok(shuffled(wanted.flatMap((g) => g.snapshots.map((s) => snapshot(g, s)))));
}

function nodeStatus({ world, now, role }: Call): Reply {
  if (!mayAudit(role)) return refuse(403, 'permission check failed');
  const total = 16_642_998_272;
  const used = Math.floor(total * (0.2 + 0.3 * walk(world.seed, now, 900)));
  return ok({
    cpu: 0.02 + 0.4 * walk(world.seed + 1, now, 300),
    wait: 0.001,
    uptime: now - world.bootedAt,
    loadavg: [0.12, 0.18, 0.21],
    memory: { total, used, free: total - used },
    swap: { total: 8_589_930_496, used: 0, free: 8_589_930_496 },
    root: { total: 100_861_726_720, used: 12_463_228_416, avail: 83_234_159_104 },
    kversion: 'Linux 6.8.12-2-pve #1 SMP PREEMPT_DYNAMIC PMX 6.8.12-2',
    'current-kernel': { sysname: 'Linux', release: '6.8.12-2-pve', version: '#1 SMP', machine: 'x86_64' },
    cpuinfo: { model: 'Intel(R) N100', sockets: 1, cpus: 4 },
    info: { fingerprint: world.fingerprint?.toLowerCase() ?? 'aa:bb' },
    'boot-info': { mode: 'efi', secureboot: false },
  });
}

const mayAudit = (role: TokenRole): boolean => role === 'audit' || role === 'local';
const audit = { 'Sys.Audit': true, 'Datastore.Audit': true };
const local = { '/': audit, '/access': audit, '/datastore': audit, '/system': audit };
const rights: Record<TokenRole, Record<string, Record<string, boolean>>> = {
  audit: { ...local, '/remote': { 'Remote.Audit': true } },
  local,
  datastores: { '/datastore': { 'Datastore.Audit': true } },
  namespace: { [`/datastore/${OWN.store}/${OWN.namespace}`]: { 'Datastore.Audit': true } },
  none: {},
};

/** Every account sees a removable datastore that is not mounted. */
const visible = ({ world, role, shuffled }: Call): Store[] =>
  shuffled(
    world.stores.filter(
      ({ name, isUnmounted }) => isUnmounted || (role === 'namespace' ? name === OWN.store : role !== 'none'),
    ),
  );
const jobsOf = (kind: 'verify' | 'prune', task: string) => (call: Call) =>
  ok(call.role === 'none' ? [] : call.shuffled(call.world.jobs[kind]).map((given) => job(task, given, call.now)));

/** Newest first. Tasks of other accounts need the privilege to audit the system. */
function tasks({ world, role }: Call, { typefilter = '', since = '0', limit = '50' }: Params): Reply {
  const seen = mayAudit(role) ? world.tasks : [];
  return ok(
    seen
      .filter((task) => task.type.includes(typefilter) && task.start > Number(since))
      .sort((a, b) => b.start - a.start)
      .slice(0, Number(limit) || undefined)
      .map(({ type, id, start, end }) => ({
        upid: upidOf(type, escaped(id), start),
        node: 'localhost',
        pid: 704,
        pstart: 1978,
        starttime: start,
        worker_type: type,
        worker_id: id,
        user: 'root@pam',
        ...(end !== undefined && { endtime: end, status: 'OK' }),
      })),
  );
}

/** If a file cannot be opened, the error text is that of the operating system. */
function taskLog({ world, role, path, now }: Call, { start = '0', limit = '50' }: Params): Reply {
  const { upid = '' } = path;
  if (!upidPattern.test(upid)) return invalid({ upid: 'unable to parse UPID' });
  if (!mayAudit(role)) return refuse(403, 'permission check failed');
  const task = knownTasks(world, now).find((known) => known.upid === upid);
  if (!task) return refuse(400, 'No such file or directory (os error 2)');
  const lines = logLines(task);
  const from = Number(start);
  const shown = lines.slice(from, limit === '0' ? undefined : from + Number(limit));
  return page(
    shown.map((t, i) => ({ n: from + i + 1, t })),
    lines.length,
  );
}

/** The list leaves out datastores that cannot be read. */
function gcJobs(call: Call, only?: string) {
  return call
    .shuffled(call.world.jobs.gc)
    .filter((given) => only === undefined || given.store === only)
    .flatMap((given) => {
      const store = call.world.stores.find((s) => s.name === given.store);
      return store && !troubleOf(store)
        ? [
            {
              store: store.name,
              schedule: given.schedule,
              duration: given.seconds,
              ...gcStatus(store, call.now),
              ...state('garbage_collection', given, call.now),
            },
          ]
        : [];
    });
}

const login = {
  username: { rule: 'string', required: true },
  password: text,
  path: text,
  privs: text,
  port: { rule: 'integer' },
  'tfa-challenge': text,
} as const;

/** A release without namespaces, directions or the list of garbage collections refuses the call or the parameter. */
export const pbsRoutes = (release: number): PbsRoute[] => {
  const ns = { ns: text };
  return [
    { path: '/version', answer: ({ world }) => ok(versions[world.release]) },
    {
      path: '/access/ticket',
      method: 'POST',
      public: true,
      params: { ...login, ...(release >= 4 && { 'http-only': { rule: 'boolean' } as const }) },
      answer({ access, now, world }, params) {
        if (world.isDaemonDown) return refuse(400, 'client error (Connect)');
        const ticket = access.login(params.username ?? '', params.password ?? '', now);
        return ticket ? ok(ticket) : refuse(401, 'permission check failed.');
      },
    },
    { path: '/access/permissions', params: { path: text, 'auth-id': text }, answer: (call) => ok(rights[call.role]) },
    { path: '/status/datastore-usage', answer: (call) => ok(visible(call).map((store) => usage(store, call))) },
    {
      path: '/admin/datastore',
      answer: (call) =>
        ok(
          visible(call).map((store) => ({
            store: store.name,
            ...(store.maintenance && { maintenance: store.maintenance }),
            ...(release >= 3.3 && { 'mount-status': store.isUnmounted ? 'notmounted' : 'nonremovable' }),
            ...(release >= 4 && { 'backend-type': 'filesystem' }),
          })),
        ),
    },
    {
      path: '/admin/datastore/{store}/namespace',
      params: { parent: text, 'max-depth': { rule: 'integer' } },
      answer: (call) =>
        withStore(call, (store) =>
          ok(call.shuffled([...store.namespaces.keys()].filter((ns) => mayEnter(call, ns))).map((ns) => ({ ns }))),
        ),
    },
    {
      path: '/admin/datastore/{store}/groups',
      params: ns,
      answer: (call, params) => withNamespace(call, params.ns, (groups) => ok(call.shuffled(groups).map(group))),
    },
    {
      path: '/admin/datastore/{store}/snapshots',
      params: { ...ns, 'backup-type': type, 'backup-id': text },
      answer: (call, params) => withNamespace(call, params.ns, (groups) => snapshots(call, groups, params)),
    },
    {
      path: '/admin/datastore/{store}/gc',
      answer: (call) =>
        withStore(call, (store) =>
          ok(gcJobs(call, store.name)[0] ?? { store: store.name, ...gcStatus(store, call.now) }),
        ),
    },
    {
      path: '/admin/sync',
      params: { store: text, ...(release >= 3.3 && { 'sync-direction': { rule: ['all', 'push', 'pull'] } as const }) },
      answer: (call, params) => syncs(call, params['sync-direction']),
    },
    { path: '/admin/verify', params: { store: text }, answer: jobsOf('verify', 'verificationjob') },
    { path: '/admin/prune', params: { store: text }, answer: jobsOf('prune', 'prune') },
    {
      path: '/admin/gc',
      since: 3.2,
      params: { store: text },
      answer: (call) => ok(call.role === 'none' ? [] : gcJobs(call)),
    },
    { path: '/nodes/{node}/status', answer: nodeStatus },
    {
      path: '/nodes/{node}/tasks',
      params: { typefilter: text, since: { rule: 'integer' }, limit: { rule: 'integer' } },
      answer: tasks,
    },
    {
      path: '/nodes/{node}/tasks/{upid}/log',
      params: { start: { rule: { min: 0 } }, limit: { rule: { min: 0 } } },
      answer: taskLog,
    },
  ];
};
