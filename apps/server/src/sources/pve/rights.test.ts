import { expect, test } from 'vitest';
import { parseRights } from '../proxmox-api/granted-rights.ts';
import { silentGaps } from './rights.ts';

const rightsOf = (granted: Record<string, Record<string, 0 | 1>>) => {
  const rights = parseRights(granted);
  if (!rights) throw new Error('no map of paths');
  return rights;
};
const all = (value: 0 | 1, ...names: string[]) => Object.fromEntries(names.map((name) => [name, value]));
const auditor = ['Sys.Audit', 'VM.Audit', 'Datastore.Audit', 'VM.GuestAgent.Audit', 'Pool.Audit'];
const everywhere = (...more: string[]) => ({
  '/': all(1, ...auditor, ...more),
  '/storage': all(1, ...auditor, ...more),
  '/vms': all(1, ...auditor, ...more),
});
const config = { monitorVMs: true, monitorContainers: true, monitorStorage: true, monitorBackups: true };
const gaps = (granted: Record<string, Record<string, 0 | 1>>, backupStorages = ['local', 'nfs'], nodes = ['pve1']) =>
  silentGaps(rightsOf(granted), { config, nodes, backupStorages }).map(({ part, needs }) => `${part}: ${needs}`);

test('a privilege is on a path by itself, or through the nearest path above that passes it on', () => {
  const rights = rightsOf({ '/': { A: 1, B: 0 }, '/storage': { C: 1 }, '/vms': { A: 1 }, '/vms/100': { D: 0 } });
  expect(['/', '/nodes/pve1'].map((path) => [rights.on(path, 'A'), rights.on(path, 'B')])).toEqual([
    [true, true],
    [true, false],
  ]);
  expect(rights.on('/storage/local', 'C')).toBe(true);
  // A rule of its own replaces what comes from above.
  expect(rights.on('/storage/local', 'A')).toBe(false);
  expect([rights.on('/vms/100', 'D'), rights.on('/vms/100', 'A'), rights.on('/vms/101', 'A')]).toEqual([
    true,
    false,
    true,
  ]);
  expect([rights.within('/vms', 'D'), rights.within('/storage', 'D'), rights.has('D')]).toEqual([true, false, true]);
});

test('backups are visible with AllocateSpace on the storage and VM.Backup on the guests, or with Allocate; with one half there is a gap', () => {
  const missing = ['backups on storages: Datastore.AllocateSpace on /storage and VM.Backup on /vms'];
  expect(gaps(everywhere())).toEqual(missing);
  expect(gaps(everywhere('VM.Backup'))).toEqual(missing);
  expect(gaps(everywhere('Datastore.AllocateSpace'))).toEqual(missing);
  expect(gaps(everywhere('VM.Backup', 'Datastore.AllocateSpace'))).toEqual([]);
  expect(gaps(everywhere('Datastore.Allocate'))).toEqual([]);
  // Without a storage for backups, the rights on the folder of storages count.
  expect(gaps(everywhere(), [])).toEqual(missing);
});

test('a storage on which the account has less is named', () => {
  const less = { ...everywhere('VM.Backup', 'Datastore.AllocateSpace'), '/storage/nfs': all(1, 'Datastore.Audit') };
  expect(gaps(less)).toEqual(['backups on nfs: Datastore.AllocateSpace on /storage/nfs and VM.Backup on /vms']);
});

test('PVEAuditor on guests of a pool shows no tasks, although the role contains the privilege for them', () => {
  // As recorded from PVE 9.2: the role on /pool/team-a, which has a guest and no storage.
  const pool = { '/pool/team-a': all(1, ...auditor), '/vms/101': all(0, ...auditor) };
  expect(gaps(pool)).toEqual([
    'storages: Datastore.Audit on /storage',
    'backup tasks: Sys.Audit on /nodes',
    'backups on storages: Datastore.AllocateSpace on /storage and VM.Backup on /vms',
  ]);
  expect(gaps({ '/storage/local': all(0, ...auditor) })[0]).toBe('guests: VM.Audit on /vms');
});

test('tasks are judged for each node', () => {
  const one = { ...everywhere('Datastore.Allocate'), '/nodes/pve2': all(1, 'Sys.Console') };
  expect(gaps(one, [], ['pve1', 'pve2'])).toEqual(['backup tasks: Sys.Audit on /nodes/pve2']);
});
