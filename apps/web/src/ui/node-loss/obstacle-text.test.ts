import type { Obstacle } from '@belfry/schema/entities/node-loss';
import { expect, test } from 'vitest';
import { obstacleText } from './obstacle-text.ts';

const GiB = 1024 ** 3;
const full = (node: string, free: number): Obstacle => ({ kind: 'memory', node, freeBytes: free * GiB });

test.each<[string, Obstacle[], string]>([
  ['a device', [{ kind: 'pci', what: 'hostpci0' }], 'uses a PCI device of this node (hostpci0)'],
  [
    'two bindings',
    [
      { kind: 'usb', what: 'usb0' },
      { kind: 'local-disk', what: 'scsi0', storage: 'local-zfs' },
    ],
    'uses a USB device of this node (usb0); its disk scsi0 is only here, on local-zfs',
  ],
  [
    'memory alone',
    [full('pve2', 4), full('pve3', 12)],
    'needs 32 GB of memory; the most that would be free is 12 GB on pve3',
  ],
  [
    'different reasons on each node',
    [full('pve2', 4), { kind: 'no-storage', what: 'scsi0', storage: 'nas', node: 'pve3' }],
    'needs 32 GB; pve2: 4 GB free; pve3: no nas',
  ],
  [
    'the same reason on several nodes',
    [{ kind: 'ha-rule', what: 'db', node: 'pve2' }, full('pve3', 4), { kind: 'ha-rule', what: 'db', node: 'pve4' }],
    'needs 32 GB; pve2, pve4: not in the HA rule db; pve3: 4 GB free',
  ],
  ['a rule', [{ kind: 'ha-rule', what: 'db', node: 'pve2' }], 'pve2: not in the HA rule db'],
  ['no other node', [{ kind: 'no-node' }], 'there is no other node that takes guests'],
])('%s is said in one line', (_, obstacles, text) => {
  expect(obstacleText(obstacles, 32 * GiB)).toBe(text);
});
