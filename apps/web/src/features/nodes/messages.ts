// What the node summary says.
export const messages = {
  table: 'Nodes',
  node: 'Node',
  uptime: 'Uptime',
  memory: 'Memory',
  disk: 'Disk',
  temperature: 'Temp',
  vms: 'VMs',
  containers: 'Containers',
  cores: (count: number) => (count === 1 ? '1 core' : `${count} cores`),
  states: { ok: 'online', warn: 'degraded', crit: 'failed', off: 'offline' },
};
