// Five clusters and three backup servers of the lab on the morning after a night in which much went wrong.
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { pointStorages } from '@belfry/lab/neighbours';
import { type BackupServer, type BackupServerOptions, startBackupServer } from '@belfry/lab/pbs/server';
import { addSync } from '@belfry/lab/pbs/sync';
import { historyOf } from '@belfry/lab/world/backup-history';
import { isIncluded } from '@belfry/lab/world/backup-job';
import type { Cluster } from '@belfry/lab/world/cluster';
import type { Guest } from '@belfry/lab/world/guest';
import { type BackupTrouble, scriptNight } from '@belfry/lab/world/night';
import { shareNamespace } from '@belfry/lab/world/shared-namespace';
import { NodeConfig } from '@belfry/schema/config/node';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../lib/clock.ts';
import { clockAt } from './clock-at.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** A Wednesday. The jobs begin at one. */
const MIDNIGHT_S = Date.parse('2026-11-18T00:00:00Z') / 1000;
const BEGIN_S = MIDNIGHT_S + HOUR_S;
/** Later than a quarter of a day after the begin: a run without a sign is missed. */
const MORNING_S = MIDNIGHT_S + 9 * HOUR_S;
/** When the last sync began that copied everything, and the last one of a job that nothing starts any more. */
const [LAST_SYNC_S, STOPPED_S] = [MIDNIGHT_S + 4 * HOUR_S, MIDNIGHT_S - 3 * DAY_S + 4 * HOUR_S];

/** A guest with its cluster. */
export interface Place {
  cluster: Cluster;
  guest: Guest;
}

export interface Nights {
  clock: Clock;
  nodes: NodeConfig[];
  /** Backed up as every night, and copied to the second server. */
  usual: Place;
  /** On a node whose scheduler did not run. */
  missed: Place;
  /** Has the number of `missed`, and writes to a namespace of its own. */
  sameNumber: Place;
  /** A virtual machine and a container whose disks could not be read. */
  brokenDisk: Place;
  brokenVolume: Place;
  /** After its disk could not be read it moved to a node on which another guest failed. */
  brokenAndMoved: Place;
  /** Was backed up, and moved to another node. */
  moved: Place;
  /** Was backed up, and has another name since. */
  renamed: Place;
  /** Before and after the backup server had no space: a virtual machine and a container. */
  beforeFull: Place;
  afterFull: Place;
  containerAfterFull: Place;
  /** Has the number of `twin`, and both write to one namespace with one account. */
  shared: Place;
  twin: Place;
}

/** The guests that the nightly job includes, on the nth node. */
const coveredOn = (cluster: Cluster, nth: number): Guest[] =>
  [...cluster.guests.values()].filter((guest) => guest.node === cluster.nodes[nth]?.name && isIncluded(guest));

function the<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`the lab has no ${what}`);
  return found;
}

const wasBackedUp = (cluster: Cluster, { vmid }: Guest): boolean =>
  historyOf(cluster).groups.some(
    ({ id, type, snapshots }) => type !== 'host' && id === `${vmid}` && (snapshots[0]?.time ?? 0) >= BEGIN_S,
  );

export async function startNights(): Promise<Nights> {
  const clock = clockAt(new Date(MORNING_S * 1000).toISOString());
  const lab = await startLab({
    ...{ clusters: 5, nodes: 10, guests: 100, seed: 11, authDelayMs: 0, plain: true, calm: true, clock: clock.now },
  });
  onTestFinished(() => lab.stop());
  const [east, west, north, south, harbour] = lab.clusters;
  if (!east || !west || !north || !south || !harbour) throw new Error('five clusters were asked for');

  const midnight = MIDNIGHT_S;
  scriptNight(east, { midnight, idle: [east.nodes[1]?.name ?? ''] });
  const [here, there] = [coveredOn(west, 0), coveredOn(west, 1)];
  const [machine, other] = here.filter(({ kind }) => kind === 'qemu');
  const volume = here.find(({ kind }) => kind === 'lxc');
  const [neighbour, second] = there;
  const broken = [machine, other, volume, neighbour].flatMap((guest) => guest?.vmid ?? []);
  scriptNight(west, { midnight, troubles: Object.fromEntries(broken.map((vmid) => [vmid, 'disk' as BackupTrouble])) });
  scriptNight(north, { midnight, fullFrom: BEGIN_S + 1200 });
  shareNamespace(south, harbour);

  const servers = await startServers(lab, [east, west, south, harbour], [north], clock);
  const healthy = here.filter(({ vmid }) => !broken.includes(vmid)).at(-1);
  const place = (cluster: Cluster, guest: Guest | undefined, what: string): Place => ({
    cluster,
    guest: the(guest, what),
  });
  const covered = [...coveredOn(north, 0), ...coveredOn(north, 1)];
  const lost = covered.filter((guest) => !wasBackedUp(north, guest));
  const missed = coveredOn(east, 1).find(({ vmid }) => wasBackedUp(west, west.guests.get(vmid) as Guest));
  const both = [...south.guests.values()].find((guest) => {
    const twin = harbour.guests.get(guest.vmid);
    return twin?.kind === guest.kind && isIncluded(guest) && isIncluded(twin);
  });
  const found: Nights = {
    clock,
    nodes: [...lab.instances.map(nodeConfig), ...servers.map((server) => server.config())].map((config) =>
      NodeConfig.parse(config),
    ),
    usual: place(east, coveredOn(east, 0)[0], 'guest on the first node'),
    missed: place(east, missed, 'guest on the second node'),
    sameNumber: place(west, west.guests.get(missed?.vmid ?? 0), 'guest with that number'),
    brokenDisk: place(west, machine, 'virtual machine'),
    brokenVolume: place(west, volume, 'container'),
    brokenAndMoved: place(west, other, 'second virtual machine'),
    moved: place(west, healthy, 'guest that moves'),
    renamed: place(west, second, 'guest to rename'),
    beforeFull: place(
      north,
      covered.find((guest) => wasBackedUp(north, guest)),
      'guest before the server was full',
    ),
    afterFull: place(
      north,
      lost.find(({ kind }) => kind === 'qemu'),
      'virtual machine after that',
    ),
    containerAfterFull: place(
      north,
      lost.find(({ kind }) => kind === 'lxc'),
      'container after that',
    ),
    shared: place(south, both, 'number in both clusters'),
    twin: place(harbour, harbour.guests.get(both?.vmid ?? 0), 'number in both clusters'),
  };
  for (const { cluster, guest } of [found.brokenAndMoved, found.moved])
    lab.migrateGuest(cluster.name, guest.vmid, west.nodes[1]?.name ?? '');
  lab.renameGuest(west.name, found.renamed.guest.vmid, 'a-new-name');
  return found;
}

/** A server for most clusters, one that is full since the night, and one in another building that copies from both. */
async function startServers(
  lab: Lab,
  most: Cluster[],
  few: Cluster[],
  clock: Clock,
): Promise<[BackupServer, BackupServer, BackupServer]> {
  const start = async (name: string, options: BackupServerOptions) => {
    const own = { seed: 5, authDelayMs: 0, calm: true, clock: clock.now };
    const server = await startBackupServer({ ...own, name, ...options });
    onTestFinished(() => server.stop());
    // A copy that nobody can list would count as one that is elsewhere.
    const { jobs } = server.world;
    jobs.sync = jobs.sync.filter(({ remote }) => remote?.direction !== 'push');
    return server;
  };
  const [main, small, offsite] = await Promise.all([
    start('pbs-main', { clusters: most }),
    start('pbs-small', { clusters: few, release: 2.4 }),
    start('pbs-offsite', { snapshots: 100 }),
  ]);
  pointStorages(most, main);
  pointStorages(few, small);
  for (const store of small.world.stores)
    if (store.name === 'main') store.courses = [{ from: BEGIN_S + 1200, to: 1, riseS: 0, holdS: DAY_S, fallS: 0 }];
  const copies = { schedule: '04:00', owner: 'sync@pbs' };
  const [east, west] = lab.clusters.map(({ name }) => name);
  for (const [id, server, namespace = '', how] of [
    ['s-east', main, east, { until: LAST_SYNC_S }],
    ['s-west', main, west, { until: STOPPED_S }],
    ['s-small', small, few[0]?.name, { until: STOPPED_S, failing: 'sync failed: connection refused' }],
  ] as const)
    addSync({
      ...{ id, ...copies, ...how },
      from: { server, store: 'main', namespace },
      to: { server: offsite, store: 'empty', namespace: `copies/${namespace}` },
    });
  return [main, small, offsite];
}
