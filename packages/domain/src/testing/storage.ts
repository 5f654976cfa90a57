// A storage of a node for tests: the caller gives only the fields that matter.
import type { Storage, ZfsPool } from '@belfry/schema/entities/storage';
import { nodeId } from '../ids.ts';

const GB = 1024 ** 3;

export function aStorage(fields: Partial<Storage> = {}): Storage {
  const { instance = 'dc', node = 'pve1', name = 'data' } = fields;
  return {
    id: `${instance}-${node}-${name}`,
    name,
    instance,
    node,
    nodes: [node],
    nodeIds: [nodeId(instance, node)],
    nodeCount: 1,
    type: 'dir',
    content: 'images,iso',
    status: 'available',
    shared: false,
    enabled: true,
    active: true,
    total: 100 * GB,
    used: 50 * GB,
    free: 50 * GB,
    usage: 50,
    ...fields,
  };
}

export const aZfsPool = (fields: Partial<ZfsPool> = {}): ZfsPool => ({
  name: 'tank',
  state: 'ONLINE',
  status: '',
  scan: '',
  readErrors: 0,
  writeErrors: 0,
  checksumErrors: 0,
  devices: [],
  ...fields,
});
