// Where each metric of the catalogue comes from: which answer is sampled, and what hosts keep of it themselves.
import { type MetricOf, metricsOf, type ResourceKind, resourceKinds } from '@belfry/schema/history/metrics';
import type { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import type { Past } from '../config/past.ts';
import { keptPastOf } from '../sources/pbs/testing/kept-past.ts';
import { pastWith } from '../sources/pve/testing/kept-past.ts';
import { createOwnCost } from './sampling/own-cost.ts';
import { samplesOf } from './sampling/samples.ts';
import { everything, GB } from './testing/everything.ts';

type Origin = readonly [sampled: string, kept?: string | undefined];
const list = (kept?: string): Origin => ['/cluster/resources', kept];
const status = (kept?: string): Origin => ['/nodes/{node}/status', kept];
const exported = (kept?: string): Origin => ['/cluster/metrics/export', kept];
const lists = (kept?: string): Origin => ['/nodes/{node}/qemu and /lxc', kept];
const space = (origin: Origin) => ({ usage: origin, used: origin, total: origin });
const rrd = 'rrddata';
const since9 = 'rrddata since 9.0';
/** The newest row of the past is the figure of now. */
const newest: Origin = ['/nodes/{node}/rrddata', since9];
const pbsUsage: Origin = ['/status/datastore-usage', 'rrd of the datastore'];
const pbsStatus: Origin = ['/nodes/localhost/status', 'rrd of the server'];
const pbsNewest: Origin = ['/nodes/localhost/rrd', 'rrd of the server'];
const gateway: Origin = ['/config/cluster/status'];
const queue: Origin = ['/nodes/{node}/postfix/qshape'];
const quarantines: Origin = ['/quarantine/spamstatus and virusstatus'];
const mails: Origin = ['/statistics/mail'];
const agent: Origin = ['report of the agent'];
const calls: Origin = ['counters of Belfry'];
const cephStatus: Origin = ['/cluster/ceph/status'];
const zpool: Origin = ['/nodes/{node}/disks/zfs/{name}'];
const own: Origin = ['the process'];

const table: { readonly [K in ResourceKind]: { readonly [M in MetricOf<K>]: Origin } } = {
  guest: {
    ...{ cpu: list(rrd), memory: list(rrd), disk: list('rrddata of containers') },
    ...{ diskread: list(rrd), diskwrite: list(rrd), netin: list(rrd), netout: list(rrd) },
    ...{ 'pressure.cpu': lists(since9), 'pressure.io': lists(since9), 'pressure.memory': lists(since9) },
    ...{ swap: lists(), 'memory.estimate': ['/cluster/resources'] },
  },
  filesystem: space(['agent of the guest']),
  node: {
    ...{ cpu: list(rrd), memory: status(rrd), swap: status(rrd), disk: status(rrd), load: exported(rrd) },
    temperature: ['report of the sensors'],
    ...{ netin: exported(rrd), netout: exported(rrd), iowait: exported(rrd) },
    ...{ 'pressure.cpu': newest, 'pressure.io': newest, 'pressure.memory': newest },
  },
  storage: space(list(rrd)),
  datastore: { ...space(pbsUsage), deduplication: ['/admin/datastore/{store}/gc'] },
  zfs: { 'errors.read': zpool, 'errors.write': zpool, 'errors.checksum': zpool },
  ceph: { ...space(cephStatus), 'osds.up': cephStatus, osds: cephStatus },
  cephpool: { usage: ['/nodes/{node}/ceph/pool'], used: ['/nodes/{node}/ceph/pool'] },
  disk: { temperature: ['/nodes/{node}/disks/smart'], wearout: ['/nodes/{node}/disks/list'] },
  pbs: {
    ...{ cpu: pbsStatus, memory: pbsStatus, swap: pbsStatus, disk: pbsStatus, load: pbsStatus, iowait: pbsStatus },
    ...{ netin: pbsNewest, netout: pbsNewest },
  },
  pmg: {
    ...{
      queue,
      'queue.deferred': queue,
      'queue.oldest': queue,
      ...{ 'queue.hold': queue, quarantine: quarantines },
      ...{ 'quarantine.spam': quarantines, 'quarantine.virus': quarantines },
    },
    ...{ 'mails.in': mails, 'mails.out': mails, 'spam.in': mails, 'virus.in': mails },
  },
  pmgnode: {
    ...{ cpu: gateway, memory: gateway, swap: gateway, disk: gateway, load: gateway, iowait: gateway },
    ...{ queue, 'queue.deferred': queue, 'queue.hold': queue, 'queue.oldest': queue },
  },
  docker: { cpu: agent, memory: agent, 'containers.running': agent },
  container: { cpu: agent, memory: agent, 'memory.used': agent },
  instance: { calls, 'calls.failed': calls },
  belfry: { cpu: own, 'memory.used': own, written: own, sent: own, browsers: own },
  thinpool: { metadata: ['/nodes/{node}/disks/lvmthin'] },
};

/** By kind, the metrics that have a value. */
type Found = Map<ResourceKind, Set<string>>;
function add(found: Found, kind: ResourceKind, isMeasured: (column: number) => boolean): void {
  const names = found.get(kind) ?? new Set();
  for (const [column, { id }] of metricsOf(kind).entries()) if (isMeasured(column)) names.add(id);
  found.set(kind, names);
}
const inTable = (has: (origin: Origin) => boolean) =>
  resourceKinds
    .flatMap((kind) =>
      Object.entries<Origin>(table[kind]).flatMap(([metric, origin]) => (has(origin) ? `${kind} ${metric}` : [])),
    )
    .sort();
const inOrder = (found: Found) => [...found].flatMap(([kind, ids]) => [...ids].map((id) => `${kind} ${id}`)).sort();

test('every metric is sampled where a poll or a report has it', () => {
  const found: Found = new Map();
  const [mail] = everything.pmg;
  const [server] = everything.pbs;
  if (!mail || !server) throw new Error('no gateway or no backup server');
  const counted = { countIn: 1, countOut: 1, spamIn: 1, virusIn: 1 };
  const mailStats = { ...counted, timeframe: 'day' } as NonNullable<(typeof mail)['mailStats']>;
  const quarantine = { spam: 1, virus: 1, attachment: 0, blacklisted: 0 };
  const datastores = server.datastores.map((datastore) => ({ ...datastore, deduplicationFactor: 12.5 }));
  const state: State = {
    ...everything,
    pmg: [{ ...mail, mailStats, quarantine }],
    pbs: [{ ...server, datastores }],
  };
  const costs = createOwnCost();
  const usage = {
    ...{ cpuSeconds: 1, residentBytes: GB, writtenBytes: 1, sentBytes: 1, browsers: 1 },
    calls: [{ instance: 'dc', poll: 'resources', calls: 1, failed: 1, lastDurationMs: 20 }],
  };
  costs(usage, 0);
  for (const { kind, values } of [...samplesOf(state), ...costs(usage, 10_000)])
    add(found, kind, (column) => !Number.isNaN(values[column]));
  expect(inOrder(found)).toEqual(inTable(([sampled]) => sampled !== ''));
});

test('every metric that a host keeps is imported', async () => {
  const time = Date.parse('2026-11-30T00:00:00Z') / 1000;
  const pressure = { pressurecpusome: 1, pressureiosome: 1, pressurememorysome: 1 };
  const traffic = { netin: 1, netout: 1, diskread: 1, diskwrite: 1 };
  const ofNode = {
    memused: 1,
    memtotal: 2,
    swapused: 1,
    swaptotal: 2,
    rootused: 1,
    roottotal: 2,
    loadavg: 1,
    iowait: 0,
  };
  const row = { ...{ cpu: 0.5, mem: 1, maxmem: 2, disk: 1, maxdisk: 2, used: 1, total: 2 }, ...ofNode, ...traffic };
  const data = [time, time + 60].map((at) => ({ time: at, ...row, ...pressure }));
  const found: Found = new Map();
  const read = async (past: Past) => {
    const [frame] = past.frames();
    if (!frame) throw new Error('no frame');
    for (const subject of past.subjects()) {
      const answer = await subject.read(frame, 'AVERAGE', AbortSignal.timeout(10_000));
      if (!answer.ok) throw new Error(answer.error.message);
      const { columns = [] } = answer.value ?? {};
      add(found, subject.resource.kind, (column) => columns[column]?.some((value) => !Number.isNaN(value)) === true);
    }
  };
  await read(pastWith(data));
  await read(keptPastOf(data));
  expect(inOrder(found)).toEqual(inTable(([, kept]) => kept !== undefined));
});
