import { expect, test } from 'vitest';
import { nodeName } from './node-name.ts';

test.each([
  ['https://pbs.lan:8007', 'pbs.lan'],
  ['https://[fd00::1]:8007', 'fd00::1'],
  ['https://', 'https://'],
  ['pve1', 'pve1'],
  ['', ''],
])('the node %s of an alert is called %s', (node, name) => expect(nodeName(node)).toBe(name));
