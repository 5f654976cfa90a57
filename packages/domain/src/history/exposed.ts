// The names, units and texts with which metrics of the catalogue leave Belfry, after the conventions of Prometheus: base units, and the
// unit at the end of the name.
import { byHistory, fieldFigures } from '@belfry/schema/figures';
import { type Metric, type MetricOf, metricsOf, type ResourceKind, type Unit } from '@belfry/schema/history/metrics';

/** A number of something. `unit` is the end of `name`. A counter only grows, until its source starts again. */
export interface Field {
  readonly name: string;
  readonly unit?: string | undefined;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
}

/** A metric of the catalogue as a field. A value of the catalogue times `factor` is a value of the field. */
export interface ExposedMetric extends Field {
  readonly factor: number;
}

/** Per unit of the catalogue: the unit that is exposed, and how many of it one is. */
const units: { readonly [U in Unit]: readonly [unit: string | undefined, factor: number] } = {
  percent: ['ratio', 0.01],
  bytes: ['bytes', 1],
  'bytes/s': ['bytes_per_second', 1],
  celsius: ['celsius', 1],
  count: [undefined, 1],
  'count/min': ['per_second', 1 / 60],
  seconds: ['seconds', 1],
};

/** The name without its unit, and what it means. */
const texts: { readonly [M in MetricOf<ResourceKind>]: readonly [name: string, help: string] } = {
  cpu: ['cpu_usage', 'Processor in use. 1 is all cores of it, of a container or of Belfry one core'],
  memory: ['memory_usage', 'Memory in use'],
  'memory.estimate': ['memory_estimated', '1 while the memory in use is an estimate, absent while it is measured'],
  'memory.used': ['memory_used', 'Memory in use'],
  swap: ['swap_usage', 'Swap in use'],
  disk: ['disk_usage', 'Space in use: of all file systems of a guest, of the root file system of a machine'],
  ...byHistory(fieldFigures, ({ exposed }) => exposed),
  usage: ['usage', 'Space in use'],
  used: ['used', 'Space in use'],
  total: ['size', 'All space, used or not'],
  iowait: ['io_wait', 'Time of all cores that passed waiting for disks'],
  'pressure.cpu': ['cpu_pressure', 'Time in which some processes waited for a processor (PSI), of the last 10 s'],
  'pressure.io': ['io_pressure', 'Time in which some processes waited for disks (PSI), of the last 10 s'],
  'pressure.memory': ['memory_pressure', 'Time in which some processes waited for memory (PSI), of the last 10 s'],
  load: ['load1', 'Load of the last minute'],
  temperature: ['temperature', 'Temperature, the highest where there are several'],
  deduplication: ['deduplication_factor', 'How many times larger the backups would be without deduplication'],
  'errors.read': ['read_errors', 'Read errors of all devices since they were cleared'],
  'errors.write': ['write_errors', 'Write errors of all devices since they were cleared'],
  'errors.checksum': ['checksum_errors', 'Checksum errors of all devices since they were cleared'],
  'osds.up': ['osds_up', 'Object storage daemons that are up'],
  osds: ['osds', 'Object storage daemons'],
  wearout: ['life_left', 'Life that the manufacturer gives the disk from now on'],
  metadata: ['metadata_usage', 'Metadata in use. When it is full, nothing can be written'],
  queue: ['queue_messages', 'Messages in the queues: of all nodes, or of one'],
  'queue.hold': ['queue_held_messages', 'Messages that are held'],
  'queue.deferred': ['queue_deferred_messages', 'Messages that could not be delivered yet'],
  'queue.oldest': ['queue_oldest', 'Age of the oldest message in the queues'],
  'mails.in': ['received_mails_24h', 'Mails received in the last 24 hours'],
  'mails.out': ['sent_mails_24h', 'Mails sent in the last 24 hours'],
  'spam.in': ['received_spam_24h', 'Spam received in the last 24 hours'],
  'virus.in': ['received_viruses_24h', 'Viruses received in the last 24 hours'],
  quarantine: ['quarantined_mails', 'Mails in quarantine: spam and viruses'],
  'quarantine.spam': ['quarantined_spam', 'Mails in the spam quarantine'],
  'quarantine.virus': ['quarantined_viruses', 'Mails in the virus quarantine'],
  'containers.running': ['containers_running', 'Containers that run'],
  calls: ['calls', 'Calls of Belfry to the hosts of the instance'],
  'calls.failed': ['calls_failed', 'Calls of them that failed'],
  written: ['written', 'Written to the disk of Belfry'],
  sent: ['sent', 'Sent by Belfry to browsers and other clients'],
  browsers: ['browsers', 'Connected browsers'],
};

const exposed = ({ id, unit: own }: Metric): ExposedMetric => {
  const [unit, factor] = units[own];
  const [name, help] = texts[id as MetricOf<ResourceKind>];
  return { name: unit === undefined ? name : `${name}_${unit}`, unit, type: 'gauge', help, factor };
};

/** In the order of the catalogue. */
export const exposedMetrics = (kind: ResourceKind): readonly ExposedMetric[] => metricsOf(kind).map(exposed);
