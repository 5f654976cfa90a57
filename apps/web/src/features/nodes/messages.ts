// What the node summary says.
import { plural } from '@belfry/domain/format';

export const messages = {
  table: 'Nodes',
  /** All of them in a line; `marked` have an alert that nobody acknowledged. */
  all: ({ nodes, servers, offline, marked }: Record<'nodes' | 'servers' | 'offline' | 'marked', number>) =>
    [
      plural(nodes, 'node'),
      ...(servers > 0 ? [`${servers} PBS`] : []),
      ...(offline > 0 ? [`${offline} offline`] : []),
      ...(marked > 0 ? [`${marked} with alerts`] : []),
    ].join(' · '),
  node: 'Node',
  nodeOrPbs: 'Node / PBS',
  uptime: 'Uptime',
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
  haTrouble: 'High availability',
  states: { ok: 'online', warn: 'degraded', crit: 'failed', off: 'offline' },
};
