import type { PbsBackup, PbsInstance } from '@belfry/schema/entities/pbs';
import type { BackupTarget, Storage } from '@belfry/schema/entities/storage';
import { expect, test } from 'vitest';
import { createState } from './state.ts';
import { heard, moment } from './testing/observations.ts';

const server = { id: 'pbs-main', name: 'main', host: 'https://pbs.lan:8007' } as PbsInstance;
const backup = (vmid: string) =>
  ({
    id: `pbs-main-s--vm-${vmid}-1`,
    instance: 'main',
    datastore: 's',
    namespace: '',
    backupType: 'vm',
    vmid,
  }) as PbsBackup;
const storage = (instance: string, usage: number, target: Partial<BackupTarget> = {}) =>
  ({
    id: `${instance}-cluster-pbs`,
    instance,
    usage,
    backupTarget: { server: 'pbs.lan', datastore: 's', namespace: '', ...target },
  }) as Storage;

const fresh = () => {
  const store = createState({ started: moment(0), version: '1' });
  store.apply(heard('pbs-main', 0, { pbs: [server], pbsBackups: [backup('100'), backup('101')] }));
  return store;
};
const owners = (backups: readonly PbsBackup[]) => backups.map((b) => b.guestInstance ?? (b.ambiguous ? '?' : '-'));

test('a backup gets its guest through a storage, in any order of their observations', () => {
  const store = fresh();
  expect(owners(store.current().pbsBackups)).toEqual(['-', '-']);
  store.apply(heard('dc', 0, { storage: [storage('dc', 1)] }));
  expect(owners(store.current().pbsBackups)).toEqual(['dc', 'dc']);
  store.apply(heard('pbs-main', 1, { pbsBackups: [backup('100'), backup('102')] }));
  expect(owners(store.current().pbsBackups)).toEqual(['dc', 'dc']);
});

test('a second cluster with the same datastore makes the guest ambiguous, until that cluster is removed', () => {
  const store = fresh();
  store.apply(heard('a', 0, { storage: [storage('a', 1)] }));
  store.apply(heard('b', 0, { storage: [storage('b', 1)] }));
  expect(owners(store.current().pbsBackups)).toEqual(['?', '?']);
  store.remove('b', moment(1));
  expect(owners(store.current().pbsBackups)).toEqual(['a', 'a']);
});

test('observations without backups keep the same list object', () => {
  const store = fresh();
  store.apply(heard('dc', 0, { storage: [storage('dc', 1)] }));
  const before = store.current().pbsBackups;
  store.apply(heard('dc', 10_000, { storage: [storage('dc', 2)] }));
  store.apply(heard('pbs-main', 10_000, { pbs: [{ ...server, cpu: 5 }], pbsBackups: [backup('100'), backup('101')] }));
  expect(store.current().pbsBackups).toBe(before);
});

test('a storage with another name of the server is matched by its certificate', () => {
  const store = createState({ started: moment(0), version: '1' });
  const known = { ...server, fingerprint: Array(32).fill('AA').join(':') };
  store.apply(heard('pbs-main', 0, { pbs: [known], pbsBackups: [backup('100')] }));
  store.apply(heard('dc', 0, { storage: [storage('dc', 1, { server: '10.0.0.9' })] }));
  expect(owners(store.current().pbsBackups)).toEqual(['-']);
  store.apply(
    heard('dc', 1, {
      storage: [storage('dc', 1, { server: '10.0.0.9', fingerprint: Array(32).fill('aa').join(':') })],
    }),
  );
  expect(owners(store.current().pbsBackups)).toEqual(['dc']);
});
