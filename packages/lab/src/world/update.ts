// The pending updates of a node: more every week, until all are installed.
import type { Release } from './catalogue.ts';
import type { Node } from './node.ts';
import { between, hash } from './walk.ts';

type Package = {
  name: string;
  title: string;
  from: string;
  to: string;
  origin: 'Debian' | 'Proxmox';
  section: string;
};

const pkg = (name: string, title: string, from: string, to: string, section: string): Package => {
  const origin = /^(?:lib)?(?:pve|proxmox|qemu-server)/.test(name) ? 'Proxmox' : 'Debian';
  return { name, title, from, to, section, origin };
};

const packages: readonly Package[] = [
  pkg('pve-manager', 'Proxmox Virtual Environment Management Tools', '9.0.11', '9.1.2', 'admin'),
  pkg('qemu-server', 'Qemu Server Tools', '9.0.23', '9.1.1', 'admin'),
  pkg('libpve-storage-perl', 'Proxmox VE storage management library', '9.0.13', '9.1.0', 'perl'),
  pkg('pve-container', 'Proxmox VE container management tool', '6.0.13', '6.0.18', 'perl'),
  pkg('pve-qemu-kvm', 'Full virtualization on x86 hardware', '10.0.2-4', '10.1.2-1', 'admin'),
  pkg('proxmox-backup-client', 'Proxmox Backup Client tools', '4.0.16-1', '4.0.20-1', 'admin'),
  pkg('openssl', 'Secure Sockets Layer toolkit - cryptographic utility', '3.5.1-1', '3.5.4-1~deb13u1', 'utils'),
  pkg('libssl3t64', 'Secure Sockets Layer toolkit - shared libraries', '3.5.1-1', '3.5.4-1~deb13u1', 'libs'),
  pkg('bind9-host', 'DNS Lookup Utility', '1:9.20.11-4', '1:9.20.15-1~deb13u1', 'net'),
  pkg('openssh-server', 'secure shell (SSH) server, for secure access', '1:10.0p1-7', '1:10.0p1-7+deb13u1', 'net'),
  pkg('curl', 'command line tool for transferring data with URL syntax', '8.14.1-2', '8.14.1-2+deb13u2', 'web'),
  pkg('systemd', 'system and service manager', '257.7-1', '257.9-1~deb13u1', 'admin'),
  pkg('zfsutils-linux', 'command-line tools to manage OpenZFS filesystems', '2.3.3-pve1', '2.3.4-pve1', 'admin'),
  pkg('linux-base', 'Linux image base package', '4.12', '4.12.1', 'misc'),
];

const week = 7 * 86_400;
/** The number of weeks between two updates of the node. */
const MONTH = 4;

/** In the format of /apt/update. A new kernel is a new package, so it has no old version. */
export function updatesOf(node: Node, release: Release, now: number) {
  const weeks = Math.floor(now / week + between(0, MONTH - 1, node.seed, 'updated')) % MONTH;
  const pending = packages.filter((p) => hash(node.seed, 'package', p.name) % MONTH < weeks);
  const rows = pending.map(({ name, title, from, to, origin, section }) => ({
    Package: name,
    Title: title,
    Description: `${title}.`,
    OldVersion: from,
    Version: to,
    Origin: origin,
    Arch: 'amd64',
    Section: section,
    Priority: 'optional',
  }));
  if (weeks < 2) return rows;
  const name = `${release >= 8 ? 'proxmox' : 'pve'}-kernel-${release >= 9 ? '6.17.4-1' : '6.8.12-16'}-pve-signed`;
  const title = 'Proxmox Kernel Image (signed)';
  const fresh = { Package: name, Title: title, Description: `${title}.`, Version: '1.0', Origin: 'Proxmox' };
  return [...rows, { ...fresh, Arch: 'amd64', Section: 'kernel', Priority: 'optional' }];
}
