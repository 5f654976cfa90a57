// The configuration of a guest for /config: numbers, flags and property strings.
import { createHash } from 'node:crypto';
import { releases } from '../world/catalogue.ts';
import { type Cluster, nodeNamed } from '../world/cluster.ts';
import type { Guest } from '../world/guest.ts';
import { macOf } from '../world/network.ts';
import { diskOf } from '../world/volume.ts';
import { chance } from '../world/walk.ts';

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;
const ostypes = {
  windows: 'win11',
  freebsd: 'other',
  debian: 'l26',
  ubuntu: 'l26',
  alma: 'l26',
  alpine: 'l26',
} as const;
const distributions = {
  alma: 'centos',
  windows: 'unmanaged',
  freebsd: 'unmanaged',
  debian: 'debian',
  ubuntu: 'ubuntu',
  alpine: 'alpine',
} as const;

/** What is plugged into the node, so that the guest cannot run on another one. */
const devicesOf = ({ role, seed }: Guest) => ({
  ...(role === 'home-assistant' && { usb0: 'host=10c4:ea60' }),
  ...(role === 'rds-host' && chance(seed, 'graphics') < 0.25 && { hostpci0: '0000:41:00.0,pcie=1,x-vga=1' }),
});

/** What others need to start starts first. */
const orders: Readonly<Record<string, number>> = { dc: 1, dns: 1, opnsense: 1, mariadb: 2, postgres: 2, redis: 2 };

/** The configuration with what administrators have changed. Its digest is another one after each change. */
export function configOf(guest: Guest, cluster: Cluster): Record<string, string | number> {
  const lines = Object.entries({ ...firstConfigOf(guest, cluster), ...guest.edits });
  const config = Object.fromEntries(
    lines.filter((line): line is [string, string | number] => line[1] !== null && line[1] !== undefined),
  );
  return { ...config, digest: createHash('sha1').update(JSON.stringify(config)).digest('hex') };
}

function firstConfigOf(guest: Guest, cluster: Cluster): Record<string, string | number | undefined> {
  const size = `size=${guest.maxdisk / GiB}G`;
  const node = nodeNamed(cluster, guest.node);
  const disk = node ? diskOf(guest, node) : '';
  const shared = {
    ...(guest.onboot && { onboot: 1 }),
    ...(orders[guest.role] !== undefined && { startup: `order=${orders[guest.role]},up=30` }),
    ...(guest.tags.length > 0 && { tags: guest.tags.join(';') }),
    ...(guest.lock !== undefined && { lock: guest.lock }),
    ...(guest.template && { template: 1 }),
  };
  if (guest.kind === 'lxc') {
    return {
      ...shared,
      arch: 'amd64',
      cores: guest.cpus,
      hostname: guest.name,
      memory: guest.maxmem / MiB,
      swap: guest.maxswap / MiB,
      net0: `name=eth0,bridge=vmbr0,firewall=1,hwaddr=${macOf(guest)},ip=dhcp,type=veth`,
      ostype: distributions[guest.system],
      rootfs: `${disk},${size}`,
      unprivileged: 1,
      features: 'nesting=1',
      // The graphics of the node, for films. Such a line is new in 8.2.
      ...(guest.role === 'jellyfin' && cluster.release >= 8.2 && { dev0: '/dev/dri/renderD128,gid=104' }),
    };
  }
  return {
    ...shared,
    name: guest.name,
    ...(guest.agent && { agent: 'enabled=1,fstrim_cloned_disks=1' }),
    boot: 'order=scsi0;ide2;net0',
    cores: guest.cpus,
    sockets: 1,
    cpu: guest.system === 'windows' && cluster.release >= 8 ? 'x86-64-v2-AES' : 'host',
    ide2: 'none,media=cdrom',
    // A property string since 8.0, a plain number before.
    memory: cluster.release >= 8 ? String(guest.maxmem / MiB) : guest.maxmem / MiB,
    ...(!guest.balloon && { balloon: 0 }),
    ...(guest.ha === undefined && devicesOf(guest)),
    net0: `virtio=${macOf(guest)},bridge=vmbr0,firewall=1`,
    // When it was created; guests of older releases have no such line.
    ...(cluster.release >= 7.4 && {
      meta: `creation-qemu=${releases[cluster.release].qemu},ctime=${guest.createdAt}`,
    }),
    numa: 0,
    ostype: ostypes[guest.system],
    scsi0: `${disk},discard=on,iothread=1,${size},ssd=1`,
    scsihw: 'virtio-scsi-single',
    smbios1: `uuid=${guest.seed.toString(16).padStart(8, '0')}-561c-4be9-af11-10f234756217`,
  };
}
