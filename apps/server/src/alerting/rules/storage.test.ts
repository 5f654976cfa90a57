import { aStorage } from '@belfry/domain/testing/storage';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { Storage } from '@belfry/schema/entities/storage';
import { describe, expect, test } from 'vitest';
import { node } from '../../state/testing/observations.ts';
import { createContexts } from '../engine/context.ts';
import { polled } from '../testing/polled.ts';
import { createStorageRules } from './storage.ts';

const storage = (fields: Partial<Storage> = {}) =>
  aStorage({ instance: 'a', node: 'n1', total: 100, used: 10, free: 90, usage: 10, ...fields });
const watch = (config = {}) => polled(() => [createStorageRules()], config);
const at = (fields: Partial<Storage> = {}, uptime = 9000) => ({
  storage: [storage(fields)],
  nodes: [node('a', 'n1', { uptime })],
});

test('the usage of a storage starts, becomes critical, stays in between and ends', async () => {
  const { poll, messages } = watch();
  expect(await poll(at({ usage: 84 }))).toEqual([]);
  expect(await poll(at({ usage: 85 }))).toEqual(['a-n1-data-usage warning']);
  expect(messages()).toEqual(['Storage data on n1 at 85 %: 90 B free of 100 B.']);
  expect(await poll(at({ usage: 95 }))).toEqual(['a-n1-data-usage critical']);
  expect(await poll(at({ usage: 82 }))).toEqual(['a-n1-data-usage warning']);
  expect(await poll(at({ usage: 80 }))).toEqual([]);
});

test('a storage without a size, or one that cannot be used, keeps its alert and starts none', async () => {
  const { poll } = watch();
  expect(await poll(at({ usage: 99, total: 0 }))).toEqual([]);
  const raised = await poll(at({ usage: 99 }));
  expect(raised).toEqual(['a-n1-data-usage critical']);
  expect(await poll(at({ usage: 0, total: 0 }))).toEqual(raised);
  expect(await poll(at({ usage: 0, active: false, status: 'unknown' }))).toEqual(raised);
});

describe('a storage that cannot be used', () => {
  const lost: Partial<Storage> = { active: false, status: 'inactive', inactiveOn: ['n1'] };

  test('is an alert in the second poll, names the nodes, and ends when it can be used everywhere', async () => {
    const { poll, messages } = watch();
    const shared = (inactiveOn?: string[]) => at({ shared: true, node: 'cluster', ...(inactiveOn && { inactiveOn }) });
    expect(await poll(shared(), 200)).toEqual([]);
    expect(await poll(shared(['n1', 'n2']), 10)).toEqual([]);
    expect(await poll(shared(['n1', 'n2']), 10)).toEqual(['storage-offline-a-cluster-data warning']);
    expect(messages()).toEqual(['Storage data is not available on n1, n2.']);
    expect(await poll(shared(), 10)).toEqual([]);
  });

  test.each([
    ['is switched off', { ...lost, enabled: false, status: 'disabled' as const }, 9000],
    ['has no status', { active: false, status: 'unknown' as const }, 9000],
    ['is on a node that has just booted', lost, 60],
  ])('is none while it %s', async (_, fields, uptime) => {
    expect(await watch().poll(at(fields, uptime), 300)).toEqual([]);
  });

  test('stays over a restart until all storages have been read again', async () => {
    const before = watch();
    expect(await before.poll(at(lost))).toEqual(['storage-offline-a-n1-data warning']);
    const after = before.restart();
    expect(await after.poll(at(), 120)).toEqual(['storage-offline-a-n1-data warning']);
    expect(await after.poll(at(), 180)).toEqual([]);
  });

  test('names the backup server behind it as its cause', () => {
    const rules = createStorageRules();
    const target = { server: 'pbs.lan', datastore: 'main', namespace: '' };
    const server = { id: 'pbs-x', name: 'x', host: 'https://pbs.lan:8007' } as PbsInstance;
    const context = createContexts()({ ...polled(() => []).stage.state(), pbs: [server] }, factoryConfig, {
      at: 0,
      monotonic: 0,
    });
    const readings = rules.read(storage({ type: 'pbs', shared: true, node: 'cluster', backupTarget: target }), context);
    expect(readings.map(({ id, causes }) => [id, causes])).toEqual([
      ['a-cluster-data-usage', ['instance-unreachable-a', 'pbs-x-main-usage']],
      ['storage-offline-a-cluster-data', ['instance-unreachable-a', 'pbs-offline-pbs-x']],
      ['no-figures-a-cluster-data', ['instance-unreachable-a', 'pbs-offline-pbs-x']],
    ]);
  });
});
