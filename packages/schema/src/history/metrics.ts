// The catalogue of all metrics: what the history keeps of each kind of resource. No other file names metrics of a kind.
import * as z from 'zod';

export const Unit = z.enum(['percent', 'bytes', 'bytes/s', 'celsius', 'count', 'count/min', 'seconds']);
export type Unit = z.infer<typeof Unit>;

/** How a value is rounded when it is stored: to a multiple of `step`, or to a number of significant decimal digits. */
export type Precision = { readonly step: number } | { readonly digits: number };

/** `id` is unique among the metrics of a kind; the same id in another kind has the same meaning and unit. */
export interface Metric {
  readonly id: string;
  readonly unit: Unit;
  readonly precision: Precision;
}

const percent = <const I extends string>(id: I) => ({ id, unit: 'percent', precision: { step: 0.1 } }) as const;
const bytes = <const I extends string>(id: I) => ({ id, unit: 'bytes', precision: { digits: 4 } }) as const;
const rate = <const I extends string>(id: I) => ({ id, unit: 'bytes/s', precision: { digits: 3 } }) as const;
const count = <const I extends string>(id: I) => ({ id, unit: 'count', precision: { step: 1 } }) as const;
const hundredths = <const I extends string>(id: I) => ({ id, unit: 'count', precision: { step: 0.01 } }) as const;
const perMinute = <const I extends string>(id: I) => ({ id, unit: 'count/min', precision: { step: 0.1 } }) as const;
const celsius = <const I extends string>(id: I) => ({ id, unit: 'celsius', precision: { step: 1 } }) as const;
const seconds = <const I extends string>(id: I) => ({ id, unit: 'seconds', precision: { digits: 3 } }) as const;

/** Since Proxmox VE 9. */
const pressure = [percent('pressure.cpu'), percent('pressure.io'), percent('pressure.memory')] as const;

/** Of everything that holds data. `usage` is percent of `total`. */
const space = [percent('usage'), bytes('used'), bytes('total')] as const;

/**
 * The metrics of each kind of resource, in the order of their columns. Stored blocks rely on this order: a new metric is added at
 * the end of its kind, and none is removed. Every metric costs disk for each resource, so a figure that follows from others is
 * left out.
 *
 * `cpu` is percent of all cores of a node, of a guest's own cores, or of one core for a container and for Belfry. `memory`, `swap`
 * and `disk` are percent. `memory.estimate` is 1 while `memory` is an estimate, and absent else. `disk` of a guest is what its file systems use, of a
 * machine its root file system. `load` is the load of
 * the last minute, `iowait` percent of the time of all cores. `pressure.*` is pressure stall information (PSI): percent of the last
 * 10 s in which some processes waited. `diskread`, `diskwrite`, `netin` and `netout` are bytes per second. `wearout` is percent of
 * life left.
 */
export const metrics = {
  /** A virtual machine or a container of Proxmox VE. The id is that of the guest. */
  guest: [
    percent('cpu'),
    percent('memory'),
    percent('disk'),
    rate('diskread'),
    rate('diskwrite'),
    rate('netin'),
    rate('netout'),
    ...pressure,
    percent('swap'),
    count('memory.estimate'),
  ],
  /** A file system of a guest. The id is `{id of the guest}:{mountpoint}`. */
  filesystem: space,
  node: [
    percent('cpu'),
    percent('memory'),
    percent('swap'),
    percent('disk'),
    hundredths('load'),
    celsius('temperature'),
    rate('netin'),
    rate('netout'),
    percent('iowait'),
    ...pressure,
  ],
  storage: space,
  /** A datastore of a backup server. The id is `{id of the server}/{name}`. */
  datastore: [...space, hundredths('deduplication')],
  /** The errors of a ZFS pool: the sum over its devices since they were last cleared. The id is that of its storage. */
  zfs: [count('errors.read'), count('errors.write'), count('errors.checksum')],
  ceph: [...space, count('osds.up'), count('osds')],
  /** A pool of a Ceph cluster. The id is `{id of the cluster}/{name}`. */
  cephpool: [percent('usage'), bytes('used')],
  disk: [celsius('temperature'), percent('wearout')],
  pbs: [
    percent('cpu'),
    percent('memory'),
    percent('swap'),
    percent('disk'),
    hundredths('load'),
    percent('iowait'),
    rate('netin'),
    rate('netout'),
  ],
  /** Messages in the queues of all nodes now; `mails.*`, `spam.in` and `virus.in` count the last 24 hours. */
  pmg: [
    count('queue'),
    count('queue.deferred'),
    seconds('queue.oldest'),
    count('mails.in'),
    count('mails.out'),
    count('spam.in'),
    count('virus.in'),
    count('quarantine'),
    count('queue.hold'),
    count('quarantine.spam'),
    count('quarantine.virus'),
  ],
  /** One machine of a mail gateway, with the messages in its own queues. The id is `{id of the gateway}/{name}`. */
  pmgnode: [
    percent('cpu'),
    percent('memory'),
    percent('swap'),
    percent('disk'),
    hundredths('load'),
    percent('iowait'),
    count('queue'),
    count('queue.deferred'),
    count('queue.hold'),
    seconds('queue.oldest'),
  ],
  docker: [percent('cpu'), percent('memory'), count('containers.running')],
  /** The id is `docker:{id of the host}/name:{name}`: a container that is recreated keeps its history. */
  container: [percent('cpu'), percent('memory'), bytes('memory.used')],
  /** What the monitoring of one instance costs: calls to its hosts. */
  instance: [perMinute('calls'), perMinute('calls.failed')],
  /** What Belfry itself costs. The only id is `belfry`. `written` is what it writes to its disk, `sent` what it sends to browsers. */
  belfry: [percent('cpu'), bytes('memory.used'), rate('written'), rate('sent'), count('browsers')],
  /** A thin pool of LVM. The id is `{id of the node}/{volume group}/{pool}`. What its data takes is in its storages. */
  thinpool: [percent('metadata')],
} as const satisfies Record<string, readonly Metric[]>;

export type ResourceKind = keyof typeof metrics;
export const resourceKinds = Object.keys(metrics) as readonly ResourceKind[];
export const ResourceKindName = z.enum(Object.keys(metrics) as [ResourceKind, ...ResourceKind[]]);

/** What has a history. `id` is unique in its kind. */
export interface Resource {
  readonly kind: ResourceKind;
  readonly id: string;
}

/** The id of each metric of a kind. */
export type MetricOf<K extends ResourceKind> = (typeof metrics)[K][number]['id'];

export const metricsOf = (kind: ResourceKind): readonly Metric[] => metrics[kind];

/** The only id of the kind `belfry`. */
export const BELFRY = 'belfry';
