// The texts of the node summary.
import { formatCount, plural } from '../../lib/language/format.ts';
import { inLanguage } from '../../lib/language/in-language.ts';
import type { CountKey } from './counts.ts';

type AllCounts = Record<'nodes' | 'servers' | 'offline' | 'unreachable' | 'marked', number>;

const COUNT_WORDS = { vms: 'VM', containers: 'container', storage: 'storage', disks: 'disk', backups: 'backup' };

export const messages = inLanguage('nodes', {
  section: 'node summary',
  table: 'Nodes',
  missing: (id: string) => `The selected node or backup server does not exist any more (${id}). Everything is shown.`,
  /** All of them in one line; `marked` have an alert that was not acknowledged. */
  all: ({ nodes, servers, offline, unreachable, marked }: AllCounts) =>
    [
      plural(nodes, 'node'),
      ...(servers > 0 ? [`${servers} PBS`] : []),
      ...(offline > 0 ? [`${offline} offline`] : []),
      ...(unreachable > 0 ? [`${unreachable} not reached`] : []),
      ...(marked > 0 ? [`${marked} with alerts`] : []),
    ].join(' · '),
  node: 'Node',
  cluster: 'Cluster',
  guests: 'Guests',
  ran: ({ running, all }: Record<'running' | 'all', number>) => `${formatCount(running)} of ${formatCount(all)} run`,
  pausedGuests: (count: number) => `${formatCount(count)} paused`,
  unknownGuests: (count: number) => `${formatCount(count)} unknown`,
  answer: (answer: number, all: number) => `${formatCount(answer)} of ${formatCount(all)} answer`,
  fullest: 'Fullest storage',
  rootDisk: 'root disk',
  worst: 'Worst',
  servers: (count: number) => plural(count, 'backup server'),
  otherNodes: (count: number) => plural(count, 'other node'),
  otherServers: (count: number) => plural(count, 'other server'),
  byCluster: 'Show a row for each cluster',
  byNode: 'Show a row for each node',
  allNodes: 'All nodes',
  nodeButtons: 'Show only one node',
  alertMarks: { critical: 'critical alert', warning: 'warning', acknowledged: 'alert that somebody has' },
  countOf: (key: CountKey, count: number) => plural(count, COUNT_WORDS[key]),
  nodeOrPbs: 'Node / PBS',
  uptime: 'Uptime',
  cpu: 'CPU',
  memory: 'Memory',
  disk: 'Disk',
  storageOrDisk: 'Storage / Disk',
  temperature: 'Temp',
  counts: { vms: 'VMs', containers: 'Containers', storage: 'Storage', disks: 'Disks', backups: 'Backups' },
  cores: (count: number) => plural(count, 'core'),
  problems: (count: number) => plural(count, 'problem'),
  limited: (count: number) => `${count} limited`,
  noQuorum: 'No quorum',
  noQuorumMeaning: (online: number, all: number) =>
    `${online} of ${all} nodes online: guests run on, but none can be started, moved or changed`,
  /** What has a problem on a backup server. */
  pbs: {
    datastores: (name: string) => `Datastore ${name}`,
    full: (name: string) => `Datastore ${name} is full`,
    syncJobs: (name: string) => `Sync job ${name}`,
    verifyJobs: (name: string) => `Verify job ${name}`,
    pruneJobs: (name: string) => `Prune job ${name}`,
    tapeJobs: (name: string) => `Tape job ${name}`,
    garbageJobs: (name: string) => `Garbage collection of ${name}`,
  },
  datastoreIs: (name: string, status: string) => `${name} is ${status}`,
  datastoreRemoved: (name: string) => `${name} is being deleted`,
  haTrouble: 'High availability',
  haShort: 'HA problem',
  quorumDevice: 'Quorum device',
  quorumDeviceShort: 'QDevice',
  quorumDeviceMeaning: (state: string) => `it does not vote (${state})`,
});
