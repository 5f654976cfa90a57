// A hypervisor node for tests: the caller gives only the fields that matter.
import type { Node } from '@belfry/schema/entities/node';
import { nodeId } from '../ids.ts';

const GB = 1024 ** 3;

export function aNode(fields: Partial<Node> = {}): Node {
  const { instance = 'dc', name = 'pve1' } = fields;
  return {
    id: nodeId(instance, name),
    name,
    displayName: name,
    instance,
    host: `https://${name}.lan:8006`,
    type: 'node',
    status: 'online',
    uptime: 90_000,
    cpu: 0.2,
    memory: { total: 64 * GB, used: 32 * GB, free: 32 * GB, usage: 50 },
    disk: { total: 100 * GB, used: 40 * GB, free: 60 * GB, usage: 40 },
    loadAverage: [],
    kernelVersion: '',
    pveVersion: '9.2',
    cpuInfo: { model: '', cores: 16, sockets: 1, mhz: '' },
    connectionHealth: 'healthy',
    isClusterMember: true,
    clusterName: 'dc',
    ...fields,
  };
}
