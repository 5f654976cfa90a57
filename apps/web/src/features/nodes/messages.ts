// What the node summary says.
export const messages = {
  table: 'Nodes',
  node: 'Node',
  nodeOrPbs: 'Node / PBS',
  uptime: 'Uptime',
  memory: 'Memory',
  disk: 'Disk',
  storageOrDisk: 'Storage / Disk',
  temperature: 'Temp',
  counts: { vms: 'VMs', containers: 'Containers', storage: 'Storage', disks: 'Disks', backups: 'Backups' },
  cores: (count: number) => (count === 1 ? '1 core' : `${count} cores`),
  states: { ok: 'online', warn: 'degraded', crit: 'failed', off: 'offline' },
};
