import { expect, test } from 'vitest';
import { groupRules, managedGuests, parseRules } from './ha-config.ts';

test('HA manages the guests that it starts, and not those that it leaves alone', () => {
  const resources = [
    { sid: 'vm:100', type: 'vm', state: 'started' },
    { sid: 'ct:101', type: 'ct' },
    { sid: 'vm:102', type: 'vm', state: 'ignored' },
    { sid: 'vm:103', type: 'vm', state: 'stopped' },
    { sid: 'fa:104' },
    'x',
  ];
  expect([...(managedGuests(resources) ?? [])]).toEqual([100, 101]);
  expect(managedGuests({ sid: 'vm:100' })).toBeUndefined();
});

test('rules about nodes and about other guests are read; those that are off or unknown are left out', () => {
  const rules = [
    { rule: 'db', type: 'node-affinity', resources: 'vm:100,ct:101', nodes: 'pve1:2,pve2', strict: 1 },
    { rule: 'soft', type: 'node-affinity', resources: 'vm:102', nodes: { pve3: { priority: 0 } } },
    { rule: 'dns', type: 'resource-affinity', affinity: 'negative', resources: 'vm:103, vm:104' },
    { rule: 'app', type: 'resource-affinity', affinity: 'positive', resources: 'vm:105,vm:106,vm:105' },
    { rule: 'off', type: 'node-affinity', resources: 'vm:100', nodes: 'pve1', disable: 1 },
    { rule: 'new', type: 'another', resources: 'vm:100' },
    { type: 'node-affinity', resources: 'vm:100', nodes: 'pve1' },
    null,
  ];
  expect(parseRules(rules)).toEqual([
    {
      id: 'db',
      kind: 'nodes',
      vmids: [100, 101],
      nodes: [
        { name: 'pve1', priority: 2 },
        { name: 'pve2', priority: 0 },
      ],
      isStrict: true,
    },
    { id: 'soft', kind: 'nodes', vmids: [102], nodes: [{ name: 'pve3', priority: 0 }], isStrict: false },
    { id: 'dns', kind: 'apart', vmids: [103, 104] },
    { id: 'app', kind: 'together', vmids: [105, 106] },
  ]);
});

test('a group is a rule about the nodes of its members', () => {
  const groups = [
    { group: 'east', nodes: 'pve1:1,pve2', restricted: 1 },
    { group: 'empty', nodes: 'pve1' },
  ];
  const resources = [{ sid: 'vm:100', group: 'east' }, { sid: 'ct:101', group: 'east' }, { sid: 'vm:102' }];
  expect(groupRules(groups, resources)).toMatchObject([{ id: 'east', vmids: [100, 101], isStrict: true }]);
});
