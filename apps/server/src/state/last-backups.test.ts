import type { Guest } from '@belfry/schema/entities/guest';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { StorageBackup } from '@belfry/schema/entities/pve-backups';
import type { Storage } from '@belfry/schema/entities/storage';
import { expect, test } from 'vitest';
import { createLastBackups } from './last-backups.ts';
import { createState } from './state.ts';
import { guest, heard, moment } from './testing/observations.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day)).toISOString();
const volume = (day: number, more: Partial<StorageBackup> = {}) =>
  ({
    type: 'qemu',
    instance: 'dc',
    vmid: 100,
    time: at(day),
    volid: `local:${day}`,
    isPBS: false,
    size: 1,
    ...more,
  }) as StorageBackup;
const remote = (day: number, more: Partial<PbsBackup> = {}) =>
  ({ backupType: 'vm', vmid: '100', backupTime: at(day), guestInstance: 'dc', size: 1, ...more }) as PbsBackup;

interface Given {
  storageBackups: StorageBackup[];
  pbsBackups: PbsBackup[];
  storage?: Storage[];
  vms?: Guest[];
  containers?: Guest[];
}

/** What each instance says, one after the other. */
function learned({ storageBackups, pbsBackups, storage = [], vms = [], containers = [] }: Given) {
  const vmsOf = Map.groupBy(vms, ({ instance }) => instance);
  const containersOf = Map.groupBy(containers, ({ instance }) => instance);
  const backups = createLastBackups((instance, list) => (list === 'vms' ? vmsOf : containersOf).get(instance) ?? []);
  for (const [instance, own] of Map.groupBy(storage, (each) => each.instance)) backups.learnTargets(instance, own);
  backups.learnServers(pbsBackups);
  for (const [instance, own] of Map.groupBy(storageBackups, (each) => each.instance))
    backups.learnVolumes(instance, own);
  return backups;
}

const last = (
  storageBackups: StorageBackup[],
  pbsBackups: PbsBackup[],
  type: 'qemu' | 'lxc' = 'qemu',
  more: Partial<Given> = {},
) => learned({ storageBackups, pbsBackups, ...more }).of({ id: 'dc-100', type, instance: 'dc', vmid: 100 });

test('the newest backup counts, wherever it is kept', () => {
  expect(last([], [])).toBeUndefined();
  expect(last([volume(3), volume(5), volume(4)], [remote(2)])).toBe(at(5));
  expect(last([volume(3)], [remote(2), remote(9)])).toBe(at(9));
});

test("neither another cluster's guest of that number counts, nor one of another type, nor a backup under way", () => {
  expect(last([volume(5, { instance: 'lab' })], [remote(6, { guestInstance: 'lab' })])).toBeUndefined();
  expect(last([volume(5)], [remote(6)], 'lxc')).toBeUndefined();
  expect(last([volume(5, { size: 0 })], [remote(6, { size: 0 })])).toBeUndefined();
});

test('a volume on a shared backup server counts unless the server itself does not know its guest', () => {
  const shared = volume(7, { isPBS: true });
  const { guestInstance: _, ...nobodys } = remote(7, { ambiguous: true });
  expect(last([shared], [])).toBe(at(7));
  expect(last([shared], [nobodys])).toBeUndefined();
});

test('a volume in a place where two hosts with a guest of that number write counts for neither', () => {
  const target = { server: 'pbs.lan', datastore: 'main', namespace: '' };
  const storage = (instance: string, namespace = '') =>
    ({ instance, name: 'pbs', backupTarget: { ...target, namespace } }) as Storage;
  const volumes = [volume(7, { isPBS: true, storage: 'pbs' }), volume(2, { storage: 'local' })];
  const vms = [guest('dc', 100), guest('lab', 100)];
  const both = [storage('dc'), storage('lab')];
  expect(last(volumes, [], 'qemu', { storage: both, vms })).toBe(at(2));
  expect(last(volumes, [], 'qemu', { storage: both, vms: [guest('dc', 100), guest('lab', 101)] })).toBe(at(7));
  expect(last(volumes, [], 'qemu', { storage: [storage('dc'), storage('lab', 'lab')], vms })).toBe(at(7));
});

test('a file in a folder that two hosts with a guest of that number share counts for neither', () => {
  const file = (instance: string, day: number) =>
    volume(day, { instance, storage: 'nas', volid: `nas:backup/vzdump-qemu-100-${day}.vma.zst`, ctime: day });
  const own = volume(2, { storage: 'local', volid: 'local:backup/vzdump-qemu-100-own.vma.zst', ctime: 2 });
  const files = [file('dc', 7), file('lab', 7), own];
  const vms = [guest('dc', 100), guest('lab', 100)];
  expect(last(files, [], 'qemu', { vms })).toBe(at(2));
  expect(last(files, [], 'qemu', { vms: [guest('dc', 100), guest('lab', 101)] })).toBe(at(7));
  expect(last([file('dc', 7), file('lab', 6), own], [], 'qemu', { vms })).toBe(at(7));
});

test('a server that two hosts name differently is one place, and a place counts anew when another host writes there', () => {
  const fingerprint = `${'AA:'.repeat(31)}AA`;
  const storage = (instance: string, server: string) =>
    ({ instance, name: 'pbs', backupTarget: { server, datastore: 'main', namespace: '', fingerprint } }) as Storage;
  const vms = [guest('dc', 100), guest('lab', 100)];
  const given = { storageBackups: [volume(7, { isPBS: true, storage: 'pbs' })], pbsBackups: [], vms, containers: [] };
  const backups = learned({ ...given, storage: [storage('dc', 'pbs.lan')] });
  const of = () => backups.of({ id: 'dc-100', type: 'qemu', instance: 'dc', vmid: 100 });
  expect(of()).toBe(at(7));
  backups.learnTargets('lab', [storage('lab', '10.0.0.5')]);
  expect(of()).toBeUndefined();
  backups.learnTargets('lab', []);
  expect(of()).toBe(at(7));
});

test('the last backups of a thousand guests, in places that fifty hosts share, read each storage and each guest a few times', () => {
  let reads = 0;
  const counted = <T extends object>(one: T, field: keyof T): T => {
    const value = one[field];
    return Object.defineProperty(one, field, {
      enumerable: true,
      get: () => {
        reads++;
        return value;
      },
    });
  };
  const hosts = Array.from({ length: 50 }, (_, host) => `host${host}`);
  const target = { server: 'pbs.lan', datastore: 'main', namespace: '' };
  const storage = hosts.map((instance) =>
    counted({ instance, name: 'pbs', backupTarget: target } as Storage, 'backupTarget'),
  );
  const guests = hosts.flatMap((instance) => Array.from({ length: 20 }, (_, n) => guest(instance, 100 + n)));
  const storageBackups = guests.flatMap(({ instance, vmid = 0 }) =>
    Array.from({ length: 10 }, (_, n) =>
      counted(volume(n + 1, { instance, vmid, isPBS: true, storage: 'pbs' }), 'vmid'),
    ),
  );
  const vms = guests.map((one) => counted({ ...one }, 'id'));
  const backups = learned({ storageBackups, pbsBackups: [], storage, vms, containers: vms });
  for (const one of guests) for (const type of ['qemu', 'lxc'] as const) backups.of({ ...one, type });
  expect(reads).toBeGreaterThan(storageBackups.length);
  expect(reads).toBeLessThan(3 * (storage.length + storageBackups.length + vms.length));
});

test('the volumes of one of a hundred instances are read again after they or their place changed, and those of the others are not', () => {
  let reads = 0;
  const counted = (instance: string, day: number): StorageBackup => ({
    ...volume(day, { id: instance, instance, storage: 'local', volid: `local:backup/${instance}`, ctime: day }),
    get size() {
      reads++;
      return 1;
    },
  });
  const store = createState({ started: moment(0), version: '1' });
  const names = Array.from({ length: 100 }, (_, n) => `host${n}`);
  for (const name of names) store.apply(heard(name, 0, { storageBackups: [counted(name, 3)] }));
  const show = () => names.forEach((name) => void store.apply(heard(name, 1, { vms: [guest(name, 100)] })));
  show();
  const before = reads;
  store.apply(heard('host7', 2, { storageBackups: [counted('host7', 4)] }));
  show();
  expect(store.current().vms.map((vm) => vm.lastBackup)).toEqual(
    names.toSorted().map((name) => at(name === 'host7' ? 4 : 3)),
  );
  expect(reads - before).toBeLessThan(10);

  // A new host writes to the place of host8: nobody knows any more whose backups are there.
  const backupTarget = { server: 'pbs.lan', datastore: 'main', namespace: '' };
  const place = (instance: string) => ({ id: `${instance}-local`, instance, name: 'local', backupTarget }) as Storage;
  store.apply(heard('host8', 3, { storage: [place('host8')] }));
  store.apply(heard('other', 3, { storage: [place('other')], vms: [guest('other', 100)] }));
  const later = reads;
  show();
  const unknown = store.current().vms.filter((vm) => vm.lastBackup === undefined);
  expect(unknown.map(({ id }) => id)).toEqual(['host8-100', 'other-100']);
  expect(reads - later).toBeLessThan(10);
});

test('a guest shows it with its next answer', () => {
  const store = createState({ started: moment(0), version: '1' });
  store.apply(heard('dc', 0, { vms: [guest('dc', 100), guest('dc', 101)] }));
  store.apply(heard('dc', 1, { storageBackups: [volume(5, { id: 'dc-x' })] }));
  store.apply(heard('dc', 10_000, { vms: [guest('dc', 100), guest('dc', 101)] }));
  expect(store.current().vms.map((vm) => vm.lastBackup)).toEqual([at(5), undefined]);
});
