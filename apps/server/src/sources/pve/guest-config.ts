// `GET /nodes/{node}/{type}/{vmid}/config`: the disks of a guest, what binds it to its node, and when it was created.
import type { Guest } from '@belfry/schema/entities/guest';
import { flag, isRaw, type Raw, text, timeOf } from '../proxmox-api/read.ts';

/**
 * `key` is the line of the configuration (`scsi0`, `rootfs`). Without `storage` it is a folder or a device of the node. `isMedia`: a
 * CD or a cloud-init drive. `isBackedUp`: backups of the guest contain it. `isCopied`: replication includes it.
 */
interface ConfigDisk {
  key: string;
  storage: string | undefined;
  isMedia: boolean;
  isBackedUp: boolean;
  isCopied: boolean;
}

interface ConfigDevice {
  key: string;
  kind: 'pci' | 'usb' | 'device';
}

/**
 * `createdAt` epoch ms: absent in guests that releases before 7.2 created. `cpuType` of a virtual machine. `order`: its place in the order in
 * which its node starts its guests.
 */
export interface GuestConfig {
  createdAt: number | undefined;
  disks: readonly ConfigDisk[];
  devices: readonly ConfigDevice[];
  cpuType: string | undefined;
  order?: number | undefined;
}

const LONGEST = 4096;
const VM_DISK = /^(?:ide|sata|scsi|virtio|efidisk|tpmstate)\d+$/;
const CONTAINER_DISK = /^(?:rootfs|mp\d+)$/;

/** Undefined when the answer is not an object. A line that cannot be read is left out. */
export function parseGuestConfig(data: unknown, type: Guest['type']): GuestConfig | undefined {
  if (!isRaw(data)) return undefined;
  const lines = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));
  const isDisk = type === 'qemu' ? VM_DISK : CONTAINER_DISK;
  return {
    createdAt: creationOf(data),
    disks: [...lines.flatMap(([key, value]) => (isDisk.test(key) ? diskOf(key, value, type) : [])), ...folders(data)],
    devices: lines.flatMap(([key, value]) => deviceOf(key, value)),
    cpuType: type === 'qemu' ? cpuTypeOf(data) : undefined,
    order: orderOf(data),
  };
}

/** `local-lvm:vm-100-disk-0,size=8G`: the first part may have no name, the others are `name=value`. */
function properties(value: unknown, first: string): ReadonlyMap<string, string> {
  const parts = (text(value, LONGEST) ?? '').split(',');
  return new Map(
    parts.map((part, i): [string, string] => {
      const at = part.indexOf('=');
      return at < 0
        ? [i === 0 ? first : part.trim(), part.trim()]
        : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    }),
  );
}

function diskOf(key: string, value: unknown, type: Guest['type']): ConfigDisk[] {
  const options = properties(value, type === 'qemu' ? 'file' : 'volume');
  const volume = options.get('file') ?? options.get('volume') ?? '';
  const isMedia = options.get('media') === 'cdrom';
  if (volume === '' || volume === 'none') return [];
  const isPath = volume.startsWith('/') || volume === 'cdrom';
  // A folder that the administrator says is on every node.
  if (isPath && flag(options.get('shared'))) return [];
  const storage = isPath ? undefined : /^([^:/]+):/.exec(volume)?.[1];
  if (!isPath && storage === undefined) return [];
  const backup = options.get('backup');
  // A backup of a container contains only the mount points that ask for it.
  const isIncluded = type === 'qemu' || key === 'rootfs' ? backup === undefined || flag(backup) : flag(backup);
  const replicate = options.get('replicate');
  return [
    {
      key,
      storage,
      isMedia,
      isBackedUp: storage !== undefined && !isMedia && isIncluded,
      isCopied: replicate === undefined || flag(replicate),
    },
  ];
}

/** Folders of the node that are mounted by lines that Proxmox VE does not interpret. */
function folders(data: Raw): ConfigDisk[] {
  const raw = Array.isArray(data.lxc) ? data.lxc : [];
  const isNeeded = (line: unknown) =>
    Array.isArray(line) && line[0] === 'lxc.mount.entry' && !/\boptional\b/.test(text(line[1], LONGEST) ?? '');
  const folder = { key: 'lxc.mount.entry', storage: undefined, isMedia: false, isBackedUp: false, isCopied: false };
  return raw.some(isNeeded) ? [folder] : [];
}

function deviceOf(key: string, value: unknown): ConfigDevice[] {
  if (/^hostpci\d+$/.test(key)) return [{ key, kind: 'pci' }];
  // `spice` is a device of the person who looks at the screen.
  if (/^usb\d+$/.test(key)) return /(?:^|=)spice\b/.test(text(value) ?? '') ? [] : [{ key, kind: 'usb' }];
  if (/^(?:dev|virtiofs|parallel)\d+$/.test(key)) return [{ key, kind: 'device' }];
  if (/^serial\d+$/.test(key) && (text(value) ?? '').startsWith('/')) return [{ key, kind: 'device' }];
  return [];
}

function cpuTypeOf({ cpu, kvm }: Raw): string | undefined {
  // Without KVM the CPU is emulated.
  if (kvm !== undefined && !flag(kvm)) return undefined;
  return properties(cpu, 'cputype').get('cputype') || undefined;
}

/** `startup: order=2,up=30`, or only the number. */
function orderOf({ startup }: Raw): number | undefined {
  const order = properties(startup, 'order').get('order') ?? '';
  return /^\d{1,9}$/.test(order) ? Number(order) : undefined;
}

/** `meta: creation-qemu=9.0.2,ctime=1718000000`. */
function creationOf({ meta }: Raw): number | undefined {
  const seconds = properties(meta, '').get('ctime');
  return seconds === undefined ? undefined : timeOf(seconds);
}
