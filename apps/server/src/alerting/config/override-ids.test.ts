import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import { aGuest } from '@belfry/domain/testing/guest';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { expect, test } from 'vitest';
import { withCurrentIds } from './override-ids.ts';

const cpu = { trigger: 50, clear: 45 };
const memory = { trigger: 60, clear: 55 };
const state = {
  vms: [aGuest({ id: 'dc-100', instance: 'dc', node: 'pve1', vmid: 100 })],
  containers: [aGuest({ id: 'dc-200', instance: 'dc', node: 'pve2', vmid: 200, type: 'lxc' })],
  dockerHosts: [aDockerHost({ id: 'nas', containers: [aContainer({ id: 'abc', name: 'web' })] })],
};
const stored = (overrides: AlertConfig['overrides']) =>
  withCurrentIds({ ...factoryConfig, overrides }, state).overrides;

test('an override by an older id of a guest gets the current id', () => {
  expect(stored({ 'dc-pve1-100': { cpu }, 'pve2-200': { memory } })).toEqual({
    'dc-100': { cpu },
    'dc-200': { memory },
  });
});

test('of overrides by both ids of a guest, the one by the current id is the stronger one', () => {
  const other = { trigger: 70, clear: 65 };
  expect(stored({ 'dc-100': { cpu }, 'dc-pve1-100': { cpu: other, memory } })).toEqual({ 'dc-100': { cpu, memory } });
});

test('an override of a container gets its name, and its new id after the container was recreated', () => {
  expect(stored({ 'dc-100': { cpu, name: 'guest' } })).toEqual({ 'dc-100': { cpu } });
  expect(stored({ 'docker:nas/abc': { cpu } })).toEqual({ 'docker:nas/abc': { cpu, name: 'web' } });
  expect(stored({ 'docker:nas/old': { cpu, name: 'web' } })).toEqual({ 'docker:nas/abc': { cpu, name: 'web' } });
});

test('overrides of unknown resources, of tags and of nodes stay as they are', () => {
  const overrides = {
    ...{ 'dc-pve9-999': { cpu }, 'docker:nas/gone': { cpu, name: 'gone' }, 'docker:other/x': { cpu } },
    ...{ 'tag:web': { memory }, 'node:dc-pve1': { disabled: true }, 'docker:nas/name:web': { cpu } },
  };
  expect(stored(overrides)).toEqual(overrides);
});
