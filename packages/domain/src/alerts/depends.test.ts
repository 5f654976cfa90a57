import type { Alert } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import { aContainer, aDockerHost } from '../testing/docker.ts';
import { aGuest } from '../testing/guest.ts';
import { aNode } from '../testing/node.ts';
import { dependsOn, type Surroundings } from './depends.ts';

const last = { at: '2026-01-01T00:00:00.000Z', uptime: 60, cpu: 0.1 };
const memory = { total: 8, used: 4, usage: 50 };
const around = (fields: Partial<Surroundings>): Surroundings => ({
  ...{ vms: [], containers: [], storage: [], dockerHosts: [], pbs: [], instances: [] },
  ...fields,
});
const about = (
  resourceType: string,
  resourceId: string,
  instanceId = 'dc',
): Pick<Alert, 'resourceId' | 'metadata'> => ({
  resourceId,
  metadata: { resourceType, unit: 'none', occurrence: 'o', list: '', instanceId },
});

test('what depends on a lost node are the guests that ran there then, and not those that were stopped', () => {
  const lost = (vmid: number, status: string) =>
    aGuest({ vmid, node: 'pve2', status: 'unknown', lastKnown: { ...last, status, memory } });
  const vms = [lost(101, 'running'), lost(102, 'stopped'), lost(103, 'paused'), aGuest({ vmid: 104 })];
  expect(dependsOn(around({ vms }))(about('node', 'dc-pve2'))).toEqual({ guests: 2, others: 0 });
});

test('a guest whose last state nobody has seen counts neither as one that ran nor as one that did not', () => {
  const [node, status] = ['pve2', 'unknown'];
  const seen = aGuest({ vmid: 101, node, status, lastStatus: 'running' });
  const unseen = aGuest({ vmid: 102, node, status });
  const off = aGuest({ vmid: 103, node, status, lastStatus: 'stopped' });
  const of = dependsOn(around({ vms: [seen, unseen, off] }));
  expect(of(about('node', 'dc-pve2'))).toEqual({ guests: 1, unknown: 1, others: 0 });
  expect(of(about('instance', 'dc'))).toEqual({ guests: 1, unknown: 1, others: 0 });
});

test('a guest that was started elsewhere still counts on the node that it was lost with, and once in its cluster', () => {
  const then = (status: string) => ({ ...last, status, memory, node: 'pve2' });
  const moved = aGuest({ vmid: 101, node: 'pve1', lastKnown: then('running') });
  const wasOff = aGuest({ vmid: 102, node: 'pve1', status: 'stopped', lastKnown: then('stopped') });
  const waits = aGuest({ vmid: 103, node: 'pve1', status: 'stopped', lastKnown: then('running') });
  const of = dependsOn(around({ vms: [moved, wasOff, waits] }));
  expect(of(about('node', 'dc-pve2'))).toEqual({ guests: 2, others: 0 });
  expect(of(about('node', 'dc-pve1'))).toEqual({ guests: 1, others: 0 });
  expect(of(about('cluster', 'dc'))).toEqual({ guests: 1, others: 0 });
});

test('on a node depend its running guests and its own storages; on its cluster those of all nodes', () => {
  const vms = [aGuest({ vmid: 101, node: aNode().name }), aGuest({ vmid: 102, node: 'pve2' })];
  const containers = [aGuest({ vmid: 103, type: 'lxc', status: 'stopped' })];
  const of = dependsOn(around({ vms, containers }));
  expect(of(about('node', 'dc-pve1'))).toEqual({ guests: 1, others: 0 });
  expect(of(about('cluster', 'dc'))).toEqual({ guests: 2, others: 0 });
  expect(of(about('instance', 'dc'))).toEqual({ guests: 2, others: 0 });
});

test('on a Docker host depend its running containers', () => {
  const containers = [aContainer({ id: 'a' }), aContainer({ id: 'b', state: 'exited' })];
  const of = dependsOn(around({ dockerHosts: [aDockerHost({ id: 'dock', containers })] }));
  expect(of(about('dockerHost', 'dock', 'docker-dock'))).toEqual({ guests: 0, others: 1 });
});

test('nothing but itself depends on a guest', () => {
  expect(dependsOn(around({ vms: [aGuest()] }))(about('guest', 'dc-100'))).toEqual({ guests: 0, others: 0 });
});
