// The order of the table of nodes, which stands above several screens. Null: nodes that are up come first.
import { order } from './param.ts';

export const nodeKeys = [
  'name',
  'uptime',
  'cpu',
  'memory',
  'disk',
  'temperature',
  'vms',
  'containers',
  'storage',
  'disks',
  'backups',
] as const;

export const nodeOrder = () => order(nodeKeys);
