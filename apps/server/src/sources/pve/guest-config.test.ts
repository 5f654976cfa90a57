import { expect, test } from 'vitest';
import { parseGuestConfig } from './guest-config.ts';
import { lxcConfig, qemuConfig } from './testing/answers.ts';

const disksOf = (type: 'qemu' | 'lxc', config: Record<string, unknown>) => parseGuestConfig(config, type)?.disks ?? [];

test.each([
  ['local-lvm:vm-100-disk-0,size=8G', { storage: 'local-lvm', isBackedUp: true, isCopied: true }],
  ['file=ceph:vm-100-disk-0,backup=0,replicate=0', { storage: 'ceph', isBackedUp: false, isCopied: false }],
  ['local:100/vm-100-disk-0.qcow2,backup=1', { storage: 'local', isBackedUp: true, isCopied: true }],
  ['/dev/disk/by-id/ata-WDC,size=4T', { storage: undefined, isBackedUp: false, isCopied: true }],
  ['local:iso/debian.iso,media=cdrom', { storage: 'local', isBackedUp: false, isMedia: true }],
])('the disk %s of a virtual machine', (value, disk) => {
  expect(disksOf('qemu', { scsi0: value })).toMatchObject([{ key: 'scsi0', ...disk }]);
});

test.each(['none,media=cdrom', '', 42, null, ['x'], 'no-colon'])('%s is no disk', (value) => {
  expect(disksOf('qemu', { ide2: value })).toEqual([]);
});

test('unused disks, network cards and other lines are no disks', () => {
  const config = { unused0: 'local-lvm:vm-1-disk-3', net0: 'virtio=x', scsihw: 'virtio-scsi-single', scsi1x: 'a:b' };
  expect(disksOf('qemu', config)).toEqual([]);
});

test('of a container, the root is backed up, and a mount point only if it asks for it', () => {
  const found = disksOf('lxc', {
    rootfs: 'local-zfs:subvol-1-disk-0,size=8G',
    mp0: 'local-zfs:subvol-1-disk-1,mp=/a,backup=1',
    mp1: 'local-zfs:subvol-1-disk-2,mp=/b',
    mp2: '/tank/media,mp=/media',
    mp3: '/mnt/pve/nas,mp=/nas,shared=1',
  });
  expect(found.map(({ key, storage, isBackedUp }) => [key, storage, isBackedUp])).toEqual([
    ['mp0', 'local-zfs', true],
    ['mp1', 'local-zfs', false],
    ['mp2', undefined, false],
    ['rootfs', 'local-zfs', true],
  ]);
});

test('devices of the node are found, and those of a person are not', () => {
  const config = {
    hostpci0: '0000:41:00.0,pcie=1',
    hostpci1: 'mapping=gpu',
    usb0: 'host=10c4:ea60',
    usb1: 'spice,usb3=1',
    serial0: 'socket',
    serial1: '/dev/ttyUSB0',
    virtiofs0: 'dirid=share',
    dev0: '/dev/dri/renderD128',
  };
  expect(parseGuestConfig(config, 'qemu')?.devices.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
    'dev0 device',
    'hostpci0 pci',
    'hostpci1 pci',
    'serial1 device',
    'usb0 usb',
    'virtiofs0 device',
  ]);
});

test.each([
  [{ cpu: 'host,flags=+aes' }, 'host'],
  [{ cpu: 'cputype=EPYC-Rome' }, 'EPYC-Rome'],
  [{ cpu: 'host', kvm: 0 }, undefined],
  [{}, undefined],
])('the type of CPU of %j is %s', (config, type) => {
  expect(parseGuestConfig(config, 'qemu')?.cpuType).toBe(type);
});

test('the time of creation comes from the meta line', () => {
  expect(parseGuestConfig({ meta: 'creation-qemu=9.0.2,ctime=1718000000' }, 'qemu')?.createdAt).toBe(1_718_000_000_000);
  expect(parseGuestConfig({ meta: 'ctime=never' }, 'qemu')?.createdAt).toBeUndefined();
  // No Date can have a later time than 8.64e15 ms, and ISO ends with the year 9999.
  for (const ctime of ['0', '-1', '253402300800', '8640000000001', '1e300'])
    expect(parseGuestConfig({ meta: `ctime=${ctime}` }, 'qemu'), ctime).toMatchObject({ createdAt: undefined });
});

test('an answer that is not an object is not a configuration', () => {
  for (const data of [null, [], 'x', 3]) expect(parseGuestConfig(data, 'qemu')).toBeUndefined();
});

test('whole configurations have their disks: a folder of the host is no storage, and an empty drive is no disk', () => {
  const found = (type: 'qemu' | 'lxc', config: Record<string, unknown>) =>
    disksOf(type, config).map(({ key, storage, isBackedUp }) => [key, storage, isBackedUp]);
  expect(found('qemu', qemuConfig)).toEqual([['virtio0', 'local', false]]);
  expect(found('lxc', lxcConfig)).toEqual([
    ['mp0', undefined, false],
    ['rootfs', 'fast', true],
  ]);
});

test.each([
  ['order=2,up=30', 2],
  ['up=30,order=1', 1],
  ['3,down=60', 3],
  ['0', 0],
  ['up=30', undefined],
  ['order=', undefined],
  ['order=-1', undefined],
  ['any', undefined],
  [undefined, undefined],
  [7, 7],
])('the order of the start in %j', (startup, order) => {
  expect(parseGuestConfig({ startup }, 'qemu')?.order).toBe(order);
});
