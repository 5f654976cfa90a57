import { expect, test } from 'vitest';
import { nodeName } from './resource-link.ts';

test.each([
  ['https://pbs.lan:8007', 'pbs-main', 'pbs-main'],
  ['https://[fd00::1]:8007', 'mail', 'mail'],
  ['https://pbs.lan:8007', '', 'https://pbs.lan:8007'],
  ['cluster', 'pve-east', 'pve-east'],
  ['pve1', 'pve-east', 'pve1'],
  ['', '', ''],
])('the node %s of an alert of %s is called %s', (node, instance, name) =>
  expect(nodeName({ node, instance })).toBe(name),
);
