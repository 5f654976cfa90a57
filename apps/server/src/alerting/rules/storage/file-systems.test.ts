import { aStorage } from '@belfry/domain/testing/storage';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { Storage } from '@belfry/schema/entities/storage';
import { expect, test } from 'vitest';
import { node } from '../../../state/testing/observations.ts';
import { polled } from '../../testing/polled.ts';
import { createNodeRules } from '../node.ts';
import { createStorageRules } from '../storage.ts';

const GIB = 1024 ** 3;
const sizes = (used: number, total = 100) => ({
  ...{ total: total * GIB, used: used * GIB, free: (total - used) * GIB, usage: (used / total) * 100 },
});
const storage = (name: string, used: number, fields: Partial<Storage> = {}) =>
  aStorage({ instance: 'a', node: 'n1', name, ...sizes(used), ...fields });
const root = (used: number, total = 100) =>
  node('a', 'n1', { uptime: 9000, disk: { ...sizes(used, total), source: 'rootfs' } });
const watch = (config: Partial<AlertConfig> = {}) => polled(() => [createNodeRules(), createStorageRules()], config);
const affects = ({ stage }: ReturnType<typeof watch>) =>
  stage.state().activeAlerts.map(({ metadata }) => metadata?.affects?.resources.map(({ name }) => name));

test('a full root file system is one alert that names the storages on it, with the strictest of their limits', async () => {
  const watched = watch();
  const at = (used: number) => ({ nodes: [root(used)], storage: [storage('dump', used), storage('local', used)] });
  expect(await watched.poll(at(50))).toEqual([]);
  expect(await watched.poll(at(86), 600)).toEqual(['a-n1-disk warning']);
  expect(await watched.poll(at(96), 600)).toEqual(['a-n1-disk critical']);
  expect(watched.messages()).toEqual([
    'Node n1: disk usage is 96 %. On this file system: storage dump, storage local.',
  ]);
  expect(affects(watched)).toEqual([['dump', 'local']]);
  expect(await watched.poll(at(60), 600)).toEqual([]);
});

test('the root file system is measured at another moment than the storages on it, and is still the same one', async () => {
  const at = { nodes: [root(96)], storage: [storage('local', 96.5)] };
  expect(await watch().poll(at, 600)).toEqual(['a-n1-disk critical']);
});

test('a storage on another disk, or while the alert of the root file system is off, has an alert of its own', async () => {
  const other = { nodes: [root(50)], storage: [storage('local', 50), storage('data', 96)] };
  expect(await watch().poll(other, 600)).toEqual(['a-n1-data-usage critical']);
  const off = watch({ overrides: { 'a-n1': { disk: { trigger: -1, clear: 0 } } } });
  expect(await off.poll({ nodes: [root(96)], storage: [storage('local', 96)] }, 600)).toEqual([
    'a-n1-local-usage critical',
  ]);
});

test('two storages on one pool or file system have one alert, that of the strictest limit', async () => {
  const both = { storage: [storage('ct', 96, { type: 'lvmthin' }), storage('vm', 96, { type: 'lvmthin' })] };
  const watched = watch();
  expect(await watched.poll(both, 600)).toEqual(['a-n1-ct-usage critical']);
  expect(affects(watched)).toEqual([['vm']]);
  const strict = watch({ overrides: { 'a-n1-vm': { usage: { trigger: 70, clear: 60 } } } });
  expect(await strict.poll(both, 600)).toEqual(['a-n1-vm-usage critical']);
});

test('storages of equal size on two nodes, or with another use, are not on one file system', async () => {
  const apart = {
    storage: [storage('a', 96), storage('b', 90), storage('a', 96, { node: 'n2' })],
  };
  expect(await watch().poll(apart, 600)).toEqual([
    'a-n1-a-usage critical',
    'a-n1-b-usage warning',
    'a-n2-a-usage critical',
  ]);
});
